/** The generated parts of docs/, from a service that has all categories and a build. */
import type { Query } from '../../support/documents.ts';
import { readDocument } from '../../support/documents.ts';
import type { Get } from '../../support/service-get.ts';
import { formatApi, type OpenApi } from './api.ts';
import { formatChecks } from './checks.ts';
import { formatTables } from './tables.ts';

export async function buildReferences(get: Get, query: Query): Promise<ReadonlyMap<string, string>> {
  const read = async (target: string) => (await get(target)).json() as unknown as OpenApi;
  return new Map([
    ['docs/reference/api.md', formatApi(await read('/openapi.json'), await read('/networks/ethereum/openapi.json'))],
    ['docs/checks.md', formatChecks(await readDocument('docs/checks.md'))],
    ['docs/reference/tables.md', await formatTables(query)],
  ]);
}
