/** A tool: its name, its arguments and the function that answers. */
import * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { assertShortLists, badParameter, type HttpError, nearestName } from '../errors.ts';
import type { Answer } from '../notations/tool-result.ts';
import type { Served } from '../questions/place.ts';
import { formOf, keySchema, readArguments } from './arguments.ts';

export type ToolContext = Served;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Categories of which the directory needs one for the tool; any if left out. */
  readonly needs?: readonly string[];
  /** What the description also says if the directory has the category. */
  readonly about?: readonly [category: string, text: string];
  /** Of the arguments, without those that every tool has. */
  readonly input: z.ZodObject;
  /** Throws 4xx for a wrong value. `given`: as the schema checked them. */
  readonly run: (input: never, context: ToolContext) => Promise<Answer> | Answer;
}

/** Keeps the types of schema and function together. */
export function tool<S extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S;
    readonly run: (input: z.infer<S>, context: ToolContext) => ReturnType<Tool['run']>;
  },
): Tool {
  return definition;
}

/** Most tokens of an answer: text and structured content. */
const budgets = { least: 200, most: 20_000, usual: 1500 } as const;
export const budgetSchema = z.int().min(budgets.least).max(budgets.most).default(budgets.usual);

const maxLimit = 100;
export const limitSchema = z.int().min(1).max(maxLimit).default(10);
export const offsetSchema = z.int().min(0).max(1_000_000).default(0);
/**
 * A parameter of the API as an argument: hosts show models all descriptions, so that they are
 * short.
 */
export function bare<S extends z.ZodType>(parameter: S, description?: string): S {
  return parameter.meta({ description, example: undefined });
}

/** Names of networks. One may be given as a text, several with commas. */
export const namesSchema = z.array(keySchema);

/** A text that is no name itself, but whose parts between commas or the like are, names each of them. */
export function splitNames(
  names: readonly string[],
  isName: (text: string) => boolean,
): readonly string[] {
  return names.flatMap((name) => {
    const parts = name.split(/[,;|]|\sand\s/).map((part) => part.trim());
    return parts.length > 1 && !isName(name) && parts.every(isName) ? parts : [name];
  });
}

/** Arguments of a call. Throws 400 that names the argument and its form. */
export function parseArguments<S extends z.ZodObject>(schema: S, input: unknown): z.infer<S> {
  const corrected = readArguments(schema, input ?? {});
  assertShortLists(corrected, '');
  const result = schema.safeParse(corrected);
  if (result.success) return result.data;
  throw describeIssue(result.error.issues[0], schema);
}

function describeIssue(issue: z.core.$ZodIssue | undefined, { shape }: z.ZodObject): HttpError {
  const known = Object.keys(shape);
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    return badParameter(name, `unknown argument "${name.slice(0, 100)}"`, {
      allowed: known,
      ...nearestName(name, known),
    });
  }
  const path = (issue?.path ?? []).map(String).join('.');
  if (path === '') return badParameter('', 'the arguments are not an object');
  const form = formOf(shape[String(issue?.path[0])]);
  return badParameter(
    path,
    `the argument "${path}" ${reasonOf(issue) ?? (form === null ? 'is invalid' : `is not ${form}`)}`,
  );
}

const unitOfLimit: ReadonlyMap<string, string> = new Map([
  ['array', ' items'],
  ['string', ' characters'],
]);

/**
 * The limit that a value exceeds, or the values that are allowed; null for a value of another type.
 */
function reasonOf(issue: z.core.$ZodIssue | undefined): string | null {
  if (issue?.code === 'invalid_value') return `is not one of ${issue.values.join(', ')}`;
  if (issue?.code !== 'too_small' && issue?.code !== 'too_big') return null;
  const [bound, limit] =
    issue.code === 'too_big' ? ['maximum', issue.maximum] : ['minimum', issue.minimum];
  return `has a ${bound} of ${limit}${unitOfLimit.get(issue.origin) ?? ''}`;
}

/**
 * The allowed name that is written in another case; the name itself if there is none, so that the
 * check of the name refuses it.
 */
export function inAnyCase(name: string, allowed: Iterable<string>): string {
  const names = [...allowed];
  if (names.includes(name)) return name;
  const folded = foldText(name);
  return names.find((spelling) => foldText(spelling) === folded) ?? name;
}
