/** A resource of the API: its address, its parameters, the shape of its answer and its handler. */
import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import {
  type Context,
  type Handler,
  networkKeyOf,
  type Route,
  type RouteKind,
  snapshotOf,
} from '../http/context.ts';
import { assertNotice, type Deprecated, setDeprecation } from '../http/deprecation.ts';
import { sendJson } from '../http/respond.ts';
import type { Shape } from '../questions/parameter.ts';
import { type ParsedParameters, parseParameters } from '../questions/parse.ts';
import { type Place, placeOf } from '../questions/place.ts';
import { assertSeparateValues } from '../questions/several.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import type { KeptSnapshots } from '../snapshot/kept.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { networkApi, type Urls } from '../urls.ts';
import type { Address } from './address.ts';
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

export interface Resource extends Address {
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
  /** Of an interface that others define: their clients send parameters that only others read. */
  readonly ignoresUnknown?: boolean;
  readonly queue?: NonNullable<Route['queue']>;
  /** Of what is to be removed: its answers have the headers, and the OpenAPI document says so. */
  readonly deprecated?: Deprecated;
  /** Operations of the published interface come first in the OpenAPI document. */
  readonly isPublished?: boolean;
  readonly handler: (deps: ResourceDeps) => Handler;
}

/**
 * An operation of an OpenAPI document. Resources of the API are strict; `kind` says what other
 * addresses answer.
 */
export interface Described extends Omit<Resource, 'handler' | 'on'> {
  readonly kind?: Exclude<RouteKind, 'api'>;
  /** Tag of this operation, if not that of the others. */
  readonly tag?: string;
}

/** A request, and what handlers of a few resources need. */
export interface Request extends ResourceDeps {
  readonly ctx: Context;
}

/** The facts of an answer, or its JSON as one text or in parts, unless it is sent already. */
type Answer = object | string | readonly string[] | undefined;

interface Definition<Q extends Shape, P extends Place>
  extends Omit<Resource, 'handler' | 'on' | 'parameters'> {
  /** The site by default. */
  readonly on?: Resource['on'];
  readonly parameters: Q;
  /** Throws 4xx. */
  readonly answer: (
    parameters: ParsedParameters<Q>,
    place: P,
    request: Request,
  ) => Promise<Answer> | Answer;
}

export function resource<Q extends Shape, P extends Place = Place>({
  answer,
  ...described
}: Definition<Q, P>): Resource {
  const { deprecated } = described;
  if (deprecated !== undefined) assertNotice(deprecated);
  return {
    on: 'site',
    ...described,
    handler: (deps) => async (ctx) => {
      // The routes of a network have its place only.
      const place = requestedPlace(ctx, deps.urls) as P;
      const parameters = parseParameters(ctx.state.parameters, described.parameters);
      assertSeparateValues(parameters, place.snapshot);
      const facts = await answer(parameters, place, { ...deps, ctx });
      if (deprecated !== undefined)
        setDeprecation(ctx, deprecated, (path) => deps.urls.to(null, path));
      if (facts !== undefined) sendFacts(ctx, place.snapshot, facts);
    },
  };
}

function sendFacts(ctx: Context, snapshot: Snapshot, facts: NonNullable<Answer>): void {
  const isText = typeof facts === 'string' || Array.isArray(facts);
  sendJson(ctx, isText ? facts : writeResult(snapshot, facts));
}

/** A resource of a network: the path is below `networkApi`. */
export function networkResource<Q extends Shape>(
  definition: Definition<Q, Place & { readonly network: string }>,
): Resource {
  return resource({ ...definition, on: 'network', path: `${networkApi}${definition.path}` });
}

/** JSON of an answer of the shape that `resultShape` makes. */
export function writeResult(
  { manifest: { generatedAt } }: Pick<Snapshot, 'manifest'>,
  facts: object,
): string {
  return JSON.stringify({ result: { version: apiVersion, generatedAt, ...facts } });
}

/** Shapes of the formats by media type, for `content`. */
export function contentOf(
  formats: Readonly<Record<string, { readonly type: string; readonly shape: z.ZodType }>>,
): Resource['content'] {
  return Object.fromEntries(
    Object.values(formats).map(({ type, shape }) => [type.split(';')[0], shape]),
  );
}

/** The format that the extension of an address names. Throws 404 if there is no such format. */
export function formatOf<Name extends string>(
  path: string,
  formats: Readonly<Record<Name, unknown>>,
): Name {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const format = (Object.keys(formats) as Name[]).find((name) => name === extension);
  if (format !== undefined) return format;
  throw new HttpError(404, 'not-found', 'nothing is at this address');
}
