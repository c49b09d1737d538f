/**
 * The folder that a follower copies, read with rclone. What it sends is bounded in size and time.
 */
import path from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../../common/json.ts';
import { stripEnd } from '../../../common/strip.ts';
import { type ManifestFile, maxFileBytes, snapshotPaths } from '../../../model/manifest.ts';
import {
  indexName,
  type SnapshotIndex,
  snapshotIndexSchema,
} from '../../../model/snapshot-index.ts';
import { PipelineError } from '../../errors.ts';
import { joinRemote, parseRemote, type Rclone, RcloneError } from '../../rclone.ts';
import { listedSchema } from '../../snapshot/build-folder/snapshot-files.ts';

/**
 * An origin that sends a byte now and then must not hold a follower. Files that came whole are not
 * copied again.
 */
const limits = { readMs: 60_000, copyMs: 3_600_000 };

export class Origin {
  /** As messages name it, without a trailing slash. */
  readonly address: string;
  readonly #rclone: Rclone;
  readonly #remote: string;
  readonly #options: readonly string[];

  /** `text`: an http(s) address, an rclone remote or a folder. Throws PipelineError. */
  constructor(text: string, rclone: Rclone) {
    const isWeb = /^https?:\/\//i.test(text);
    if (isWeb) assertPlain(text);
    this.address = isWeb ? stripEnd(text, '/') : parseRemote(text);
    this.#rclone = rclone;
    this.#remote = isWeb ? ':http:' : this.address;
    this.#options = ['--no-traverse', ...(isWeb ? ['--http-url', `${this.address}/`] : [])];
  }

  /** Null if there is no such file. Throws PipelineError. */
  async read(name: string, maxBytes: number): Promise<string | null> {
    const words = [
      'cat',
      ...this.#options,
      '--count',
      String(maxBytes + 1),
      '--',
      joinRemote(this.#remote, name),
    ];
    try {
      const text = await this.#rclone.run(words, { limitMs: limits.readMs });
      if (text.length <= maxBytes) return text;
    } catch (error) {
      if (error instanceof RcloneError && error.isNotFound) return null;
      throw error;
    }
    throw untrusted(`${name} of ${this.address} has more than the expected ${maxBytes} bytes`);
  }

  /**
   * Copies files of a folder. What the origin does not have is left out, and no content is
   * verified.
   */
  async copy(folder: string, files: readonly ManifestFile[], to: string): Promise<void> {
    // rclone attempts three times, and counts the bytes of all attempts.
    const bytes = 3 * files.reduce((sum, file) => sum + file.bytes, 1_000_000);
    const bound = ['--max-transfer', `${bytes}B`, '--cutoff-mode', 'hard'];
    const words = ['copy', ...this.#options, '--files-from-raw', '-', '--ignore-times', ...bound];
    const input = files.map(({ path }) => path).join('\n');
    await this.#rclone.run([...words, '--', joinRemote(this.#remote, folder), to], {
      input,
      limitMs: limits.copyMs,
    });
  }
}

/** Messages and the command line of rclone repeat the address. */
function assertPlain(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.username + url.password + url.search + url.hash === '') return;
  const advice = 'an origin that asks for credentials is a remote of `rclone config`';
  throw new PipelineError(
    'usage',
    `ORIGIN must be an address without user name, password, query and fragment; ${advice}`,
  );
}

const maxSnapshotBytes = 8 * 1024 * 1024 * 1024;

/** The origin contradicts itself or breaks the rules. */
export function untrusted(message: string): PipelineError {
  return new PipelineError('untrusted', message);
}

/** Throws PipelineError. */
export function parseIndex(text: string, address: string): SnapshotIndex {
  const { data, error } = snapshotIndexSchema.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw untrusted(
    `${address}/${indexName} is not an index that this version reads: ${firstIssue(error)}`,
  );
}

/**
 * Throws PipelineError if the manifest is another snapshot's, or states files that no build writes.
 */
export function parseListing(text: string, id: string): readonly ManifestFile[] {
  const { data, error } = listedSchema.safeParse(parseJson(text));
  const fault =
    data === undefined
      ? firstIssue(error)
      : data.id === id
        ? findFault(data.files)
        : `it belongs to ${data.id}`;
  if (data === undefined || fault !== null)
    throw untrusted(`the manifest of ${id} is not valid: ${fault}`);
  return data.files;
}

/** The schema rejects absolute paths, `..` and all characters but letters, digits and `._/-`. */
function findFault(files: readonly ManifestFile[]): string | null {
  const names = new Set([
    snapshotPaths.manifest,
    ...files.map((file) => path.posix.normalize(file.path)),
  ]);
  if (names.size <= files.length) return 'it lists a file twice';
  const odd = files.find((file) => !names.has(file.path) || file.path.endsWith('/'));
  if (odd) return `the path "${odd.path.slice(0, 100)}" is not normalized`;
  const large = files.find(({ bytes }) => bytes > maxFileBytes);
  if (large) return `"${large.path}" has ${large.bytes} bytes, more than ${maxFileBytes}`;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return total > maxSnapshotBytes
    ? `its files have ${total} bytes, more than ${maxSnapshotBytes}`
    : null;
}

function firstIssue(error: z.ZodError | undefined): string {
  const { path: place = [], message = 'unknown' } = error?.issues[0] ?? {};
  return `${place.join('.')}: ${message}`.slice(0, 300);
}
