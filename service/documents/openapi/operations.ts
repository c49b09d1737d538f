/** OpenAPI operations, generated from API resources and from descriptions of pages, texts and files. */
import type { z } from 'zod';
import { dataLicense } from '../../../model/dataset.ts';
import { describeParameters, type ParameterName } from '../../api/parameters/index.ts';
import type { ParameterInput } from '../../api/parameters/input.ts';
import type { Resource } from '../../api/resource.ts';
import { errorShape } from '../../api/shapes.ts';
import type { RouteKind } from '../../http/context.ts';
import { snapshotParameter } from '../../snapshot/holder.ts';
import { type Failure, failureOf, headers, notModified } from './failures.ts';
import { type JsonSchema, toSchemas } from './schemas.ts';

export const license = { name: `Data: ${dataLicense.label}`, url: dataLicense.url };

/** An operation to describe. Resources of the API are strict; `kind` says what other addresses answer. */
export interface Described extends Omit<Resource, 'handler'> {
  readonly kind?: Exclude<RouteKind, 'api'>;
  /** Tag of this operation, if not that of the others. */
  readonly tag?: string;
}

interface OperationsInput extends ParameterInput {
  readonly operations: readonly Described[];
  readonly tag: string;
  /** Whether a later snapshot may lack what the base address names. */
  readonly mayVanish?: boolean;
  /** Further shapes for the components, by name. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
}

/** The operations by path, and the component schemas and responses that they refer to. */
export function describeOperations({ operations, tag, mayVanish = false, shapes = {}, ...examples }: OperationsInput) {
  const described = describeParameters(examples);
  const bodies = operations.flatMap(({ operationId, content, headers: own = {} }) => [
    ...Object.entries(content).map(([type, shape]) => [`${operationId} ${type}`, shape] as const),
    ...Object.entries(own).map(([name, shape]) => [`${operationId} ${name}`, shape] as const),
  ]);
  const parameterShapes = Object.entries(described).map(([name, { schema }]) => [`parameter ${name}`, schema] as const);
  const all = { error: errorShape, ...Object.fromEntries([...bodies, ...parameterShapes]), ...shapes };
  const { schemas, components } = toSchemas(all);
  const parameterOf = (name: ParameterName) => ({ name, ...described[name], schema: schemas[`parameter ${name}`] });
  const responses = new Map<string, object>();
  const paths = operations.map((operation) => {
    const { path, operationId, summary } = operation;
    const success = toSuccess(operation, schemas);
    const failed = statusesOf(operation, mayVanish).map((status) => {
      const { name, response } = failureOf(status, formOfErrors(operation));
      responses.set(name, response);
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    });
    const get = {
      operationId,
      tags: [operation.tag ?? tag],
      summary,
      parameters: namesOf(operation).map(parameterOf),
      responses: { ...success, ...Object.fromEntries(failed) },
    };
    return [path, { get }] as const;
  });
  const named = Object.keys(shapes).map((name) => [name, schemas[name] ?? {}] as const);
  return {
    paths: Object.fromEntries(paths),
    schemas: { ...components, ...Object.fromEntries(named) },
    responses: { NotModified: notModified, ...Object.fromEntries(responses) },
  };
}

/** The snapshot can be chosen on every route of the API. */
function namesOf({ kind, parameters }: Described): ParameterName[] {
  return [...parameters, ...(kind === undefined ? [snapshotParameter] : []), 'ifNoneMatch'] as ParameterName[];
}

/** Statuses of the errors that can occur. A wrong method and a long address fail everywhere. */
function statusesOf({ kind, path, parameters }: Described, mayVanish: boolean): Failure[] {
  const isFile = kind === 'file';
  const readsQuery = kind === undefined || (kind === 'page' && parameters.length > 0);
  return [
    ...(readsQuery ? (['400'] as const) : []),
    ...(path.includes('{') || mayVanish ? (['404'] as const) : []),
    '405',
    // A snapshot that is named in the query or in the path may be removed.
    ...(kind === undefined || path.startsWith('/snapshots/{id}/') ? (['410'] as const) : []),
    ...(isFile ? (['412'] as const) : []),
    '414',
    ...(isFile ? (['416'] as const) : []),
    '500',
    '503',
  ];
}

function formOfErrors({ kind, content }: Described): 'Page' | 'Markdown' | '' {
  if (kind === 'page') return 'Page';
  return 'text/markdown' in content ? 'Markdown' : '';
}

/** The responses 200, 304 and, for files, 206. */
function toSuccess(described: Described, schemas: Readonly<Record<string, JsonSchema>>): Record<string, object> {
  const { operationId, content, headers: own = {}, kind } = described;
  const schemaOf = (name: string) => schemas[`${operationId} ${name}`] ?? {};
  const ownHeaders = Object.keys(own).map((name) => {
    const { description, ...schema } = schemaOf(name);
    return [name, { description, schema }] as const;
  });
  const success = {
    description: 'Success.',
    headers: { ETag: headers.ETag, ...Object.fromEntries(ownHeaders) },
    content: Object.fromEntries(Object.keys(content).map((type) => [type, { schema: schemaOf(type) }])),
  };
  const partial = {
    description: 'The requested range of bytes.',
    headers: { ETag: headers.ETag, 'Content-Range': headers['Content-Range'] },
    content: Object.fromEntries(
      Object.keys(content).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  };
  return {
    '200': success,
    ...(kind === 'file' ? { '206': partial } : {}),
    '304': { $ref: '#/components/responses/NotModified' },
  };
}
