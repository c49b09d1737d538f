/** How several values are written, for addresses that write them as other services read them. */
import * as z from 'zod';
import { toLowercase } from '../../common/fold.ts';
import { parseJson } from '../../common/json.ts';
import { badParameter, type ErrorDetail, HttpError } from '../errors.ts';
import { apiFilterSchema, type Filter } from '../query/filters/index.ts';
import { formField } from '../query/filters/kind.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { capitalize } from '../text/clip.ts';
import type { Shape } from './parameter.ts';
import { fieldPrefix, isRepeatable, type SelectionParameters } from './parse.ts';

const severalWritten = 'several are written';

/** Names of parameters in tools, on pages and in other services. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['sort', 'sorting'],
  ['columns', 'fields'],
  ['cols', 'fields'],
]);

/** `network` of `network[]` and `network[0]`, `f.gpu` of `f[gpu]` and `f.gpu[]`. */
function correctedName(name: string): string {
  const field = name.replace(/^f\[([^[\]]*)\]/, formField('$1'));
  const plain = field.replace(/\[\d*\]$/, '');
  return otherNames.get(plain) ?? plain;
}

/** The refusal of a parameter with how its name is written, and several of its values. */
export function withSeveral(query: URLSearchParams, shape: Shape, error: HttpError): HttpError {
  const { parameter: name = '', allowed = [] } = error.detail;
  // It says so already.
  if (error.message.includes(severalWritten)) return error;
  const isKnown = (parameter: string) =>
    Object.hasOwn(shape, parameter) || isField(parameter, shape);
  const corrected = isKnown(name) && !name.endsWith(']') ? name : correctedName(name);
  if (!isKnown(corrected)) return error;
  if (allowed.includes(`${name}.min`))
    return changed(error, `: write ${name}.min, ${name}.max or both`, {
      suggestion: `${name}.min`,
    });
  const values = query.getAll(name).flatMap(partsOf);
  const several = isList(corrected, shape) ? `; ${severalText(corrected, values)}` : '';
  if (corrected !== name)
    return changed(error, `: write ${corrected}${several}`, { suggestion: corrected });
  if (values.length < 2) return error;
  const isOne = several === '' && values.every((value) => allowed.includes(value));
  return changed(error, isOne ? `: ${name} takes one value` : several);
}

/** The values of `a,b`, `a;b`, `a|b` and `["a","b"]`, as other services write several. */
function partsOf(text: string): readonly string[] {
  const parts = text.replace(/["[\]]/g, '').split(/[,;|]/);
  return parts.map((part) => part.trim()).filter(Boolean);
}

function isField(name: string, shape: Shape): boolean {
  return 'filters' in shape && name.startsWith(fieldPrefix);
}

function isList(name: string, shape: Shape): boolean {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return schema === undefined ? isField(name, shape) : isRepeatable(schema);
}

function changed(error: HttpError, more: string, detail: ErrorDetail = {}): HttpError {
  const { status, code, headers, message } = error;
  return new HttpError(status, code, `${message}${more}`, {
    detail: { ...error.detail, ...detail },
    headers,
    cause: error,
  });
}

/** `several are written network=base&network=ethereum` */
function severalText(name: string, values: readonly string[]): string {
  const [first = 'a', second = 'b'] = values;
  const query = new URLSearchParams();
  for (const value of [first, second]) query.append(name, value.slice(0, 40));
  return `${severalWritten} ${query}`;
}

const filtersSchema = z.array(apiFilterSchema);

/**
 * Throws 400 for a value of a filter that is no value of its column, but several with commas or
 * other signs between them. A value of the data may have a comma.
 */
export function assertSeparateValues(
  { form, filters }: Pick<SelectionParameters, 'form' | 'filters'>,
  snapshot: Snapshot,
): void {
  const refused = (name: string, value: string, written: string) =>
    badParameter(name, `no value "${value.slice(0, 100)}"; ${written}`);
  for (const [name, value] of form ?? []) {
    const several = severalValues(name.slice(fieldPrefix.length), value, snapshot);
    if (several.length > 0) throw refused(name, value, severalText(name, several));
  }
  const listed = filtersSchema.safeParse(parseJson(filters ?? ''));
  for (const { id, value: values } of listed.data ?? [])
    for (const value of values) {
      const several = severalValues(id, value, snapshot);
      if (several.length > 0)
        throw refused('filters', value, `${severalWritten} "value":${JSON.stringify(several)}`);
    }
}

/**
 * `Several are written f.gpu=A&f.gpu=B.`, for each value of the filters that names several.
 */
export function severalNotes(filters: readonly Filter[], snapshot: Snapshot): string[] {
  const values = filters.flatMap((filter) =>
    filter.kind === 'anyOf'
      ? filter.values.map((value) => [filter.column.key, value] as const)
      : [],
  );
  return values.flatMap(([key, value]) => {
    const several = severalValues(key, value, snapshot);
    return several.length === 0 ? [] : [`${capitalize(severalText(formField(key), several))}.`];
  });
}

/** The values of a column that a text names with signs between them; none if it is one. */
function severalValues(key: string, text: string, snapshot: Snapshot): readonly string[] {
  if (!/[,;|[]/.test(text)) return [];
  const known = snapshot.catalog.categoryKeys.flatMap((category) =>
    snapshot.facetIndex(category).columns.flatMap((index) => {
      return index.kind === 'values' && index.column.key === key ? index.values : [];
    }),
  );
  const values = new Set(known.map(toLowercase));
  const plain = (part: string) => part.replace(/^!/, '');
  const parts = partsOf(text).map(plain);
  const isSeveral = parts.every((part) => values.has(toLowercase(part)));
  return isSeveral && !values.has(toLowercase(plain(text))) ? parts : [];
}
