/**
 * Uploads a build folder so that the target is whole at every moment: files, then manifests, then
 * the index. What the index no longer lists is removed at the end. Every step can be repeated.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseJson } from '../../../common/json.ts';
import { makeFolder } from '../../../common/make-folder.ts';
import { readText } from '../../../common/read-bounded.ts';
import { snapshotIdPattern, snapshotPaths } from '../../../model/manifest.ts';
import {
  type IndexedSnapshot,
  indexName,
  maxIndexBytes,
  type SnapshotIndex,
  snapshotIndexSchema,
} from '../../../model/snapshot-index.ts';
import { PipelineError } from '../../errors.ts';
import { joinRemote, type Rclone, RcloneError } from '../../rclone.ts';
import { snapshotFolder } from '../../snapshot/build-folder/publish.ts';
import { replaceFile } from '../../snapshot/build-folder/replace-file.ts';
import { findFault } from '../../snapshot/build-folder/snapshot-files.ts';

/**
 * `to`: rclone remote, or an absolute path. Throws PipelineError if the folder has no index, a
 * snapshot is damaged, or rclone fails.
 */
export async function upload(build: string, to: string, rclone: Rclone) {
  // The bytes of this moment: a build may publish meanwhile.
  const text = await readText(path.join(build, indexName), maxIndexBytes);
  const index = snapshotIndexSchema.safeParse(parseJson(text)).data;
  if (index === undefined)
    throw new PipelineError('no-index', `${build} has no ${indexName}: run \`make build\` first`);
  const target = new Target(to, rclone);
  const added = await target.findMissing(index);
  for (const { id } of added) {
    // Followers would refuse it.
    const fault = await findFault(snapshotFolder(build, id));
    if (fault !== null)
      throw new PipelineError(
        'broken-snapshot',
        `the snapshot "${id}" is damaged: ${fault}; nothing was uploaded`,
      );
  }
  if (added.length > 0) await target.addSnapshots(path.join(build, 'snapshots'), added);
  const [missing] = added.length > 0 ? await target.findMissing(index) : [];
  if (missing)
    throw new PipelineError(
      'removed',
      `a build removed the snapshot "${missing.id}" meanwhile: run the command again`,
    );
  await target.putIndex(text);
  const removed = await target.removeOthers(index);
  return { current: index.current, added: added.map(({ id }) => id), removed };
}

class Target {
  readonly #to: string;
  readonly #rclone: Rclone;

  constructor(to: string, rclone: Rclone) {
    this.#to = to;
    this.#rclone = rclone;
  }

  /**
   * Snapshots without their manifest in the target, which is uploaded after all other files of a
   * snapshot.
   */
  async findMissing({ snapshots }: SnapshotIndex): Promise<IndexedSnapshot[]> {
    const list = [
      'lsf',
      '--recursive',
      '--max-depth',
      '2',
      '--files-only',
      '--format',
      'sp',
      '--separator',
      ' ',
    ];
    const manifests = await this.#listing([...list, '--include', `/*/${snapshotPaths.manifest}`]);
    const complete = new Set(manifests);
    return snapshots.filter(
      ({ id, manifest }) => !complete.has(`${manifest.bytes} ${id}/${snapshotPaths.manifest}`),
    );
  }

  async addSnapshots(from: string, snapshots: readonly IndexedSnapshot[]): Promise<void> {
    const ids = snapshots.map(({ id }) => id);
    const manifests = `/*/${snapshotPaths.manifest}`;
    await this.#copy(from, [`- ${manifests}`, ...ids.map((id) => `+ /${id}/**`), '- *']);
    await this.#copy(from, [...ids.map((id) => `+ /${id}/${snapshotPaths.manifest}`), '- *']);
  }

  async #copy(from: string, rules: readonly string[]): Promise<void> {
    const words = ['copy', '--filter-from', '-', '--', from, this.#path('snapshots')];
    await this.#rclone.run(words, { input: rules.join('\n') });
  }

  /**
   * In a folder with one rename: rclone before version 1.63 writes a file in place. Object storage
   * replaces objects as a whole.
   */
  async putIndex(text: string): Promise<void> {
    if (path.isAbsolute(this.#to)) {
      await makeFolder(this.#to);
      return replaceFile(this.#to, indexName, { text, flush: true });
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'directory-publish-'));
    try {
      const file = path.join(folder, indexName);
      await writeFile(file, text);
      await this.#rclone.run(['copyto', '--', file, this.#path(indexName)]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The manifest first, so that a snapshot whose removal is interrupted does not look complete. */
  async removeOthers({ snapshots }: SnapshotIndex): Promise<string[]> {
    const kept = new Set(snapshots.map(({ id }) => id));
    const folders = await this.#listing(['lsf', '--dirs-only']);
    const ids = folders.map((name) => name.replace(/\/$/, ''));
    const others = ids.filter((id) => snapshotIdPattern.test(id) && !kept.has(id));
    for (const id of others) {
      const folder = this.#path(`snapshots/${id}`);
      await this.#rclone.run(['delete', '--include', `/${snapshotPaths.manifest}`, '--', folder]);
      await this.#rclone.run(['purge', '--', folder]);
    }
    return others;
  }

  /**
   * Lines about `snapshots/`; none if the target has no such folder. Object storage lists an empty
   * folder.
   */
  async #listing(words: readonly string[]): Promise<string[]> {
    try {
      const lines = await this.#rclone.run([...words, '--', this.#path('snapshots')]);
      return lines.split('\n').filter((line) => line !== '');
    } catch (error) {
      if (error instanceof RcloneError && error.isNotFound) return [];
      throw error;
    }
  }

  #path(name: string): string {
    return joinRemote(this.#to, name);
  }
}
