/**
 * OpenAPI operations, generated from API resources and from descriptions of pages, texts and files,
 * with the errors that they share.
 */
import * as z from 'zod';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { isOmitted } from '../../api/address.ts';
import type { Described } from '../../api/resource.ts';
import { errorShape, problemShape } from '../../api/shapes.ts';
import type { Page } from '../../pages/shared/definition.ts';
import {
  type Examples,
  exampleOf,
  type Described as ParameterMeta,
  type Shape,
} from '../../questions/parameter.ts';
import { conditions, ofEveryResource, ranges } from '../../questions/parameters.ts';
import { formShape, type JsonSchema, refTo, type Schemas, toSchemas } from './schemas.ts';

/** The operation of a page, if it has one. */
export function pageOperations<Deps>({
  path,
  kind,
  category,
  markdown,
  operation,
}: Page<Deps>): readonly Described[] {
  if (isOmitted(operation)) return [];
  const text = z.string();
  const content = { 'text/html': text, ...(markdown && { 'text/markdown': text }) };
  return [{ path, kind, parameters: {}, ...(category && { category }), ...operation, content }];
}

interface OperationsInput {
  readonly operations: readonly Described[];
  readonly tag: string;
  /** Whether a later snapshot may lack what the base address names. */
  readonly mayVanish?: boolean;
  /** Further components, by name. */
  readonly named?: Schemas;
  readonly examples: Examples;
  /** Columns with filters that fields of a form name; none where there is no category. */
  readonly filtered: readonly ColumnDefinition[];
}

/** The operations by path, and the component schemas and responses that they refer to. */
export function describeOperations({
  operations,
  tag,
  mayVanish = false,
  named,
  examples,
  filtered,
}: OperationsInput) {
  const form = filtered.length === 0 ? {} : { 'f.<column>': formShape(filtered, examples) };
  const parameters = operations.map((operation) => parametersOf(operation, form));
  const bodies = operations.flatMap(({ operationId, content, headers: contentHeaders = {} }) => [
    ...Object.entries(content).map(([type, shape]) => [`${operationId} ${type}`, shape] as const),
    ...Object.entries(contentHeaders).map(
      ([name, shape]) => [`${operationId} ${name}`, shape] as const,
    ),
  ]);
  const read = [...new Set(parameters.flat().map(({ schema }) => schema))];
  const shapes = read.map((schema, at) => [`parameter ${at}`, schema] as const);
  const { schemas, components } = toSchemas({
    error: errorShape,
    problem: problemShape,
    ...Object.fromEntries([...bodies, ...shapes]),
  });
  const schemaOf = (schema: z.ZodType) => schemas[`parameter ${read.indexOf(schema)}`] ?? {};
  const responses = new Map<string, object>();
  const paths = operations.map((operation, at) => {
    const { path, operationId, summary } = operation;
    const success = toSuccess(operation, schemas);
    const failed = statusesOf(operation, mayVanish).map((status) => {
      const { name, response } = failureOf(status, formOfErrors(operation));
      responses.set(name, response);
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    });
    const get = {
      operationId,
      ...(operation.deprecated === undefined ? {} : { deprecated: true }),
      tags: [operation.tag ?? tag],
      summary,
      // Linters ask for one beside the summary.
      description: summary,
      parameters: parameters[at]?.map((parameter) =>
        describeParameter(parameter, schemaOf(parameter.schema), examples),
      ),
      responses: { ...success, ...Object.fromEntries(failed) },
    };
    return [path, { get }] as const;
  });
  return {
    paths: Object.fromEntries(paths),
    schemas: { ...components, ...named?.components, ...named?.schemas },
    responses: { NotModified: notModified, ...Object.fromEntries(responses) },
  };
}

interface Place {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: z.ZodType;
}

/** The snapshot can be chosen on every route of the API, and every route answers conditions. */
function parametersOf({ kind, parameters, inPath = {} }: Described, form: Shape): Place[] {
  const placed = (shape: Shape, place: Place['in']) =>
    Object.entries(shape).map(([name, schema]): Place => ({ name, in: place, schema }));
  return [
    ...placed(inPath, 'path'),
    ...placed(parameters, 'query'),
    ...placed('filters' in parameters ? form : {}, 'query'),
    ...placed(kind === undefined ? ofEveryResource : {}, 'query'),
    ...placed(kind === 'file' ? { ...ranges, ...conditions } : conditions, 'header'),
  ];
}

