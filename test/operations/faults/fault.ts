/** What a fault is, and the stage that all of them play on: two whole snapshots and a folder of the run's own. */
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pointCurrentTo } from '../../../pipeline/write/build-folder/publish.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { projectFolder } from '../service-process.ts';

export interface Fault {
  readonly name: string;
  readonly did: string;
  /** Resolves with what was seen; rejects where the fault was not survived. */
  readonly run: (stage: Stage) => Promise<string>;
}

/** Faults one after the other, or all at once where each of them mostly waits. */
export interface Scene {
  readonly faults: readonly Fault[];
  readonly atOnce?: boolean;
  /** Ends what the faults share; rejects where that was harmed. */
  readonly close?: () => Promise<void>;
}

/** Thrown where this machine does not allow a fault to be injected. */
export class Skipped extends Error {
  override name = 'Skipped';
}

export class Stage {
  readonly folder: string;
  /** The project's sources, and another state of them. */
  readonly first: string;
  readonly second: string;

  private constructor(folder: string, [first, second]: readonly string[]) {
    assert.ok(first && second);
    this.folder = folder;
    this.first = first;
    this.second = second;
  }

  static async build(folder: string): Promise<Stage> {
    const sources = path.join(projectFolder, 'sources');
    const changed = path.join(folder, 'changed-sources');
    await cp(sources, changed, { recursive: true });
    const providers = path.join(changed, 'references/providers/providers.csv');
    await writeFile(providers, (await readFile(providers, 'utf8')).replaceAll('https://', 'https://www.'));
    const ids: string[] = [];
    for (const from of [sources, changed]) ids.push(await publish(from, path.join(folder, 'whole')));
    return new Stage(folder, ids);
  }

  /** A build folder with both of them. */
  get build(): string {
    return path.join(this.folder, 'whole');
  }

  snapshot(id: string): string {
    return path.join(this.build, 'snapshots', id);
  }

  /** An empty folder. */
  newFolder(): Promise<string> {
    return mkdtemp(path.join(this.folder, 'fault-'));
  }

  /** A build folder whose `current` is the first snapshot. */
  async newBuild(): Promise<string> {
    const build = await this.newFolder();
    await mkdir(path.join(build, 'snapshots'));
    await cp(this.snapshot(this.first), path.join(build, 'snapshots', this.first), { recursive: true });
    await pointCurrentTo(build, this.first);
    return build;
  }
}

/** By the command line; resolves with the id. */
export async function publish(sources: string, build: string, environment: Record<string, string> = {}) {
  const words = ['build', '--sources', sources, '--build', build, '--force', '--confirm'];
  const { code, stdout, stderr } = await runPipeline(words, environment);
  assert.equal(code, 0, stderr);
  const id = /published (\S+):/.exec(stdout)?.[1];
  assert.ok(id, stdout);
  return id;
}
