/**
 * A broken snapshot is refused, whatever is broken, in bounded memory; service/snapshot/open has
 * the refusals of daily life.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { openSnapshot } from '../../../service/snapshot/open/open.ts';
import { publishInto } from '../../support/build-folder.ts';
import { openOptions } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { editListed, editManifest, restate } from '../support/forge.ts';

const apis = 'rows/apis.parquet';
const contents = 'serving/contents/apis.parquet';
const manifest = 'manifest.json';
const sparseBytes = 1_900_000_000;
/** `file` in the folder of the snapshot. */
type Act = (file: string, folder: string) => unknown;

const replace = (make: Act) => (file: string, folder: string) => {
  rmSync(file, { recursive: true });
  make(file, folder);
};
const fifo = replace((file) => spawnSync('mkfifo', [file]));
const folderFor = replace((file) => mkdirSync(file));
const sparse: Act = (file) => truncateSync(file, sparseBytes);
/** Moves what is there to another folder and leaves a link. */
const linkOutside: Act = (file, folder) => {
  const outside = path.join(folder, '../../outside');
  cpSync(file, outside, { recursive: true });
  replace(() => symlinkSync(outside, file))(file, folder);
};

const files: readonly (readonly [name: string, file: string, act: Act])[] = [
  ['a FIFO for a table that analysts read', apis, fifo],
  ['a FIFO for a table that the service reads', contents, fifo],
  ['a FIFO for the manifest', manifest, fifo],
  ['a folder for a file', apis, folderFor],
  ['a folder for the manifest', manifest, folderFor],
  ['a link to a file with the right bytes outside', apis, linkOutside],
  ['a link for a folder', 'rows', linkOutside],
  ['a link for the manifest', manifest, linkOutside],
  [
    'a link to a file of the same snapshot',
    apis,
    (file) => {
      renameSync(file, `${file}.whole`);
      symlinkSync('apis.parquet.whole', file);
    },
  ],
  ['a link to a device', apis, replace((file) => symlinkSync('/dev/zero', file))],
  ['a sparse file of 1.9 GB', apis, sparse],
  ['a sparse table of 1.9 GB that the service reads', contents, sparse],
  ['a sparse manifest of 1.9 GB', manifest, sparse],
  [
    'a file of 1.9 GB that the manifest states so',
    apis,
    (file, folder) => {
      truncateSync(file, sparseBytes);
      editListed(folder, apis, { bytes: sparseBytes });
    },
  ],
  ['an empty file', apis, (file) => truncateSync(file, 0)],
  [
    'a text for a table, with the right hash',
    contents,
    (file, folder) => {
      writeFileSync(file, 'hello');
      restate(folder, contents);
    },
  ],
  [
    'a file listed twice',
    '',
    (_, folder) => editManifest(folder, ({ files }) => files.push(...files.slice(0, 1))),
  ],
  ...(
    [
      ['a file listed in another spelling', apis, { path: `./${apis}` }],
      ['a file listed with two slashes', apis, { path: 'rows//apis.parquet' }],
      ['a table whose rows are not stated', apis, { rows: null }],
      ['a text that states rows', 'report.json', { rows: 3 }],
    ] as const
  ).map(([name, file, changes]): [string, string, Act] => [
    name,
    file,
    (_, folder) => editListed(folder, file, changes),
  ]),
];

describe('a broken snapshot is refused', () => {
  const cleanUp = afterAll();
  let build: string;
  let id: string;
  before(async () => {
    build = await makeTemporaryFolder(cleanUp);
    id = await publishInto({ build });
    const snapshot = await openSnapshot(path.join(build, 'snapshots', id), openOptions);
    snapshot.close();
  });

  async function assertRefused(act: (folder: string) => unknown): Promise<void> {
    const folder = path.join(await makeTemporaryFolder(cleanUp), 'snapshots', id);
    await cp(path.join(build, 'snapshots', id), folder, { recursive: true });
    await act(folder);
    const before = process.memoryUsage.rss();
    const opened = openSnapshot(folder, openOptions).then((snapshot) => snapshot.close());
    await assert.rejects(opened);
    assert.ok(process.memoryUsage.rss() - before < 500_000_000, 'memory is bounded');
  }

  for (const [name, file, act] of files)
    it(name, { timeout: 60_000 }, () =>
      assertRefused((folder) => act(path.join(folder, file), folder)),
    );
});