function describeParameter(
  { name, in: place, schema }: Place,
  json: JsonSchema,
  examples: Examples,
) {
  const { about: _, description: __, required: ___, example: ____, ...described } = json;
  const { default: usual, ...rest } = described;
  const { about, description, required, values } = (schema.meta() ?? {}) as ParameterMeta;
  const isList = rest.type === 'array' || '$ref' in rest;
  return {
    ...(about === undefined ? {} : { about }),
    name,
    in: place,
    ...(place === 'path' || required === true ? { required: true } : {}),
    ...(isList ? { style: 'form', explode: true } : {}),
    schema: {
      ...(usual === undefined ? {} : { default: usual }),
      ...rest,
      ...(values === undefined ? {} : { examples: [...values(examples)] }),
    },
    description,
    example: exampleOf(schema, examples),
  };
}

/** Statuses of the errors that can occur. A wrong method and a long address fail everywhere. */
function statusesOf(
  { kind, path, parameters, namesOne = false }: Described,
  mayVanish: boolean,
): Failure[] {
  const isFile = kind === 'file';
  const readsQuery = kind === undefined || (kind === 'page' && Object.keys(parameters).length > 0);
  const some: Readonly<Partial<Record<Failure, boolean>>> = {
    '400': readsQuery,
    '404': path.includes('{') || mayVanish || namesOne,
    // A snapshot that is named in the query or in the path may be removed.
    '410': kind === undefined || path.startsWith('/snapshots/{id}/'),
    '412': isFile,
    '416': isFile,
  };
  return (Object.keys(kinds) as Failure[]).filter((status) => some[status] ?? true);
}

function formOfErrors({ kind, content }: Described): 'Page' | 'Markdown' | '' {
  if (kind === 'page') return 'Page';
  return 'text/markdown' in content ? 'Markdown' : '';
}

/** The responses 200, 304 and, for files, 206. */
function toSuccess(
  described: Described,
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, object> {
  const { operationId, content, headers: contentHeaders = {}, kind } = described;
  const schemaOf = (name: string) => schemas[`${operationId} ${name}`] ?? {};
  const ownHeaders = Object.keys(contentHeaders).map((name) => {
    const { description, ...schema } = schemaOf(name);
    return [name, { description, schema }] as const;
  });
  const success = {
    description: 'Success.',
    headers: { ETag: headers.ETag, ...Object.fromEntries(ownHeaders) },
    content: Object.fromEntries(
      Object.keys(content).map((type) => [type, { schema: schemaOf(type) }]),
    ),
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

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const headers = {
  ETag: text('Strong entity tag of the response, for `If-None-Match`.'),
  'Content-Range': text('The range of bytes that is sent, or the size of the file.'),
  Allow: text('Methods of the address.'),
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer' },
  },
} as const;

export const notModified = {
  description: 'The response is still that of the ETag in `If-None-Match`. It has no body.',
  headers: { ETag: headers.ETag },
};

interface Kind {
  readonly name: string;
  readonly description: string;
  readonly header?: keyof typeof headers;
}

const kinds = {
  '400': {
    name: 'BadRequest',
    description: 'A parameter is unknown, repeated, missing or invalid.',
  },
  '404': { name: 'NotFound', description: 'Nothing is at this address.' },
  '405': {
    name: 'MethodNotAllowed',
    description: 'The method is not GET, HEAD or OPTIONS.',
    header: 'Allow',
  },
  '410': { name: 'Gone', description: 'The snapshot is no longer available.' },
  '412': {
    name: 'PreconditionFailed',
    description: 'The file is not that of the ETag in `If-Match`.',
  },
  '414': { name: 'UriTooLong', description: 'The address is too long.' },
  '416': {
    name: 'RangeNotSatisfiable',
    description: 'The range begins after the end of the file.',
    header: 'Content-Range',
  },
  '500': { name: 'InternalError', description: 'The service failed.' },
  '503': {
    name: 'Unavailable',
    description: 'No data is published yet, or the service is overloaded.',
    header: 'Retry-After',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type Failure = keyof typeof kinds;

const json = {
  'application/json': { schema: refTo('Error') },
  'application/problem+json': { schema: refTo('Problem') },
};
/** Addresses that may end in `.md` have Markdown errors there. */
const markdown = { ...json, 'text/markdown': { schema: { type: 'string' } } };
/** Pages have HTML errors, and others for clients that do not accept HTML or prefer Markdown. */
const page = { 'text/html': { schema: { type: 'string' } }, ...markdown };

const rows = { '': json, Page: page, Markdown: markdown } as const;

/** The component of an error, and its name. `form` is the prefix of the name. */
export function failureOf(
  status: Failure,
  form: keyof typeof rows,
): { readonly name: string; readonly response: object } {
  const { name, description, header }: Kind = kinds[status];
  return {
    name: `${form}${name}`,
    response: {
      description,
      ...(header ? { headers: { [header]: headers[header] } } : {}),
      content: rows[form],
    },
  };
}
