/**
 * Builds that link files of the snapshot before publish the same rows as builds into an empty
 * folder.
 */
import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import type { BuildOutcome } from '../../../pipeline/build.ts';
import { buildInto } from '../../support/build-folder.ts';
import { svg } from '../../support/images.ts';
import { runs } from '../../support/lane.ts';
import { readParquet } from '../../support/second-reader.ts';
import { currentSnapshot, listFiles } from '../../support/snapshots.ts';
import { smallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const images = 'references/providers/images';

interface Edit {
  readonly what: string;
  /** Selects the file, the line and the cell. */
  readonly file: number;
  readonly line: number;
  readonly cell: number;
  readonly text: number;
}

/** Texts that are valid in a column; any text in other columns. */
const texts: Readonly<Record<string, readonly string[]>> = {
  slug: ['acme-pro', 'acme-free', 'x-one', 'x-two', 'y-three'],
  provider: ['Acme', 'Borealis', 'Étoile 星'],
  offer: ['', '!offer:acme-pro', '!offer:acme-free', 'Nodes'],
  chain: ['mainnet', 'testnet', ''],
  accessPrice: ['', 'Free', '$9/mo', '$1-20/mo, yearly', '!none'],
  trial: ['TRUE', 'FALSE', ''],
  custodial: ['TRUE', 'FALSE'],
  tag: ['', '["archive"]', '["archive","preview"]'],
  chains: ['["mainnet"]', '["mainnet","testnet"]', ''],
  logoPath: ['', 'a.svg', 'b.svg'],
};
const anyText = ['', 'One "quoted", text', 'Another\ntext', 'Ärger 星'];

/** Columns that every kind of line may change without an error in most cases. */
const fixed = [
  'key',
  'filter',
  'sorting',
  'valueKind',
  'categories',
  'requiredIn',
  'core',
  'nullable',
];

function applyEdit(tree: Tree, { what, file, line, cell, text }: Edit): Tree {
  const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;
  const tables = Object.keys(tree).filter((name) =>
    /^(?:listings|references)\/.*\.csv$/.test(name),
  );
  const name = pick(
    what === 'define' ? ['meta/networks.csv', 'meta/columns.csv', 'meta/categories.csv'] : tables,
    file,
  );
  const [header = [], ...records]: string[][] = parse(String(tree[name] ?? 'slug\n'), {
    relax_column_count: true,
  });
  const at = line % Math.max(1, records.length);
  const record = records[at] ?? header.map(() => '');
  const columns = header.flatMap((column, index) => (fixed.includes(column) ? [] : [index]));
  const index = pick(columns, cell);
  const value = pick(texts[header[index] ?? ''] ?? anyText, text);
  const renewed = record.with(header.indexOf('slug'), `z-${text}`);
  const write = (next: readonly (readonly string[])[]) => ({
    ...tree,
    [name]: stringify([header, ...next]),
  });
  const { [name]: removed = null, ...others } = tree;
  const table = pick(['apis', 'wallets', 'explorers'], cell);
  const edits: Readonly<Record<string, () => Tree>> = {
    cell: () => write(records.with(at, record.with(index, value))),
    define: () => write(records.with(at, record.with(index, value))),
    add: () => write([...records, renewed]),
    first: () => write([renewed, ...records]),
    remove: () => write(records.toSpliced(at, 1)),
    move: () => write([...records.toSpliced(at, 1), record]),
    file: () => others,
    rename: () => ({
      ...others,
      [`listings/specific-networks/${pick(['aria', 'bora', 'echo'], line)}/${table}.csv`]: removed,
    }),
    network: () => ({
      ...tree,
      [`listings/specific-networks/${pick(['echo', 'cela'], line)}`]: null,
    }),
    logo: () => ({
      ...tree,
      [`${images}/${pick(['a.svg', 'b.svg'], line)}`]: pick([svg, `${svg}\n`, 'no image'], text),
    }),
    icon: () => ({
      ...tree,
      [`networks/images/${pick(['aria', 'bora'], line)}.svg`]: pick([svg, `${svg}\n`], text),
    }),
    undo: () => smallTree,
    // Another process publishes the same sources again.
    again: () => tree,
    nothing: () => tree,
  };
  return edits[what]?.() ?? tree;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(
    ...['cell', 'cell', 'cell', 'define', 'add', 'first', 'remove', 'move'],
    ...['file', 'rename', 'network', 'logo', 'icon', 'undo', 'nothing', 'again'],
  ),
  file: fc.nat(20),
  line: fc.nat(6),
  cell: fc.nat(12),
  text: fc.nat(6),
});

