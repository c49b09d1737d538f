/** Snapshots that are broken, half there or not there, put before a service that has a whole one. */
import assert from 'node:assert/strict';
import { cp, mkdir, rename, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { snapshotPaths } from '../../../model/manifest.ts';
import { pointCurrentTo } from '../../../pipeline/write/build-folder/publish.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { assertAnswers, assertUnharmed, served, waitForLine, waitUntilServed } from './ask.ts';
import type { Fault, Scene, Stage } from './fault.ts';
import { changeManifest, forge } from './forge.ts';

interface Site {
  readonly stage: Stage;
  readonly build: string;
  /** The broken snapshot: whole until it is broken. */
  readonly id: string;
  readonly folder: string;
}

interface Breakage {
  readonly name: string;
  readonly did: string;
  readonly refused: RegExp;
  readonly act: (site: Site) => Promise<void>;
}

/** The same for all: broken, then pointed to. */
const brokenFolders: readonly Breakage[] = [
  {
    name: 'truncated Parquet',
    did: 'cut rows/apis.parquet in half',
    refused: /rows\/apis\.parquet of \S+ does not match its hash in the manifest/,
    act: ({ folder }) => truncate(path.join(folder, snapshotPaths.rows('apis')), 5000),
  },
  {
    name: 'wrong hash',
    did: 'changed one hash in the manifest',
    refused: /providers\.parquet of \S+ does not match its hash in the manifest/,
    act: ({ folder }) =>
      changeManifest(folder, (manifest) => ({
        ...manifest,
        files: manifest.files.map((file) =>
          file.path === snapshotPaths.providers ? { ...file, sha256: '0'.repeat(64) } : file,
        ),
      })),
  },
  {
    name: 'missing file',
    did: 'removed serving/memberships.parquet',
    refused: /memberships\.parquet of \S+ cannot be read/,
    act: ({ folder }) => rm(path.join(folder, snapshotPaths.memberships)),
  },
  {
    name: 'file that the manifest does not list',
    did: 'took columns.parquet out of the manifest',
    refused: /columns\.parquet is not listed in the manifest/,
    act: ({ folder }) =>
      changeManifest(folder, (manifest) => ({
        ...manifest,
        files: manifest.files.filter((file) => file.path !== snapshotPaths.columns),
      })),
  },
  {
    name: 'unreadable manifest',
    did: 'cut manifest.json after 100 bytes',
    refused: /manifest\.json is not a valid manifest/,
    act: ({ folder }) => truncate(path.join(folder, snapshotPaths.manifest), 100),
  },
  {
    name: 'missing manifest',
    did: 'removed manifest.json',
    refused: /manifest\.json cannot be read/,
    act: ({ folder }) => rm(path.join(folder, snapshotPaths.manifest)),
  },
  {
    name: 'newer format version',
    did: 'formatVersion 99',
    refused: /format 99 is newer than this service's/,
    act: ({ folder }) => writeFile(path.join(folder, snapshotPaths.manifest), '{"formatVersion":99,"new":true}'),
  },
  {
    name: 'renamed folder',
    did: 'a folder whose manifest is of another id',
    refused: /manifest\.json belongs to snapshot/,
    act: ({ folder, stage }) => changeManifest(folder, (manifest) => ({ ...manifest, id: stage.second })),
  },
];

/** Faults of `current` itself. */
const brokenLinks: readonly Breakage[] = [
  {
    name: 'current dangling',
    did: 'current -> snapshots/nowhere',
    refused: /current points to snapshots\/nowhere, which does not exist/,
    act: ({ build }) => relink(build, 'snapshots/nowhere'),
  },
  {
    name: 'current points outside',
    did: 'current -> a whole snapshot of another build folder',
    refused: /current points to \S+, outside/,
    act: ({ build, stage }) => relink(build, stage.snapshot(stage.second)),
  },
  {
    name: 'current removed',
    did: 'unlinked current',
    refused: /current does not exist any more/,
    act: ({ build }) => unlink(path.join(build, 'current')),
  },
  {
    name: 'current is no link',
    did: 'a folder of that name, with a whole snapshot in it',
    refused: /current points to \S+, outside/,
    act: async ({ build, folder }) => {
      await unlink(path.join(build, 'current'));
      await cp(folder, path.join(build, 'current'), { recursive: true });
    },
  },
  {
    name: 'current points to itself',
    did: 'current -> current',
    refused: /current points to current, which does not exist/,
    act: ({ build }) => relink(build, 'current'),
  },
];

async function relink(build: string, target: string): Promise<void> {
  const link = path.join(build, 'new-current');
  await symlink(target, link);
  await rename(link, path.join(build, 'current'));
}

/** One service lives through all of them. */
export function snapshotScene(): Scene {
  let site: { service: ServiceProcess; build: string } | null = null;
  const start = async (stage: Stage) => {
    if (site) return site;
    const build = await stage.newBuild();
    site = { build, service: await startProcess(build, { SNAPSHOT_POLL_MS: '25' }) };
    return site;
  };
  const fault = ({ name, did, refused, act }: Breakage, pointed: boolean): Fault => ({
    name,
    did,
    run: async (stage) => {
      const { service, build } = await start(stage);
      const from = service.log.length;
      const forged = await forge(stage, build);
      await act({ stage, build, ...forged });
      if (pointed) await pointCurrentTo(build, forged.id);
      const line = await waitForLine(service, from, refused);
      await assertGoesOn(service, stage.first);
      await rm(path.join(build, 'current'), { recursive: true, force: true });
      await pointCurrentTo(build, stage.first);
      return `refused: ${line}; the one before went on`;
    },
  });
  const faults = [
    ...brokenFolders.map((breakage) => fault(breakage, true)),
    ...brokenLinks.map((breakage) => fault(breakage, false)),
    halfCopied(start),
    servedFilesRemoved(start),
  ];
  return {
    faults,
    close: async () => {
      if (site) assert.equal(await site.service.stop(), 0);
    },
  };
}

type Start = (stage: Stage) => Promise<{ service: ServiceProcess; build: string }>;

function halfCopied(start: Start): Fault {
  return {
    name: 'half-copied snapshot',
    did: 'pointed to it with half of its files, copied the rest later',
    run: async (stage) => {
      const { service, build } = await start(stage);
      const from = service.log.length;
      const { id, folder } = await forge(stage, build);
      const [serving, aside] = [path.join(folder, 'serving'), path.join(build, 'on-its-way')];
      await rename(serving, aside);
      await pointCurrentTo(build, id);
      await waitForLine(service, from, /cannot be read/);
      await assertGoesOn(service, stage.first);
      await mkdir(serving);
      await cp(aside, serving, { recursive: true });
      const startedMs = performance.now();
      await waitUntilServed(service, id);
      return `refused, then served ${((performance.now() - startedMs) / 1000).toFixed(1)} s after it was whole`;
    },
  };
}

function servedFilesRemoved(start: Start): Fault {
  return {
    name: 'files of the served snapshot removed',
    did: 'rm -r of its folder',
    run: async (stage) => {
      const { service, build } = await start(stage);
      const from = service.log.length;
      const id = await served(service);
      assert.ok(id);
      await rm(path.join(build, 'snapshots', id), { recursive: true });
      const line = await waitForLine(service, from, /which does not exist/);
      await assertGoesOn(service, id);
      return `answers from memory, and says ${line}`;
    },
  };
}

async function assertGoesOn(service: ServiceProcess, id: string): Promise<void> {
  assert.equal(await served(service), id);
  await assertAnswers(service);
  assertUnharmed(service);
}
