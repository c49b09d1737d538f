/** The folder that a follower copies, read with rclone. What it sends is bounded in size and time. */
import { stripEnd } from '../../common/strip.ts';
import type { ManifestFile } from '../../model/manifest.ts';
import { PipelineError } from '../errors.ts';
import { joinRemote, parseRemote, type Rclone, RcloneError } from '../rclone.ts';
import { untrusted } from './listing.ts';

/** An origin that sends a byte now and then must not hold a follower. Files that came whole are not copied again. */
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
    const words = ['cat', ...this.#options, '--count', String(maxBytes + 1), '--', joinRemote(this.#remote, name)];
    try {
      const text = await this.#rclone.run(words, { limitMs: limits.readMs });
      if (text.length <= maxBytes) return text;
    } catch (error) {
      if (error instanceof RcloneError && error.isNotFound) return null;
      throw error;
    }
    throw untrusted(`${name} of ${this.address} has more than the expected ${maxBytes} bytes`);
  }

  /** Copies files of a folder. What the origin does not have is left out, and no content is verified. */
  async copy(folder: string, files: readonly ManifestFile[], to: string): Promise<void> {
    // rclone attempts three times, and counts the bytes of all attempts.
    const bytes = 3 * files.reduce((sum, file) => sum + file.bytes, 1_000_000);
    const bound = ['--max-transfer', `${bytes}B`, '--cutoff-mode', 'hard'];
    const words = ['copy', ...this.#options, '--files-from-raw', '-', '--ignore-times', ...bound];
    const input = files.map(({ path }) => path).join('\n');
    await this.#rclone.run([...words, '--', joinRemote(this.#remote, folder), to], { input, limitMs: limits.copyMs });
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
