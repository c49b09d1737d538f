/** `npm run references`: writes the generated pages of docs/reference/. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../support/paths.ts';
import type { CleanUp } from '../../support/temporary-folder.ts';
import { buildReferences } from './references.ts';

const works: (() => Promise<void>)[] = [];
const cleanUp: CleanUp = { after: (work) => works.push(work) };
for (const [file, text] of await buildReferences(cleanUp)) await writeFile(path.join(projectFolder, file), text);
for (const work of works.toReversed()) await work();
