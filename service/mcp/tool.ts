/** A tool: its name, its arguments and the function that answers. */
import * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { parseJson } from '../../common/json.ts';
import { assertShortLists, badParameter, type HttpError, nearestName } from '../errors.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import type { Answer } from './answer.ts';

export interface ToolContext {
  readonly snapshot: Snapshot;
  readonly urls: Urls;
}

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
  readonly run: (given: never, context: ToolContext) => Promise<Answer>;
}

/** Keeps the types of schema and function together. */
export function tool<S extends z.ZodObject>(definition: {
  readonly name: string;
  readonly description: string;
  readonly needs?: readonly string[];
  readonly about?: readonly [category: string, text: string];
  readonly input: S;
  readonly run: (given: z.infer<S>, context: ToolContext) => Promise<Answer> | Answer;
}): Tool {
  return { ...definition, run: async (given: never, context) => definition.run(given, context) };
}

/** Most tokens of an answer: text and structured content. */
const budgets = { least: 200, most: 20_000, usual: 1500 } as const;
export const budgetSchema = z.int().min(budgets.least).max(budgets.most).default(budgets.usual);

const maxLimit = 100;
export const limitSchema = z.int().min(1).max(maxLimit).default(10);
export const offsetSchema = z.int().min(0).max(1_000_000).default(0);
/** A parameter of the API as an argument: hosts show models all descriptions, so that they are short. */
export function bare<S extends z.ZodType>(parameter: S, description?: string): S {
  return parameter.meta({ description, example: undefined });
}

/** Names. One may be given as a text. */
export const namesSchema = z.array(z.string());

/** Arguments of a call. Throws 400 that names the argument and its form. */
export function parseArguments<S extends z.ZodObject>(schema: S, given: unknown): z.infer<S> {
  const meant = readArguments(schema, given ?? {});
  assertShortLists(meant, '');
  const result = schema.safeParse(meant);
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
  const right = form === null ? '' : `; give ${form}`;
  return badParameter(path, `the argument "${path}": ${issue?.message}${right}`);
}

/** The allowed name that is written in another case; the name itself if there is none, so that the check of the name refuses it. */
export function inAnyCase(name: string, allowed: Iterable<string>): string {
  const names = [...allowed];
  if (names.includes(name)) return name;
  const folded = foldText(name);
  return names.find((each) => foldText(each) === folded) ?? name;
}

/** The arguments as the schema has them: models and clients write texts for numbers, lists and JSON. Null and blank ones count as left out. What has no plain meaning stays as it is, to be refused. */
function readArguments({ shape }: z.ZodObject, given: unknown): unknown {
  const values = typeof given === 'string' ? parseJson(given) : given;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return given;
  const stated = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(
    stated.map(([name, value]) => [name, Object.hasOwn(shape, name) ? readValue(shape[name], value) : value]),
  );
}

function readValue(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const type = baseOf(schema);
  if (type instanceof z.ZodArray) return readList(type.element, value);
  if (type instanceof z.ZodObject) return readObject(type, value);
  if (type instanceof z.ZodNumber)
    return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
  if (type instanceof z.ZodBoolean) return flags.get(String(value).toLowerCase()) ?? value;
  if (type instanceof z.ZodString)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return value;
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** One item, or the JSON of a list, is a list. Null in a list of texts is an open end. */
function readList(element: z.core.$ZodType, value: unknown): unknown {
  const read = typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  const isText = baseOf(element) instanceof z.ZodString;
  return [read].flat().map((item) => (item === null && isText ? '' : readValue(element, item)));
}

/** A text alone is the `id` of a sort key. */
function readObject({ shape }: z.ZodObject, value: unknown): unknown {
  const isId = typeof value === 'string' && shape.id !== undefined && shape.desc !== undefined;
  if (isId) return { id: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const stated = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(
    stated.map(([name, each]) => [name, Object.hasOwn(shape, name) ? readValue(shape[name], each) : each]),
  );
}

/** The schema without defaults and the like. */
function baseOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return baseOf(schema.unwrap());
  return schema instanceof z.ZodPipe ? baseOf(schema.out) : schema;
}

/** Form of an argument, for messages; null if the message of the schema says it. */
function formOf(schema: z.core.$ZodType | undefined): string | null {
  const type = baseOf(schema);
  if (type instanceof z.ZodArray) {
    const item = baseOf(type.element);
    if (!(item instanceof z.ZodObject)) return 'a list of texts, such as `["base"]`';
    return item.shape.value === undefined
      ? '`[{"id": "accessPrice", "desc": true}]`'
      : '`[{"id": "planType", "value": ["Free"]}]`';
  }
  if (type instanceof z.ZodNumber) return 'a whole number';
  if (type instanceof z.ZodBoolean) return 'true or false';
  return type instanceof z.ZodString ? 'a text' : null;
}
