/**
 * Reads arguments of calls generously where their meaning is plain: models and clients write texts
 * for numbers, lists and JSON.
 */
import * as z from 'zod';
import { parseJson } from '../../common/json.ts';

/**
 * The arguments as the schema has them. Null and blank ones count as left out. What has no plain
 * meaning stays as it is, to be refused.
 */
export function readArguments({ shape }: z.ZodObject, input: unknown): unknown {
  const values = typeof input === 'string' ? parseJson(input) : input;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return input;
  const stated = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(
    stated.map(([name, value]) => [
      name,
      Object.hasOwn(shape, name) ? readValue(shape[name], value) : value,
    ]),
  );
}

function readValue(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  const type = baseOf(schema);
  if (type instanceof z.ZodArray) return readList(type.element, value);
  if (type instanceof z.ZodObject) return readObject(type, value);
  if (type instanceof z.ZodNumber) return typeof value === 'string' ? readNumber(value) : value;
  if (type instanceof z.ZodBoolean) return flags.get(String(value).toLowerCase()) ?? value;
  if (type instanceof z.ZodString)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return value;
}

/** `40000000`, `40,000,000`, `40000000.0`. */
function readNumber(text: string): unknown {
  const digits = text.trim();
  const isWhole = /^-?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.0{1,6})?$/.test(digits);
  return isWhole ? Number(digits.replaceAll(',', '')) : text;
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

/**
 * Item of a list of keys, such as those of networks and columns, in which a text may name several:
 * `base, ethereum`.
 */
export const keySchema = z.string();

/** One item, or the JSON of a list, is a list. Null in a list of texts is an open end. */
function readList(element: z.core.$ZodType, value: unknown): unknown {
  const read =
    typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  const isText = baseOf(element) instanceof z.ZodString;
  const items = [read]
    .flat()
    .map((item) => (item === null && isText ? '' : readValue(element, item)));
  return element === keySchema ? items.flatMap(keysIn) : items;
}

/** Also of a list that is not quite JSON: `['base', 'ethereum']`. */
function keysIn(item: unknown): unknown {
  if (typeof item !== 'string' || !/[,;|[]/.test(item)) return item;
  const keys = item.split(/[,;|]/).map((part) => part.replaceAll(/['"[\]]/g, ' ').trim());
  return keys.filter((key) => key !== '');
}

/** A text alone is the `id` of a sort key. */
function readObject({ shape }: z.ZodObject, value: unknown): unknown {
  const isId = typeof value === 'string' && shape.id !== undefined && shape.desc !== undefined;
  if (isId) return { id: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const stated = Object.entries(value).filter(([, cell]) => cell !== null);
  return Object.fromEntries(
    stated.map(([name, cell]) => [
      name,
      Object.hasOwn(shape, name) ? readValue(shape[name], cell) : cell,
    ]),
  );
}

/** The schema without defaults and the like. */
function baseOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return baseOf(schema.unwrap());
  return schema instanceof z.ZodPipe ? baseOf(schema.out) : schema;
}

/** Form of an argument, for messages; null if there is none to show. */
export function formOf(schema: z.core.$ZodType | undefined): string | null {
  const type = baseOf(schema);
  if (type instanceof z.ZodArray) {
    const item = baseOf(type.element);
    if (!(item instanceof z.ZodObject)) return 'a list of texts, such as `["a", "b"]`';
    return item.shape.value === undefined
      ? '`[{"id": "provider", "desc": true}]`'
      : '`[{"id": "provider", "value": ["*"]}]`';
  }
  if (type instanceof z.ZodNumber) return 'a whole number';
  if (type instanceof z.ZodBoolean) return 'true or false';
  return type instanceof z.ZodString ? 'a text' : null;
}
