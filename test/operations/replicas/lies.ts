/** Damage and lies of an origin. Each changes the folder of the origin, and says what followers must complain of. */
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../../common/hash.ts';
import type { SnapshotIndex } from '../../../model/snapshot-index.ts';
import type { TestOrigin } from './origin.ts';

export interface Lie {
  readonly name: string;
  readonly complaint: RegExp;
  /** `id` is the current snapshot, which no follower has yet. */
  readonly tell: (origin: TestOrigin, id: string) => Promise<void>;
}

/** Files whose bytes are new with each edit of an offer. */
const edited = 'offers.parquet';

async function changeIndex(origin: TestOrigin, change: (index: SnapshotIndex) => object): Promise<void> {
  await origin.writeIndex(JSON.stringify(change(await origin.readIndex())));
}

/** Rewrites the manifest, with the right hash in the index. */
async function changeManifest(origin: TestOrigin, id: string, file: object): Promise<void> {
  const name = path.join(origin.folder, 'snapshots', id, 'manifest.json');
  const manifest = JSON.parse(await readFile(name, 'utf8'));
  const bytes = Buffer.from(JSON.stringify({ ...manifest, files: [...manifest.files, file] }));
  await writeFile(name, bytes);
  await changeIndex(origin, (index) => ({
    ...index,
    snapshots: index.snapshots.map((each) =>
      each.id === id ? { ...each, manifest: { ...each.manifest, bytes: bytes.length, sha256: sha256(bytes) } } : each,
    ),
  }));
}

const hostileFile = (name: string, bytes = 4) => ({ path: name, rows: null, bytes, sha256: sha256('evil') });

export const lies: readonly Lie[] = [
  {
    name: 'a half-written upload',
    complaint: /has \d+ bytes, but its manifest says/,
    tell: async ({ folder }, id) => {
      const file = path.join(folder, 'snapshots', id, edited);
      await truncate(file, Math.floor((await stat(file)).size / 2));
    },
  },
  {
    name: 'a wrong hash',
    complaint: /does not match its hash in the manifest/,
    tell: async ({ folder }, id) => {
      const file = path.join(folder, 'snapshots', id, edited);
      const bytes = await readFile(file);
      await writeFile(
        file,
        bytes.map((byte) => byte ^ 1),
      );
    },
  },
  {
    name: 'an index that ends in the middle',
    complaint: /is not an index of snapshots/,
    tell: async (origin) => origin.writeIndex(JSON.stringify(await origin.readIndex()).slice(0, -40)),
  },
  {
    name: 'an id with ..',
    complaint: /is not an index of snapshots/,
    tell: (origin) =>
      changeIndex(origin, (index) => ({
        ...index,
        current: '../../evil',
        snapshots: [{ ...index.snapshots[0], id: '../../evil' }],
      })),
  },
  {
    name: 'a manifest at an absolute path',
    complaint: /is not an index of snapshots/,
    tell: (origin) =>
      changeIndex(origin, (index) => ({
        ...index,
        snapshots: index.snapshots.map((each) => ({ ...each, manifest: { ...each.manifest, path: '/etc/passwd' } })),
      })),
  },
  {
    name: 'a manifest of a terabyte',
    complaint: /has 1099511627776 bytes, more than/,
    tell: (origin) =>
      changeIndex(origin, (index) => ({
        ...index,
        snapshots: index.snapshots.map((each) => ({ ...each, manifest: { ...each.manifest, bytes: 2 ** 40 } })),
      })),
  },
  {
    name: 'a file with .. in a manifest',
    complaint: /the manifest of \S+ is not valid/,
    tell: (origin, id) => changeManifest(origin, id, hostileFile('../../../evil')),
  },
  {
    name: 'an absolute file in a manifest',
    complaint: /the manifest of \S+ is not valid/,
    tell: (origin, id) => changeManifest(origin, id, hostileFile('/tmp/evil')),
  },
  {
    name: 'a file of 100 GB in a manifest',
    complaint: /has 100000000000 bytes, more than/,
    tell: (origin, id) => changeManifest(origin, id, hostileFile('evil', 100_000_000_000)),
  },
];
