/** A resource of the API: its address, its parameters, the shape of its answer and its handler. */
import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import { type Context, type Handler, networkKeyOf, type Route, snapshotOf } from '../http/context.ts';
import { sendJson } from '../http/respond.ts';
import type { Shape } from '../query/parameters.ts';
import { type Given, parseParameters } from '../query/params.ts';
import { networkApi, type Place, placeOf } from '../query/place.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import type { KeptSnapshots } from '../snapshot/kept.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { apiVersion } from './shapes.ts';

/** Throws 503 before the first snapshot, and 404 if it has no such network. */
export function requestedPlace(ctx: Context, urls: Urls): Place {
  return placeOf(snapshotOf(ctx), networkKeyOf(ctx), urls);
}

interface ResourceDeps {
  readonly urls: Urls;
  readonly kept: KeptSnapshots;
  readonly holder: Pick<SnapshotHolder, 'current'>;
}

export interface Resource {
  /** Below the base address of the site or of a network; `{name}` stands for one path segment. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Of the query. */
  readonly parameters: Shape;
  /** Of the path. */
  readonly inPath?: Shape;
  /** Shape of the body by media type. */
  readonly content: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Whether a parameter names a single thing: 404 if that is unknown. */
  readonly namesOne?: boolean;
  readonly queue?: NonNullable<Route['queue']>;
  readonly handler: (deps: ResourceDeps) => Handler;
}

/** A request: its place, and what handlers of a few resources need. */
export interface Asked extends Place, ResourceDeps {
  readonly ctx: Context;
}

interface Definition<Q extends Shape, A> extends Omit<Resource, 'handler' | 'parameters'> {
  readonly parameters: Q;
  /** The facts of the answer, or its JSON, unless it is sent already. Throws 4xx. */
  readonly answer: (given: Given<Q>, asked: A) => Promise<object | string | undefined> | object | string | undefined;
}

export function resource<Q extends Shape>({ answer, ...described }: Definition<Q, Asked>): Resource {
  return {
    ...described,
    handler: (deps) => async (ctx) => {
      const asked = { ...deps, ...requestedPlace(ctx, deps.urls), ctx };
      const facts = await answer(parseParameters(ctx.querystring, described.parameters), asked);
      if (facts === undefined) return;
      sendJson(ctx, typeof facts === 'string' ? facts : writeResult(asked.snapshot, facts));
    },
  };
}

/** A resource of a network: the path is below `networkApi`. */
export function networkResource<Q extends Shape>({
  answer,
  ...described
}: Definition<Q, Asked & { readonly network: string }>): Resource {
  return resource({
    ...described,
    path: `${networkApi}${described.path}`,
    answer: (given, { network, ...asked }) => answer(given, { ...asked, network: network ?? '' }),
  });
}

/** JSON of an answer of the shape that `resultShape` makes. */
export function writeResult({ manifest: { generatedAt } }: Pick<Snapshot, 'manifest'>, facts: object): string {
  return JSON.stringify({ result: { version: apiVersion, generatedAt, ...facts } });
}

/** Shapes of the formats by media type, for `content`. */
export function contentOf(
  formats: Readonly<Record<string, { readonly type: string; readonly shape: z.ZodType }>>,
): Resource['content'] {
  return Object.fromEntries(Object.values(formats).map(({ type, shape }) => [type.split(';')[0], shape]));
}

/** The format that the extension of an address names. Throws 404 if there is no such format. */
export function formatOf<Name extends string>(path: string, formats: Readonly<Record<Name, unknown>>): Name {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const found = (Object.keys(formats) as Name[]).find((name) => name === extension);
  if (found !== undefined) return found;
  throw new HttpError(404, 'not-found', 'nothing is at this address');
}
