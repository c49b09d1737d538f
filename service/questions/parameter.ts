/** Parts of a parameter: its description with an example, and shapes that several have. */

import * as z from 'zod';
import { dayMs } from '../../common/durations.ts';
import { snapshotIdPattern } from '../../model/manifest.ts';
import type { Scope } from '../../model/rows.ts';
import type { Fact } from '../../model/terms.ts';

/** Names that the current snapshot has: examples made of them find something. */
export interface Examples {
  readonly snapshot: string;
  readonly categoryKeys: readonly string[];
  /** A category with rows; the others are of one of its rows, undefined without rows. */
  readonly category?: string | undefined;
  readonly provider?: string | undefined;
  readonly providerSlug?: string | undefined;
  readonly network?: string | undefined;
  readonly scope?: Scope | undefined;
  readonly offer?: string | undefined;
  /** Key of a column of the category that offers state. */
  readonly column?: string | undefined;
  /** Chain of an RPC endpoint. */
  readonly chain?: string | undefined;
  /** Slug of an MCP server. */
  readonly server?: string | undefined;
}

type Example = string | number | readonly string[];

export interface Described {
  /** Left out of descriptions of a directory that does not have it. */
  readonly about?: Fact;
  readonly description?: string;
  readonly example?: Example | ((from: Examples) => Example | undefined);
  /**
   * A request without the parameter is refused, whatever the schema says: the refusal lists the
   * allowed values.
   */
  readonly required?: boolean;
  /** Values of the snapshot, as examples of the schema. */
  readonly values?: (from: Examples) => readonly string[];
}

export function parameter<S extends z.ZodType>(
  schema: S,
  description: string,
  described: Described = {},
): S {
  return schema.meta({ description, ...described });
}

/** Parameters of a request, by name. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** The example of a parameter; undefined if the snapshot has none. */
export function exampleOf(schema: z.ZodType, from: Examples): Example | undefined {
  const { example } = (schema.meta() ?? {}) as Described;
  return typeof example === 'function' ? example(from) : example;
}

export const maxSearchLength = 200;

/** A number from 1 to `max`, or from another one. */
export function whole(max: number, min = 1) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
}

/** The same from a text of at most 13 digits. */
export function digits<S extends z.ZodType>(schema: S) {
  const read = (input: unknown) =>
    typeof input === 'string' && /^\d{1,13}$/.test(input) ? Number(input) : input;
  return z.preprocess(read, schema);
}

/** On with 1. */
export const flag = () =>
  z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1');

export const names = z.array(z.string().min(1, 'must not be empty'));

export const word = z.string().optional();

export const words = z.string().max(maxSearchLength, `has at most ${maxSearchLength} characters`);

/** A text whose content has a schema of its own, for generated clients. */
export function jsonText(shape: z.ZodType) {
  const { $schema: _, ...contentSchema } = z.toJSONSchema(shape, { io: 'input' });
  return word.meta({ contentMediaType: 'application/json', contentSchema });
}

/** One of the words. No `enum`, because later versions may add words of the data. */
export function openWord<Word extends string>(known: readonly Word[]) {
  const read = z.string().transform((input, context) => {
    const accepted = known.find((candidate) => candidate === input);
    if (accepted !== undefined) return accepted;
    context.addIssue({ code: 'invalid_value', values: [...known], input });
    return z.NEVER;
  });
  return read.optional().meta({ examples: [...known] });
}

const momentError =
  'must be an id of a snapshot, a day such as 2026-03-01 or a time such as 2026-03-01T12:00:00Z';

export function moment(endOfDay: boolean) {
  const read = z.string().transform((text, context) => {
    const moments = parseMoment(text, endOfDay);
    if (moments !== null) return moments;
    context.addIssue({ code: 'custom', message: momentError });
    return z.NEVER;
  });
  return read.optional();
}

/**
 * Null if the text is neither an id nor a time. A day ends with its last millisecond if `endOfDay`.
 */
function parseMoment(text: string, endOfDay: boolean) {
  const isSnapshot = snapshotIdPattern.test(text);
  const isDay = z.iso.date().safeParse(text).success;
  if (!isSnapshot && !isDay && !z.iso.datetime({ offset: true }).safeParse(text).success)
    return null;
  const iso = text.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*$/,
    '$1-$2-$3T$4:$5:$6.$7Z',
  );
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return null;
  return { ms: isDay && endOfDay ? ms + dayMs - 1 : ms, snapshot: isSnapshot ? text : null };
}

export const listed = <T>(item: T | undefined) => (item === undefined ? undefined : [item]);

/** `"a", "b" or "c"` */
export function quoted(list: readonly string[]): string {
  const all = list.map((value) => `"${value}"`);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
