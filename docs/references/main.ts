/**
 * `npm run references`: writes the generated pages of docs/reference/ and the table of
 * docs/checks.md. Columns are those of `sources/`.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queryBuild } from '../../test/support/documents.ts';
import { projectFolder } from '../../test/support/paths.ts';
import { buildFolder, openCurrent, startService } from '../../test/support/service-server.ts';
import { buildReferences } from './references.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'directory-references-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const build = path.join(folder, 'build');
await buildFolder(path.join(projectFolder, 'sources'), build);
const service = await startService({ snapshot: await openCurrent(build) });
const written = await buildReferences(service.get, await queryBuild(folder));
for (const [file, text] of written) await writeFile(path.join(projectFolder, file), text);
await service.close();
