/** Adds an example that works to an error of a parameter. */
import { HttpError } from '../errors.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { formField } from '../query/filters/kind.ts';
import { fieldPrefix } from '../query/params.ts';
import { findExamples } from './parameters/examples.ts';
import { describeParameters } from './parameters/index.ts';
import type { Resource } from './resource.ts';

/** The handler of a resource. A 400 shows a valid value of the parameter, or of the one that was probably meant. */
export function withExamples({ parameters }: Pick<Resource, 'parameters'>, handler: Handler): Handler {
  return async (ctx, next) => {
    try {
      await handler(ctx, next);
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'bad-parameter') throw error;
      const { status, code, message, detail, headers } = error;
      const example = exampleOf(ctx, parameters, [detail.parameter, detail.suggestion]);
      throw new HttpError(status, code, message, { detail: { ...detail, ...example }, headers, cause: error });
    }
  };
}

/** `category=apis`, of the first of the names that the resource has, or of its first parameter. */
function exampleOf(ctx: Context, parameters: Resource['parameters'], names: readonly (string | undefined)[]) {
  const snapshot = snapshotOf(ctx);
  const { network } = ctx.state;
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
