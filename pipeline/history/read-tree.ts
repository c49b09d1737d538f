/** Files of a folder in a commit, read from tree objects. Subfolders that an earlier commit had are not read again. */
import { isPlain, ObjectReader, type Repository } from '../git.ts';
import { limits } from '../limits.ts';

export interface BlobPlace {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly id: string;
}

/** Why a state cannot be read. */
export class UnreadableState extends Error {
  override name = 'UnreadableState';
}

const maxTreeBytes = 10_000_000;
const maxDepth = 30;

export class TreeReader {
  readonly #repository: Repository;
  readonly #objects: ObjectReader;
  /** Files by tree id: of the previous state, and of the one that is being read. */
  #previous = new Map<string, readonly BlobPlace[]>();
  #next = new Map<string, readonly BlobPlace[]>();

  constructor(repository: Repository, objects: ObjectReader) {
    this.#repository = repository;
    this.#objects = objects;
  }

  /** Regular files, as the source folder on disk has them: without hidden folders and lock files. Throws UnreadableState. */
  async read(commit: string): Promise<readonly BlobPlace[]> {
    this.#next = new Map();
    const root = `${commit}:${this.#repository.prefix}`;
    const files = await this.#readEntries(root, commit.length / 2, 0);
    this.#previous = this.#next;
    return files;
  }

  async #readEntries(name: string, idBytes: number, depth: number): Promise<BlobPlace[]> {
    if (depth > maxDepth) throw new UnreadableState(`its folders are deeper than ${maxDepth}`);
    const bytes = await this.#objects.read(name, maxTreeBytes);
    if (typeof bytes === 'string') throw new UnreadableState(`git has no folder ${name}`);
    const files: BlobPlace[] = [];
    for (const { mode, name: part, id } of parseTree(bytes, idBytes)) {
      if (isFile(mode, part)) files.push({ path: part, id });
      if (!isFolder(mode, part)) continue;
      for (const file of await this.#readFolder(id, idBytes, depth + 1))
        files.push({ path: `${part}/${file.path}`, id: file.id });
      if (files.length > limits.files) throw new UnreadableState(`it has more than ${limits.files} files`);
    }
    return files;
  }

  async #readFolder(id: string, idBytes: number, depth: number): Promise<readonly BlobPlace[]> {
    const files = this.#next.get(id) ?? this.#previous.get(id) ?? (await this.#readEntries(id, idBytes, depth));
    this.#next.set(id, files);
    return files;
  }
}

/** Files of the folder in one commit. */
export async function listFiles(repository: Repository, commit: string): Promise<readonly BlobPlace[]> {
  const objects = new ObjectReader(repository);
  return new TreeReader(repository, objects).read(commit).finally(() => objects.close());
}

function isFile(mode: string, name: string): boolean {
  return /^100\d{3}$/.test(mode) && isReadable(name) && !name.startsWith('.#');
}

function isFolder(mode: string, name: string): boolean {
  return mode === '40000' && isReadable(name) && !name.startsWith('.');
}

/** Names come from an untrusted tree. */
function isReadable(name: string): boolean {
  return isPlain(name) && !name.includes('\ufffd');
}

function* parseTree(bytes: Buffer, idBytes: number) {
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space);
    if (space === -1 || end === -1) return;
    yield {
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('utf8', space + 1, end),
      id: bytes.toString('hex', end + 1, end + 1 + idBytes),
    };
    at = end + 1 + idBytes;
  }
}
