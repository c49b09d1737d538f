/** The generated pages by file, from a build of `sources/` and a service that serves it. */
import path from 'node:path';
import { queryBuild, readDocument } from '../../support/documents.ts';
import { projectFolder } from '../../support/paths.ts';
import { buildFolder, openCurrent, startService } from '../../support/service-server.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { formatApi, type OpenApi } from './api.ts';
import { formatChecks } from './checks.ts';
import { formatTables } from './tables.ts';

export async function buildReferences(cleanUp: CleanUp): Promise<ReadonlyMap<string, string>> {
  const folder = await makeTemporaryFolder(cleanUp);
  const build = path.join(folder, 'build');
  await buildFolder(path.join(projectFolder, 'sources'), build);
  const service = await startService({ snapshot: await openCurrent(build), isShared: true });
  cleanUp.after(() => service.close());
  const read = async (target: string) => (await service.get(target)).json() as unknown as OpenApi;
  return new Map([
    ['docs/reference/api.md', formatApi(await read('/openapi.json'), await read('/networks/ethereum/openapi.json'))],
    ['docs/checks.md', formatChecks(await readDocument('docs/checks.md'))],
    ['docs/reference/tables.md', await formatTables(await queryBuild(folder))],
  ]);
}
