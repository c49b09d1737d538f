/** The generated parts of docs/, from a service that has all categories and a build. */
import { rules } from '../../pipeline/rules.ts';
import { type Query, readDocument } from '../../test/support/documents.ts';
import type { Get } from '../../test/support/service-get.ts';
import { formatApi, type OpenApi } from './api.ts';
import { formatTables } from './tables.ts';

/** The table of rules in docs/checks.md. Its sections are written by hand. */
function formatChecks(markdown: string): string {
  const lines = Object.entries(rules).map(
    ([name, rule]) =>
      `| [${name}](#${name}) | ${rule.severity} | ${'fixable' in rule && rule.fixable ? 'yes ' : ''}|\n`,
  );
  return markdown.replace(/(?<=\| rule .*\n\|---\|---\|---\|\n)(?:\|.*\n)*/, lines.join(''));
}

export async function buildReferences(
  get: Get,
  query: Query,
): Promise<ReadonlyMap<string, string>> {
  const read = async (target: string) => (await get(target)).json() as unknown as OpenApi;
  return new Map([
    [
      'docs/reference/api.md',
      formatApi(await read('/openapi.json'), await read('/networks/ethereum/openapi.json')),
    ],
    ['docs/checks.md', formatChecks(await readDocument('docs/checks.md'))],
    ['docs/reference/tables.md', await formatTables(query)],
  ]);
}
