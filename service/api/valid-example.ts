/** Adds an example that works to an error of a parameter. */
import { HttpError } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { formField } from '../query/filters/kind.ts';
import { fieldPrefix } from '../query/params.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findExamples } from './parameters/examples.ts';
import { describeParameters } from './parameters/index.ts';
import type { Resource } from './resource.ts';

/** The error with a valid value of its parameter, or of the one that was probably meant. Without a snapshot there are no values. */
export function withExample({ state }: Context, parameters: Resource['parameters'], error: HttpError): HttpError {
  if (state.snapshot === null) return error;
  const { status, code, message, detail, headers } = error;
  const names = [detail.parameter, detail.suggestion];
  const example = exampleOf(state.snapshot, state.network, { parameters, names });
  return new HttpError(status, code, message, { detail: { ...detail, ...example }, headers, cause: error });
}

interface Wanted extends Pick<Resource, 'parameters'> {
  /** Parameters to show a value of; the first that the resource has is shown. */
  readonly names: readonly (string | undefined)[];
}

/** `category=apis`, of the first of the names that the resource has, or of its first parameter. */
function exampleOf(snapshot: Snapshot, network: string | null, { parameters, names }: Wanted) {
  const examples = snapshot.derived.of(`examples ${network ?? ''}`, () => findExamples(snapshot, network));
  const described = describeParameters({ categoryKeys: snapshot.catalog.categoryKeys, ...examples });
  const known = parameters.flatMap((key): (readonly [string, string])[] => {
    const parameter: { name?: string; in?: string; example?: unknown } = described[key];
    const [value] = [parameter.example].flat();
    if (parameter.in !== undefined || value === undefined) return [];
    return [[parameter.name ?? key, String(value)]];
  });
  const provider = examples.exampleProvider?.name;
  if (parameters.includes('filters') && provider !== undefined) known.push([formField('provider'), provider]);
  const wanted = names.map((name) => (name?.startsWith(fieldPrefix) ? formField('provider') : name));
  const named = wanted.flatMap((name) => known.filter(([candidate]) => candidate === name));
  const [found] = [...named, ...known];
  return found === undefined ? {} : { example: found.join('=') };
}