/** Rows of the tables, and bytes of the images, of the current snapshot by their paths. */
async function readCurrent(build: string): Promise<Map<string, unknown>> {
  const folder = path.join(build, 'snapshots', String(await currentSnapshot(build)));
  // The changes, and what names the files, depend on the snapshots before.
  const files = (await listFiles(folder)).filter(
    (name) => /^images|parquet$/.test(name) && !/^changes|^snapshot\./.test(name),
  );
  const read = async (name: string) =>
    name.endsWith('.parquet')
      ? (await readParquet(path.join(folder, name))).rows
      : readFile(path.join(folder, name));
  return new Map(await Promise.all(files.map(async (name) => [name, await read(name)] as const)));
}

async function countLinks(build: string, files: Iterable<string>): Promise<number> {
  const stats = await Promise.all(
    Array.from(files, (file) => lstat(path.join(build, 'current', file))),
  );
  return stats.filter(({ nlink }) => nlink > 1).length;
}

/** Builds each state of a source folder in both ways. */
class Pair {
  readonly #sources: string;
  readonly #quick: string;
  readonly #fresh: string;
  #second = 0;
  #tree: Tree = smallTree;
  #published: Tree = smallTree;

  constructor(folder: string) {
    this.#sources = path.join(folder, 'sources');
    this.#quick = path.join(folder, 'quick');
    this.#fresh = path.join(folder, 'fresh');
  }

  /**
   * Builds the state after an edit. A mistake is undone afterwards, or it would hide the edits
   * after it.
   */
  async apply(edit: Edit | null): Promise<{ kind: BuildOutcome['kind']; linked: number }> {
    if (edit !== null) this.#tree = applyEdit(this.#tree, edit);
    if (edit?.what === 'again') await this.#publishAgain(this.#tree);
    const outcome = await this.#build(this.#tree);
    if (outcome.kind === 'problems') this.#tree = this.#published;
    this.#published = this.#tree;
    return outcome;
  }

  /** Publishes the state as another process does. */
  async #publishAgain(tree: Tree): Promise<void> {
    const { sources, second } = await this.#write(tree);
    await buildInto({ build: this.#quick, sources, second, force: true });
  }

  /**
   * Fails unless both builds find and publish the same. Returns the outcome and the number of files
   * that were linked.
   */
  async #build(tree: Tree): Promise<{ kind: BuildOutcome['kind']; linked: number }> {
    const { sources, second } = await this.#write(tree);
    const outcome = await buildInto({ build: this.#quick, sources, second });
    await rm(this.#fresh, { recursive: true, force: true });
    const expected = await buildInto({ build: this.#fresh, sources, second });
    const { kind, checked } = outcome;
    const isRefused = [kind, expected.kind].map((each) => each === 'problems');
    assert.deepEqual([isRefused[0], checked.problems], [isRefused[1], expected.checked.problems]);
    if (kind === 'problems') return { kind, linked: 0 };
    const [found, wanted] = [await readCurrent(this.#quick), await readCurrent(this.#fresh)];
    assert.deepEqual([...found.keys()].toSorted(), [...wanted.keys()].toSorted());
    for (const [file, content] of wanted) assert.deepEqual(found.get(file), content, file);
    return { kind, linked: kind === 'published' ? await countLinks(this.#quick, found.keys()) : 0 };
  }

  async #write(tree: Tree): Promise<{ sources: string; second: number }> {
    await rm(this.#sources, { recursive: true, force: true });
    await mkdir(this.#sources, { recursive: true });
    await writeTree(this.#sources, tree);
    return { sources: this.#sources, second: this.#second++ };
  }
}

describe('a build after earlier ones', () => {
  const cleanUp = afterAll();

  it('publishes the same rows after random edits', async () => {
    const seen: Record<BuildOutcome['kind'], number> = { problems: 0, unchanged: 0, published: 0 };
    let links = 0;
    const compareBuilds = async (edits: readonly Edit[]) => {
      const pair = new Pair(await makeTemporaryFolder(cleanUp));
      for (const next of [null, ...edits]) {
        const { kind, linked } = await pair.apply(next);
        seen[kind]++;
        links += linked;
      }
    };
    const edits = fc.array(edit, { minLength: 3, maxLength: 6 });
    await fc.assert(fc.asyncProperty(edits, compareBuilds), { numRuns: runs(3, 2) });
    assert.ok(seen.published > seen.problems, JSON.stringify(seen));
    assert.ok(
      links > 2 * seen.published,
      `${links} files of ${seen.published} snapshots were linked`,
    );
  });
});
