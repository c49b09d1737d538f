/** Identity of the sources: a hash and, for a clean git checkout, a revision. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../common/files-below.ts';
import { sha256Once } from '../common/hash.ts';
import { formatVersion } from '../model/manifest.ts';
import { periodState } from '../model/periods.ts';
import { type Blob, findRepository, lastCommit, listFiles } from './compare/history/git.ts';
import { compareText } from './problem.ts';
import { SourceFolder } from './read/source-folder.ts';
import { isSourceFile, type Sources } from './sources.ts';
import { readingsName } from './write/probe-files.ts';

interface BuiltWith {
  /** Files of probes. */
  readonly readings?: readonly string[];
  /** ISO day of which the offers are. */
  readonly day: string;
}

/**
 * Hashes the sources and the program: a changed pipeline gives new rows from old sources.
 * `program`: its hash.
 */
export function fingerprintOf(
  { files, logos, networks, periods }: Pick<Sources, 'files' | 'logos' | 'networks' | 'periods'>,
  program: string,
  { readings = [], day }: BuiltWith,
): string {
  const hash = createHash('sha256').update(`format ${formatVersion}\n${program}\n`);
  for (const file of files) hash.update(`${file.path} ${sha256Once(file.bytes)}\n`);
  for (const [name, logo] of logos) {
    const content = 'bytes' in logo ? sha256Once(logo.bytes) : '';
    hash.update(`${name} ${logo.fault} ${content}\n`);
  }
  // A network folder without files has rows too.
  for (const network of networks) hash.update(`${network}\n`);
  // A price that begins or ends between two builds gives other rows.
  for (const { value } of periods) hash.update(`${periodState(value, day)}\n`);
  // Files of readings never change.
  for (const file of readings) hash.update(`${readingsName(file)}\n`);
  return hash.digest('hex');
}

/**
 * Hash of the code of the pipeline in the project's folder, and of the versions of its packages.
 */
export function hashProgram(project: string): string {
  const hash = createHash('sha256');
  // The npm package has the compiled program only.
  const isPackage = !existsSync(path.join(project, 'pipeline'));
  const files = ['package.json', ...(isPackage ? ['dist/pipeline.js'] : [])];
  for (const file of files) hash.update(readFileSync(path.join(project, file)));
  if (!isPackage)
    for (const folder of ['common', 'model', 'pipeline']) hashCode(hash, project, folder);
  return hash.digest('hex');
}

function hashCode(hash: ReturnType<typeof createHash>, project: string, folder: string): void {
  for (const name of filesBelow(path.join(project, folder)).toSorted(compareText)) {
    hash.update(`${folder}/${name}\n`).update(readFileSync(path.join(project, folder, name)));
  }
}

/**
 * The last commit that touched the folder; null without a repository, or if a file that a build
 * reads is not as committed. Warns if git fails.
 */
export async function sourceRevision(
  sources: string,
  warn: (message: string) => void = () => undefined,
): Promise<string | null> {
  try {
    const repository = findRepository(sources);
    if (repository === null) return null;
    const commit = await lastCommit(repository);
    if (commit === '') return null;
    const committed = (await listFiles(repository, commit)).filter(({ path: name }) =>
      isSourceFile(name),
    );
    const folder = await SourceFolder.open(sources);
    const present = folder.files.filter(isSourceFile);
    const isSame = ({ path: name, id }: Blob) => {
      const bytes = folder.read(name);
      return bytes !== null && blobId(bytes, id.length) === id;
    };
    return present.length === committed.length && committed.every(isSame) ? commit : null;
  } catch (error) {
    warn(`the snapshot names no commit of its sources: HEAD ${(error as Error).message}`);
    return null;
  }
}

/** The id that git gives to the content of a file. */
function blobId(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
