/** A resource of the API: its address, its parameters, the shape of its answer and its handler. */
import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import type { Handler, Route } from '../http/context.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import type { KeptSnapshots } from '../snapshot/kept.ts';
import type { Urls } from '../urls.ts';
import type { ParameterName } from './parameters/index.ts';

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
  readonly parameters: readonly ParameterName[];
  /** Shape of the body by media type. */
  readonly content: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Whether a parameter names a single thing: 404 if that is unknown. */
  readonly namesOne?: boolean;
  readonly queue?: NonNullable<Route['queue']>;
  readonly handler: (deps: ResourceDeps) => Handler;
}

/** Base path of the resources of a network. */
export const networkApi = '/api/infrastructure-providers';

/** The format that the extension of an address names. Throws 404 if there is no such format. */
export function formatOf<Name extends string>(path: string, formats: Readonly<Record<Name, unknown>>): Name {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const found = (Object.keys(formats) as Name[]).find((name) => name === extension);
  if (found !== undefined) return found;
  throw new HttpError(404, 'not-found', 'nothing is at this address');
}
