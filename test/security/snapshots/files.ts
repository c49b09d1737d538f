/** Breakages of the files of a snapshot: kinds, sizes, links, what the manifest lists. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/build.ts';
import { editManifest, restate } from '../support/forge.ts';

export interface Breakage {
  readonly name: string;
  readonly act: (folder: string) => void | Promise<void>;
}

const apis = 'rows/apis.parquet';
const contents = 'serving/contents/apis.parquet';
const sparseBytes = 1_900_000_000;

export const fileBreakages: readonly Breakage[] = [
  { name: 'a FIFO for a table that analysts read', act: (folder) => fifo(path.join(folder, apis)) },
  { name: 'a FIFO for a table that the service reads', act: (folder) => fifo(path.join(folder, contents)) },
  { name: 'a FIFO for the manifest', act: (folder) => fifo(path.join(folder, 'manifest.json')) },
  { name: 'a folder for a file', act: (folder) => replace(path.join(folder, apis), (file) => mkdirSync(file)) },
  {
    name: 'a folder for the manifest',
    act: (folder) => replace(path.join(folder, 'manifest.json'), (file) => mkdirSync(file)),
  },
  { name: 'a link to a file with the right bytes outside', act: (folder) => linkOutside(path.join(folder, apis)) },
  { name: 'a link to a file of the same snapshot', act: linkInside },
  { name: 'a link for a folder', act: (folder) => linkOutside(path.join(folder, 'rows')) },
  { name: 'a link for the manifest', act: (folder) => linkOutside(path.join(folder, 'manifest.json')) },
  {
    name: 'a link to a device',
    act: (folder) => replace(path.join(folder, apis), (file) => symlinkSync('/dev/zero', file)),
  },
  { name: 'a sparse file of 1.9 GB', act: (folder) => truncateSync(path.join(folder, apis), sparseBytes) },
  {
    name: 'a sparse table of 1.9 GB that the service reads',
    act: (folder) => truncateSync(path.join(folder, contents), sparseBytes),
  },
  {
    name: 'a sparse manifest of 1.9 GB',
    act: (folder) => truncateSync(path.join(folder, 'manifest.json'), sparseBytes),
  },
  {
    name: 'a file of 1.9 GB that the manifest states so',
    act: (folder) => {
      truncateSync(path.join(folder, apis), sparseBytes);
      changeFile(folder, apis, { bytes: sparseBytes });
    },
  },
  { name: 'a file one byte shorter', act: (folder) => truncateSync(path.join(folder, contents), 500) },
  { name: 'an empty file', act: (folder) => truncateSync(path.join(folder, apis), 0) },
  {
    name: 'a text for a table, with the right hash',
    act: (folder) => {
      writeFileSync(path.join(folder, apis), 'hello');
      restate(folder, apis);
    },
  },
  {
    name: 'a text for a table that the service reads, with the right hash',
    act: (folder) => {
      writeFileSync(path.join(folder, contents), 'hello');
      restate(folder, contents);
    },
  },
  {
    name: 'a file listed twice',
    act: (folder) => editManifest(folder, ({ files }) => files.push(...files.slice(0, 1))),
  },
  { name: 'a file listed in another spelling', act: (folder) => changeFile(folder, apis, { path: `./${apis}` }) },
  { name: 'a file listed with two slashes', act: (folder) => changeFile(folder, apis, { path: 'rows//apis.parquet' }) },
  { name: 'a table that analysts read, not listed', act: (folder) => unlist(folder, apis) },
  { name: 'a table that the service reads, not listed', act: (folder) => unlist(folder, contents) },
  { name: 'a table whose rows are not stated', act: (folder) => changeFile(folder, apis, { rows: null }) },
  { name: 'a text that states rows', act: (folder) => changeFile(folder, 'report.json', { rows: 3 }) },
];

function fifo(file: string): void {
  replace(file, () => spawnSync('mkfifo', [file]));
}

function replace(file: string, make: (file: string) => void): void {
  rmSync(file, { recursive: true });
  make(file);
}

/** Moves what is there to another folder and leaves a link. */
function linkOutside(file: string): void {
  const outside = path.join(temporaryFolder(), path.basename(file));
  cpSync(file, outside, { recursive: true });
  replace(file, () => symlinkSync(outside, file));
}

function linkInside(folder: string): void {
  const file = path.join(folder, apis);
  renameSync(file, `${file}.whole`);
  symlinkSync('apis.parquet.whole', file);
}

function changeFile(folder: string, file: string, changes: object): void {
  editManifest(folder, (manifest) => {
    manifest.files = manifest.files.map((entry) => (entry.path === file ? { ...entry, ...changes } : entry));
  });
}

function unlist(folder: string, file: string): void {
  editManifest(folder, (manifest) => {
    manifest.files = manifest.files.filter((entry) => entry.path !== file);
  });
}
