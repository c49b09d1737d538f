/** A service whose every JSON answer is held against its own OpenAPI documents. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { Schemas } from './interface-schemas.ts';
import { type RowsResult, readRows } from './service-answers.ts';
import type { Get } from './service-get.ts';
import { type RowsParameters, rowsOf } from './service-paths.ts';
import { type TestService, type UsedService, useService } from './service-server.ts';

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
  // Thousands of requests, one after the other: a connection for each would take longer than its answer.
  const agent = new Agent({ keepAlive: true });
  const get: Get = async (target, options) => {
    const answer = await used.get(target, { agent, ...options });
    await schemasOf().check(target, answer);
    return answer;
  };
  const schemasOf = () => schemasOfService(used);
  const rows = async (network: string, parameters: RowsParameters) => readRows(await get(rowsOf(network, parameters)));
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
