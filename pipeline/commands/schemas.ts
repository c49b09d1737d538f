/**
 * `make schemas`: writes Table Schemas and JSON Schemas of the tables of the sources, for programs
 * of editors.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../common/make-folder.ts';
import { ProblemCollector } from '../problem.ts';
import { readSources } from '../read/read-sources.ts';
import { plural } from '../report/counts.ts';
import { describeSourceTables } from './edit/describe-tables.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

export async function schemas({ sources, project, build, to }: Flags): Promise<number> {
  const folders = { sources, defaults: path.join(project, 'sources') };
  const { meta } = await readSources(folders, new ProblemCollector().add);
  const folder = path.resolve(to ?? path.join(build, 'schemas'));
  await makeFolder(folder);
  const tables = describeSourceTables(meta);
  const write = (file: string, schema: object) =>
    writeFile(path.join(folder, file), `${JSON.stringify(schema, null, 2)}\n`);
  for (const { name, tableSchema, jsonSchema } of tables) {
    await write(`${name}.table-schema.json`, tableSchema);
    await write(`${name}.schema.json`, jsonSchema);
  }
  print(`${plural(tables.length * 2, 'schema')} in ${folder}`);
  return 0;
}
