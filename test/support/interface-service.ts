/** A service whose every JSON answer is held against its own OpenAPI documents. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type OpenApiDocument, readDocument } from './interface-documents.ts';
import { type RowsResult, readRows } from './service-answers.ts';
import type { Answer, Get } from './service-get.ts';
import { type RowsParameters, rowsOf } from './service-paths.ts';
import { type TestService, type UsedService, useService } from './service-server.ts';

// Holds answers against the schemas of the service's own OpenAPI documents.

/** JSON that is described elsewhere than in an OpenAPI document of ours. */
const describedElsewhere = ['/openapi.json', '/.well-known/api-catalog', '/healthz', '/readyz'];

interface Described {
  readonly document: OpenApiDocument;
  readonly validators: Validators;
}

interface Validators {
  readonly ajv: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
}

export class Schemas {
  readonly #get: Get;
  readonly #described = new Map<string, Promise<Described>>();
  /** The documents of all networks have the same schemas, which take long to compile. */
  readonly #validators = new Map<string, Validators>();

  constructor(get: Get) {
    this.#get = get;
  }

  /**
   * Fails where the answer to `target` is JSON that its document does not describe, to the last
   * key.
   */
  async check(target: string, answer: Answer): Promise<void> {
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    const [, network, path = ''] = /^(\/networks\/[^/?]+)?([^?]*)/.exec(target) ?? [];
    const isPart = answer.status === 206;
    if (type !== 'application/json' || answer.text === '' || isPart)
      return this.#checkType(network, path, { answer, type });
    if (answer.status >= 400)
      return this.#assertValid(await this.#describe(''), '#/components/schemas/Error', {
        target,
        answer,
      });
    if (describedElsewhere.includes(path)) return;
    const described = await this.#describe(network ?? '');
    const template = templateOf(described.document, path);
    assert.ok(template, `${path} is described in ${network ?? ''}/openapi.json`);
    const pointer = `#/paths/${escapePointer(template)}/get/responses/${answer.status}/content/${escapePointer(type)}/schema`;
    this.#assertValid(described, pointer, { target, answer });
  }

  /**
   * Rows of one category, of which the answers of the service only say that they are of some
   * category.
   */
  async checkRows(network: string, category: string, rows: readonly unknown[]): Promise<void> {
    const described = await this.#describe(network);
    const validate = validatorOf(described, `#/components/schemas/Row_${category}`);
    for (const row of rows)
      assert.ok(validate(row), `${JSON.stringify(validate.errors)}\n${JSON.stringify(row)}`);
  }

  async #checkType(
    network: string | undefined,
    path: string,
    { answer, type }: { answer: Answer; type: string },
  ) {
    // `/changes.{format}` describes the feeds; the Markdown form of the page is in
    // docs/reference/pages.md.
    if (answer.status !== 200 || path === '/changes.md') return;
    const { document } = await this.#describe(network ?? '');
    const template = templateOf(document, path);
    const content = template && document.paths[template]?.get.responses['200']?.content;
    if (content)
      assert.ok(type in content, `${path} answers ${type}; described are ${Object.keys(content)}`);
  }

  #assertValid(
    described: Described,
    pointer: string,
    { target, answer }: { target: string; answer: Answer },
  ): void {
    const validate = validatorOf(described, pointer);
    assert.ok(
      validate(answer.json()),
      `${target}: ${JSON.stringify(validate.errors?.slice(-5))}\n${answer.text.slice(0, 500)}`,
    );
  }

  #describe(base: string): Promise<Described> {
    let described = this.#described.get(base);
    if (!described) this.#described.set(base, (described = this.#read(base)));
    return described;
  }

  async #read(base: string): Promise<Described> {
    const document = await readDocument(this.#get, base);
    const schemas = JSON.stringify([document.components, Object.keys(document.paths)]);
    const validators = this.#validators.get(schemas) ?? createValidators(document);
    this.#validators.set(schemas, validators);
    return { document, validators };
  }
}

function createValidators(document: OpenApiDocument): Validators {
  // Not strict: a document has more keys than its schemas. The linter validates the schemas.
  // Optimized code takes longer to make than it saves.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
  formats.default(ajv);
  ajv.addSchema(closeObjects(document) as object, 'document');
  return { ajv, compiled: new Map() };
}

function validatorOf(
  { validators: { ajv, compiled } }: Described,
  pointer: string,
): ValidateFunction {
  let validate = compiled.get(pointer);
  if (!validate) compiled.set(pointer, (validate = ajv.compile({ $ref: `document${pointer}` })));
  return validate;
}

/**
 * The path of the document that describes the address: itself, or one with `{name}` for a part of
 * it.
 */
function templateOf({ paths }: OpenApiDocument, path: string): string | undefined {
  const fits = (template: string) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return Object.keys(paths).find((template) => template === path) ?? Object.keys(paths).find(fits);
}

/**
 * Objects may have no other keys than the described ones: what a document does not mention is a
 * mistake in it.
 */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]),
  );
  const isObject =
    closed.type === 'object' && 'properties' in closed && !('additionalProperties' in closed);
  return isObject ? { ...closed, additionalProperties: false } : closed;
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}

export interface DescribedService extends UsedService {
  schemas(): Schemas;
  /** The answer's JSON, which has to be a 200. */
  read(target: string): Promise<unknown>;
  rows(network: string, parameters: RowsParameters): Promise<RowsResult>;
  /** All pages of the rows, with the most providers that a page can have. */
  allRows(network: string, parameters: RowsParameters): Promise<RowsResult['rows']>;
}

/** Suites that share a service share what is compiled of its documents. */
const schemas = new WeakMap<TestService, Schemas>();

function schemasOfService({ service, get }: UsedService): Schemas {
  const known = schemas.get(service()) ?? new Schemas(get);
  schemas.set(service(), known);
  return known;
}

/** Inside a `describe`, as useService is. */
export function useDescribedService(...given: Parameters<typeof useService>): DescribedService {
  const used = useService(...given);
  // Thousands of requests, one after the other: a connection for each would take longer than its
  // answer.
  const agent = new Agent({ keepAlive: true });
  const get: Get = async (target, options) => {
    const answer = await used.get(target, { agent, ...options });
    await schemasOf().check(target, answer);
    return answer;
  };
  const schemasOf = () => schemasOfService(used);
  const rows = async (network: string, parameters: RowsParameters) =>
    readRows(await get(rowsOf(network, parameters)));
  return {
    ...used,
    get,
    schemas: schemasOf,
    rows,
    read: async (target) => {
      const answer = await get(target);
      assert.equal(answer.status, 200, `${target}: ${answer.text}`);
      return answer.json();
    },
    allRows: async (network, parameters) => {
      const all: RowsResult['rows'] = [];
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const result = await rows(network, { pageSize: 100, ...parameters, page });
        all.push(...result.rows);
        totalPages = result.pagination.totalPages;
      }
      return all;
    },
  };
}
