/** A resource of the API: its address, its parameters, the shape of its answer and its handler. */
import type { z } from 'zod';
import { HttpError } from '../errors.ts';
import type { Context, Handler, Route } from '../http/context.ts';
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
  readonly queue?: NonNullable<Route['queue']>;
  readonly handler: (deps: ResourceDeps) => Handler;
}

/** Base path of the resources of a network. */
export const networkApi = '/api/infrastructure-providers';

/** Sends a Buffer, because Koa encodes a string a second time to measure it. */
export function sendJson(ctx: Context, json: string | readonly string[]): void {
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = typeof json === 'string' ? Buffer.from(json) : encodeParts(json);
}

/** UTF-8 of the parts, one after the other. Joining them to a text first takes twice the time. */
function encodeParts(parts: readonly string[]): Buffer {
  const body = Buffer.allocUnsafeSlow(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0));
  let bytes = 0;
  for (const part of parts) bytes += body.write(part, bytes);
  return body;
}

/** The format that the extension of an address names. Throws 404 if there is no such format. */
export function formatOf<Name extends string>(path: string, formats: Readonly<Record<Name, unknown>>): Name {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const found = (Object.keys(formats) as Name[]).find((name) => name === extension);
  if (found !== undefined) return found;
  throw new HttpError(404, 'not-found', 'nothing is at this address');
}
