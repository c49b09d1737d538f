/**
 * The OpenAPI documents of a service, read as what they promise: operations, their answers, their
 * examples.
 */
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Get } from './service-get.ts';

const schema = z.looseObject({ required: z.array(z.string()).optional() });
const content = z.record(
  z.string(),
  z.looseObject({ schema: schema.optional(), example: z.unknown().optional() }),
);
const response = z.looseObject({ content: content.optional(), $ref: z.string().optional() });
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  example: z.unknown().optional(),
  schema: z.looseObject({ examples: z.array(z.unknown()).default([]) }),
});

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), response),
});

const category = z.looseObject({
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  count: z.int(),
  providersCount: z.int(),
});

const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({
    version: z.literal('1.0.0'),
    description: z.string().optional(),
    'x-coverage': z
      .strictObject({
        asOf: z.iso.datetime({ precision: 3 }),
        totalEntries: z.int(),
        categoryCount: z.int(),
        categories: z.array(category),
      })
      .optional(),
  }),
  servers: z.array(z.object({ url: z.url() })).length(1),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.strictObject({ get: operation })),
  'x-agent-actions': z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        method: z.string(),
        url: z.url(),
        description: z.string(),
      }),
    )
    .optional(),
});

export type OpenApiDocument = z.infer<typeof documentSchema>;
export type Operation = z.infer<typeof operation>;

/** The document at `<base>/openapi.json`. */
export async function readDocument(get: Get, base: string): Promise<OpenApiDocument> {
  const answer = await get(`${base}/openapi.json`);
  assert.equal(answer.status, 200, answer.text);
  return parseDocument(answer.json());
}

export function parseDocument(json: unknown): OpenApiDocument {
  const read = documentSchema.safeParse(json);
  return read.success ? read.data : assert.fail(z.prettifyError(read.error));
}

/**
 * Requests made of the examples of an operation's parameters: all of them, the required, and each
 * of the others alone. And the required with each further example of one of them. None where a
 * required one has no example. A category goes with all others, because columns belong to one.
 * Headers are left out.
 */
export function exampleRequests(path: string, operation: Operation): string[] {
  const parameters = operation.parameters.filter(
    (given) => given.example !== undefined && given.in !== 'header',
  );
  const required = parameters.filter((given) => given.required === true);
  if (required.length < operation.parameters.filter((given) => given.required === true).length)
    return [];
  const optional = parameters.filter((given) => given.required !== true);
  const category = optional.filter(({ name }) => name === 'category');
  const others = optional.filter(({ name }) => name !== 'category');
  const sets = [
    parameters,
    required,
    ...[...category, ...others].map((given) => [...required, ...new Set([...category, given])]),
    // Values of several belong together.
    ...(required.length > 1 ? [] : required).flatMap((given) =>
      given.schema.examples.map((example) =>
        required.map((each) => (each === given ? { ...given, example } : each)),
      ),
    ),
  ];
  return [...new Set(sets.map((set) => requestOf(path, set)))];
}

function requestOf(path: string, parameters: Operation['parameters']): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, example } of parameters) {
    if (place === 'query') for (const value of [example].flat()) query.append(name, String(value));
    else filled = filled.replace(`{${name}}`, encodeURIComponent(String(example)));
  }
  return `${filled}${query.size === 0 ? '' : `?${query}`}`;
}
