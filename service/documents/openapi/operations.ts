/** OpenAPI operations, generated from API resources. */
import type { z } from 'zod';
import { describeParameters, type ParameterInput, type ParameterName } from '../../api/parameters.ts';
import type { Resource } from '../../api/resource.ts';
import { errorShape } from '../../api/shapes.ts';
import { snapshotParameter } from '../../snapshot/parameter.ts';
import { type JsonSchema, refTo, toSchemas } from './schemas.ts';

const description = 'The request cannot be answered. The body describes the problem and lists accepted values.';
const json = { 'application/json': { schema: refTo('Error') } };
/** Pages have HTML errors, and JSON ones for clients that do not accept HTML. */
const page = { 'text/html': { schema: { type: 'string' } }, ...json };
const unavailable = 'No data is published yet, or the service is overloaded.';
const retry = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};

/** Components that the failures of operations refer to. */
export const failures = {
  Failure: { description, content: json },
  PageFailure: { description, content: page },
  Unavailable: { description: unavailable, headers: retry, content: json },
  PageUnavailable: { description: unavailable, headers: retry, content: page },
};

export const license = { name: 'Data: CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };

export interface OperationInput {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly response: { readonly content: Readonly<Record<string, object>> };
}

export function toOperation({ operationId, tag, summary, parameters = [], response }: OperationInput) {
  const prefix = Object.keys(response.content).includes('text/html') ? 'Page' : '';
  const responses = {
    '200': response,
    '4XX': { $ref: `#/components/responses/${prefix}Failure` },
    '500': { $ref: `#/components/responses/${prefix}Failure` },
    '503': { $ref: `#/components/responses/${prefix}Unavailable` },
  };
  return { get: { operationId, tags: [tag], summary, ...(parameters.length > 0 ? { parameters } : {}), responses } };
}

export function textResponse(type: string) {
  return { description: 'Success.', content: { [type]: { schema: { type: 'string' } } } };
}

interface ResourcesInput extends ParameterInput {
  readonly resources: readonly Resource[];
  readonly tag: string;
  /** Further shapes for the components, by name. */
  readonly shapes?: Readonly<Record<string, z.ZodType>>;
}

/** The operations of resources by path, the parameters they use, and the component schemas they refer to. */
export function describeResources({ resources, tag, shapes = {}, ...examples }: ResourcesInput) {
  const described = describeParameters(examples);
  const bodies = resources.flatMap(({ operationId, content, headers = {} }) => [
    ...Object.entries(content).map(([type, shape]) => [`${operationId} ${type}`, shape] as const),
    ...Object.entries(headers).map(([name, shape]) => [`${operationId} ${name}`, shape] as const),
  ]);
  const parameterShapes = Object.entries(described).map(([name, { schema }]) => [`parameter ${name}`, schema] as const);
  const all = { error: errorShape, ...Object.fromEntries([...bodies, ...parameterShapes]), ...shapes };
  const { schemas, components } = toSchemas(all);
  const parameterOf = (name: keyof typeof described) => ({
    name,
    ...described[name],
    schema: schemas[`parameter ${name}`],
  });
  const paths = resources.map((resource) => {
    const { path, operationId, summary } = resource;
    const names: readonly ParameterName[] = [...resource.parameters, snapshotParameter];
    const parameters = names.map(parameterOf);
    const response = toResponse(resource, schemas);
    return [path, toOperation({ operationId, tag, summary, parameters, response })] as const;
  });
  const named = Object.keys(shapes).map((name) => [name, schemas[name] ?? {}] as const);
  return { paths: Object.fromEntries(paths), parameterOf, components: { ...components, ...Object.fromEntries(named) } };
}

function toResponse({ operationId, content, headers }: Resource, schemas: Readonly<Record<string, JsonSchema>>) {
  const schemaOf = (name: string) => schemas[`${operationId} ${name}`] ?? {};
  const described = Object.keys(headers ?? {}).map((name) => {
    const { description, ...schema } = schemaOf(name);
    return [name, { description, schema }] as const;
  });
  return {
    description: 'Success.',
    ...(headers ? { headers: Object.fromEntries(described) } : {}),
    content: Object.fromEntries(Object.keys(content).map((type) => [type, { schema: schemaOf(type) }])),
  };
}
