/** An origin: a folder that is a copy of a build folder, and a web server process over it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SnapshotIndex, snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import { freePort, projectFolder } from '../service-process.ts';

const program = path.join(projectFolder, 'test/operations/origin-process.ts');

export class TestOrigin {
  readonly folder: string;
  readonly #truth: string;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, truth: string, port: number) {
    this.folder = folder;
    this.#truth = truth;
    this.#port = port;
  }

  static async start(folder: string, truth: string): Promise<TestOrigin> {
    const origin = new TestOrigin(folder, truth, await freePort());
    await origin.copy();
    await origin.start();
    return origin;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const words = ['--import', 'tsx', program, this.folder, String(this.#port)];
    const child = spawn(process.execPath, words, { cwd: projectFolder, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    this.#process = child;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  setSlow(slow: boolean): void {
    this.#process?.kill(slow ? 'SIGUSR2' : 'SIGUSR1');
  }

  async readIndex(): Promise<SnapshotIndex> {
    return snapshotIndexSchema.parse(JSON.parse(await readFile(path.join(this.#truth, 'index.json'), 'utf8')));
  }

  async writeIndex(text: string): Promise<void> {
    await writeFile(path.join(this.folder, '.new'), text);
    await rename(path.join(this.folder, '.new'), path.join(this.folder, 'index.json'));
  }

  /** Makes the folder equal to the build folder, in the order of `make publish`. `again`: a snapshot to copy anew. */
  async copy(again?: string): Promise<void> {
    const index = await this.readIndex();
    if (again !== undefined) await rm(path.join(this.folder, 'snapshots', again), { recursive: true, force: true });
    for (const { id } of index.snapshots)
      await cp(path.join(this.#truth, 'snapshots', id), path.join(this.folder, 'snapshots', id), { recursive: true });
    await this.writeIndex(await readFile(path.join(this.#truth, 'index.json'), 'utf8'));
    const kept = new Set(index.snapshots.map(({ id }) => id));
    for (const id of await readdir(path.join(this.folder, 'snapshots')))
      if (!kept.has(id)) await rm(path.join(this.folder, 'snapshots', id), { recursive: true });
  }
}
