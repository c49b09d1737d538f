/** A copy of the work tree in which mutants are active and tests run; never the work tree. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../test/support/paths.ts';
import { processTests, reachable } from './graph.ts';
import type { Mutant } from './operators.ts';
import { endGroup, endWhenIdle } from './processes.ts';
import { type Numbered, switchFiles, withSwitches } from './switches.ts';

export interface Verdict {
  /** Files that fail; with `bail` the first one. */
  readonly failed: readonly string[];
  /** The test that fails first, if it is known. */
  readonly test: string | null;
  /** Of files that ran to their end. */
  readonly ms: ReadonlyMap<string, number>;
  /** Test file and mutant. */
  readonly reached: readonly (readonly [string, number])[];
}

export interface Run {
  readonly files: readonly string[];
  /** Ends at the first failure. */
  readonly bail: boolean;
  readonly cpuSeconds: number;
}

export class TestTree {
  readonly folder: string;
  #run = 0;
  readonly #originals = new Map<string, string>();
  /** Mutants that need no other text than the one with switches. */
  readonly #switched = new Set<number>();
  #isCompiled = false;

  constructor(folder: string, mutants: readonly Numbered[]) {
    this.folder = folder;
    rmSync(folder, { recursive: true, force: true });
    const listed = ['ls-files', '-co', '--exclude-standard', '-z'];
    const files = execFileSync('git', listed, { cwd: projectFolder, encoding: 'utf8' }).split('\0');
    for (const file of files.filter(Boolean))
      cpSync(path.join(projectFolder, file), path.join(folder, file), { errorOnExist: false });
    for (const packages of ['node_modules', 'bench/node_modules'])
      symlinkSync(path.join(projectFolder, packages), path.join(folder, packages));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '-q');
    git('add', '-A');
    git('config', 'user.name', 'mutants');
    git('config', 'user.email', 'mutants@localhost');
    git('commit', '-qm', 'Files of the project');
    mkdirSync(path.join(folder, 'dist/mutants'), { recursive: true });
    this.#switch(mutants);
  }

  #switch(mutants: readonly Numbered[]): void {
    for (const file of new Set(mutants.map(({ mutant }) => mutant.file))) {
      const own = mutants.filter(({ mutant }) => mutant.file === file);
      const original = readFileSync(path.join(this.folder, file), 'utf8');
      const { text, ids } = withSwitches(original, own, this.folder);
      this.#originals.set(file, original);
      for (const id of ids) this.#switched.add(id);
      writeFileSync(path.join(this.folder, file), text);
    }
  }

  /** Whether the mutant has a switch. Runs report test files only of those that have one. */
  isSwitched({ id }: Numbered): boolean {
    return this.#switched.has(id);
  }

  /** Runs the files with the mutants. */
  async run(mutants: readonly Numbered[], run: Run): Promise<Verdict> {
    const written = mutants.filter(({ id }) => !this.#switched.has(id));
    const texts = new Map<string, string>();
    // Several mutants of a file are written together: the text to restore has none of them.
    for (const file of new Set(written.map(({ mutant }) => mutant.file))) {
      const place = path.join(this.folder, file);
      texts.set(place, readFileSync(place, 'utf8'));
      writeFileSync(place, mutated(this.#originals.get(file) ?? '', file, mutants));
    }
    if (texts.size > 0) this.#isCompiled = false;
    try {
      const ids = mutants.map(({ id }) => id);
      return await this.#test(run, ids, buildsOf(mutants));
    } catch {
      // A mutant that does not compile is no bug that passes.
      return { failed: run.files, test: null, ms: new Map(), reached: [] };
    } finally {
      for (const [place, text] of texts) writeFileSync(place, text);
      if (texts.size > 0) this.#isCompiled = false;
    }
  }

  #compileFor(files: readonly string[]): void {
    const isUsed = files.some((file) => reachable(this.folder, file).has(processTests));
    if (this.#isCompiled || !isUsed) return;
    execFileSync('npm', ['run', '--silent', 'compile'], { cwd: this.folder, stdio: 'pipe' });
    this.#isCompiled = true;
  }

  async #test({ files, bail, cpuSeconds }: Run, ids: number[], builds: string): Promise<Verdict> {
    this.#compileFor(files);
    const { active, test, hits } = switchFiles(this.folder);
    writeFileSync(active, ids.join(' '));
    writeFileSync(test, '');
    writeFileSync(hits, '');
    const work = path.join(this.folder, 'dist/mutants');
    const group = path.join(work, `group-${this.#run++}.ts`);
    writeFileSync(group, groupOf(files, test));
    const reporter = path.join(this.folder, 'bench/mutants/reporter.mjs');
    const args = ['--import', 'tsx', '--test-reporter', reporter, group];
    const env = {
      ...process.env,
      TEST_BUILDS: path.join(work, builds),
      TEST_LANE: 'release',
      BAIL: bail ? '1' : '',
    };
    const limited = `ulimit -t ${Math.ceil(cpuSeconds)} && exec "$0" "$@"`;
    const child = spawn('sh', ['-c', limited, process.execPath, ...args], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const watched = endWhenIdle(child.pid);
    const [code] = await once(child, 'close');
    clearInterval(watched);
    endGroup(child.pid);
    rmSync(group);
    if (builds !== sharedBuilds) rmSync(path.join(work, builds), { recursive: true, force: true });
    return { ...read(output, files, code === 0), reached: readHits(hits) };
  }
}

/** Each file is a suite, which says which file runs. */
function groupOf(files: readonly string[], test: string): string {
  const suites = files.map(
    (file) => `describe('${file}', async () => {
  before(() => {
    globalThis.testFile_ = '${file}';
    writeFileSync('${test}', '${file}');
  });
  await import('../../${file}');
});`,
  );
  const imports = [
    "import '../../test/support/seed.ts';",
    "import { writeFileSync } from 'node:fs';",
    "import { before, describe } from 'node:test';",
  ];
  return [...imports, ...suites, ''].join('\n');
}

const sharedBuilds = 'builds';

/**
 * Folder of the snapshots that tests build. Mutants of the service share one, because they change
 * none.
 */
function buildsOf(mutants: readonly Numbered[]): string {
  const isService = mutants.every(({ mutant: { file } }) => /^(?:service|templates)\//.test(file));
  return isService ? sharedBuilds : 'builds-of-run';
}

function mutated(text: string, file: string, mutants: readonly Numbered[]): string {
  const own: Mutant[] = mutants.map(({ mutant }) => mutant).filter((each) => each.file === file);
  return own
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end: to, after }) => all.slice(0, start) + after + all.slice(to), text);
}

interface Line {
  readonly file: string;
  readonly ok: boolean;
  readonly ms?: number;
  readonly test?: string;
}

function readHits(file: string): [string, number][] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [test = '', id] = line.split('\t');
    return [test, Number(id)];
  });
}

function read(output: string, files: readonly string[], passed: boolean): Omit<Verdict, 'reached'> {
  const lines = output
    .split('\n')
    .flatMap((text) => (text.startsWith('{"file"') ? parse(text) : []));
  const ms = new Map(lines.map(({ file, ms: spent = 0 }) => [file, spent]));
  const failed = lines.flatMap(({ file, ok }) => (ok ? [] : [file]));
  const test = lines.find((line) => line.test !== undefined)?.test ?? null;
  // A process that ended early says nothing of what it did not reach.
  const silent = files.filter((file) => !ms.has(file));
  return { failed: passed ? [] : failed.length > 0 ? failed : silent, test, ms };
}

function parse(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}
