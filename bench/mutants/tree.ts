/** A copy of the work tree in which mutants are applied and tests run; never the work tree. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../test/support/paths.ts';
import { processTests, reachable } from './graph.ts';
import type { Mutant } from './operators.ts';

export interface Verdict {
  /** Files that fail; with `bail` the first one. */
  readonly failed: readonly string[];
  /** The test that fails first, if it is known. */
  readonly test: string | null;
  readonly ms: ReadonlyMap<string, number>;
}

export class TestTree {
  readonly folder: string;
  #run = 0;

  constructor(folder: string) {
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
    this.#compile();
  }

  /** Applies the mutants, runs the files, and restores the text. */
  async run(mutants: readonly Mutant[], files: readonly string[], bail: boolean): Promise<Verdict> {
    const originals = new Map<string, string>();
    for (const { file } of mutants)
      originals.set(file, readFileSync(path.join(this.folder, file), 'utf8'));
    for (const [file, text] of originals)
      writeFileSync(path.join(this.folder, file), mutated(text, file, mutants));
    const started = files.some((file) => reachable(this.folder, file).has(processTests));
    try {
      if (started && mutants.length > 0) this.#compile();
      return await this.#test(files, bail, buildsOf(mutants));
    } catch (error) {
      // A mutant that does not compile is no bug that passes.
      if (mutants.length === 0) throw error;
      return { failed: files, test: null, ms: new Map() };
    } finally {
      for (const [file, text] of originals) writeFileSync(path.join(this.folder, file), text);
    }
  }

  #compile(): void {
    execFileSync('npm', ['run', '--silent', 'compile'], { cwd: this.folder, stdio: 'pipe' });
  }

  async #test(files: readonly string[], bail: boolean, builds: string): Promise<Verdict> {
    const work = path.join(this.folder, 'dist/mutants');
    mkdirSync(work, { recursive: true });
    const group = path.join(work, `group-${this.#run++}.ts`);
    const suites = files.map(
      (file) => `describe('${file}', async () => void (await import('../../${file}')));`,
    );
    const imports = [
      "import '../../test/support/seed.ts';",
      "import { describe } from 'node:test';",
    ];
    writeFileSync(group, [...imports, ...suites, ''].join('\n'));
    const reporter = path.join(this.folder, 'bench/mutants/reporter.mjs');
    const args = ['--import', 'tsx', '--test-reporter', reporter, group];
    const env = {
      ...process.env,
      TEST_BUILDS: path.join(work, builds),
      TEST_LANE: 'release',
      BAIL: bail ? '1' : '',
    };
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const limit = setTimeout(() => end(child.pid), 60_000 + files.length * 15_000);
    const [code] = await once(child, 'close');
    clearTimeout(limit);
    end(child.pid);
    rmSync(group);
    if (builds !== sharedBuilds) rmSync(path.join(work, builds), { recursive: true, force: true });
    return read(output, files, code === 0);
  }
}

/** Ends the run with all processes that its tests started. */
function end(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const sharedBuilds = 'builds';

/**
 * Folder of the snapshots that tests build. Mutants of the service share one, because they change
 * none.
 */
function buildsOf(mutants: readonly Mutant[]): string {
  return mutants.every(({ file }) => file.startsWith('service/')) ? sharedBuilds : 'builds-of-run';
}

function mutated(text: string, file: string, mutants: readonly Mutant[]): string {
  const own = mutants.filter((mutant) => mutant.file === file);
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

function read(output: string, files: readonly string[], passed: boolean): Verdict {
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
