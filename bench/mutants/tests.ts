/** The test files of `make test`: what they take, what they reach, and in which order they run. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../../common/files-below.ts';
import { sha256 } from '../../common/hash.ts';
import { projectFolder } from '../../test/support/paths.ts';
import { reachable } from './graph.ts';
import type { Mutant } from './operators.ts';
import type { Numbered } from './switches.ts';
import type { Verdict } from './tree.ts';

const knownFile = path.join(projectFolder, 'build/mutants/tests.json');

export function readJson<T>(file: string, otherwise: T): T {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : otherwise;
}

export function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
}

/** The same in each run: what the source file has in this place. */
export const keyOf = ({ file, operator, before, after, line }: Mutant): string =>
  JSON.stringify([file, operator, before, after, line]);

export interface TestFile {
  readonly file: string;
  readonly ms: number;
  readonly distances: ReadonlyMap<string, number>;
  /** Keys of the mutants that it reached, if it ran to its end with them. */
  readonly reached: ReadonlySet<string> | null;
}

/** Of a test file that passed in this run or an earlier one, when it had the same content. */
interface Known {
  readonly hash: string;
  readonly ms: number;
  readonly reached: readonly string[];
}

interface Memory {
  /** Mutants that were there when the files ran. */
  readonly mutants: readonly string[];
  readonly tests: Readonly<Record<string, Known>>;
}

/** Test files with what their runs told: whether they pass, their CPU time, the code they reach. */
export class Tests {
  readonly #keys: ReadonlyMap<number, string>;
  readonly #known: Record<string, Known>;
  readonly #hashes: ReadonlyMap<string, string>;
  readonly #distances: ReadonlyMap<string, ReadonlyMap<string, number>>;

  constructor(folder: string, mutants: readonly Numbered[]) {
    const names = filesBelow(path.join(folder, 'test')).map((file) => `test/${file}`);
    const files = names.filter((file) => /(?<!\.full)\.test\.ts$/.test(file)).toSorted();
    const hash = (file: string) => sha256(readFileSync(path.join(folder, file)));
    this.#hashes = new Map(files.map((file) => [file, hash(file)]));
    this.#distances = new Map(files.map((file) => [file, reachable(folder, file)]));
    this.#keys = new Map(mutants.map(({ id, mutant }) => [id, keyOf(mutant)]));
    const memory = readJson<Memory>(knownFile, { mutants: [], tests: {} });
    const before = new Set(memory.mutants);
    const isSame = [...this.#keys.values()].every((key) => before.has(key));
    this.#known = isSame ? { ...memory.tests } : {};
  }

  isKnown(file: string): boolean {
    return this.#known[file]?.hash === this.#hashes.get(file);
  }

  learn({ failed, ms, reached }: Verdict): void {
    for (const [file, spent] of ms) {
      if (failed.includes(file) || this.isKnown(file)) continue;
      const own = reached.flatMap(([test, id]) =>
        test === file ? [this.#keys.get(id) ?? ''] : [],
      );
      this.#known[file] = {
        hash: this.#hashes.get(file) ?? '',
        ms: spent,
        reached: [...new Set(own)],
      };
    }
    writeJson(knownFile, { mutants: [...this.#keys.values()], tests: this.#known });
  }

  /** `isSwitched`: whether runs tell which files reach the mutant. */
  all(isSwitched: boolean): TestFile[] {
    return [...this.#distances].map(([file, distances]) => {
      const known = this.isKnown(file) ? this.#known[file] : undefined;
      const reached = known && isSwitched ? new Set(known.reached) : null;
      return { file, ms: known?.ms ?? 3_000, distances, reached };
    });
  }
}

/** Order of test files: those that noticed other mutants of the same folder run first. */
export class Order {
  readonly #before: ReadonlyMap<string, string | null>;
  readonly #noticed = new Map<string, number>();

  constructor(before: ReadonlyMap<string, string | null>) {
    this.#before = before;
  }

  note(test: string, mutant: Mutant): void {
    const pair = `${test} ${path.dirname(mutant.file)}`;
    this.#noticed.set(pair, (this.#noticed.get(pair) ?? 0) + 1);
  }

  /** Those that can reach the mutant; first those that do, and among them the nearest. */
  of(tests: readonly TestFile[], mutant: Mutant): TestFile[] {
    const key = keyOf(mutant);
    const parts = mutant.file.replace(/\.\w+$/, '').split('/');
    const shared = (file: string) => {
      const own = file.replace(/\.test\.ts$/, '').split('/');
      return parts.filter((part, at) => own[at + 1] === part).length;
    };
    const noticed = (file: string) =>
      this.#noticed.get(`${file} ${path.dirname(mutant.file)}`) ?? 0;
    const cost = ({ file, ms, distances, reached }: TestFile) =>
      (file === this.#before.get(key) ? -1000 : 0) +
      reachCost(reached, key) -
      10 * shared(file) -
      Math.min(40, 10 * noticed(file)) +
      Math.min(10, distances.get(mutant.file) ?? 0) +
      4 * Math.log2(1 + ms / 1000);
    return tests
      .filter(({ file, distances }) => distances.has(mutant.file) || isPage(file, mutant))
      .toSorted((a, b) => cost(a) - cost(b));
  }
}

/** No import leads to scripts, styles and templates of pages, or to the files of a folder. */
const isPage = (test: string, { file }: Mutant): boolean =>
  !file.endsWith('.ts') && /^test\/(?:pages|service|docs)\//.test(test);

/** -100 for a test file that reaches the mutant, 100 for another, 0 for one that did not run yet. */
function reachCost(reached: ReadonlySet<string> | null, key: string): number {
  if (reached === null) return 0;
  return reached.has(key) ? -100 : 100;
}
