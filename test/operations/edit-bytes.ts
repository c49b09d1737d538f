/**
 * Bytes that a follower receives for a publish of one edited cell, on the wire, from a web server without compression and from
 * a service. Run: `node --import tsx test/operations/edit-bytes.ts [source folder]`.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestSchema } from '../../model/manifest.ts';
import { Follower } from '../../pipeline/follow/follower.ts';
import { Origin } from '../../pipeline/follow/origin.ts';
import { publishInto } from '../support/build-folder.ts';
import { OriginServer } from '../support/origin-server.ts';
import { corpusFolder } from '../support/paths.ts';
import { waitUntilServed } from './faults/ask.ts';
import { startProcess } from './service-process.ts';

const sources = process.argv[2] ?? corpusFolder;

interface Edit {
  readonly name: string;
  readonly file: string;
  readonly change: (csv: string) => string;
}

/** Each replaces one cell. */
const edits: readonly Edit[] = [
  {
    name: 'a price of an API offer',
    file: 'references/offers/apis.csv',
    change: (csv) => csv.replace(/\$49\b/, '$59'),
  },
  {
    name: 'a flag of a bridge offer',
    file: 'references/offers/bridges.csv',
    change: (csv) => csv.replace(/FALSE/, 'TRUE'),
  },
  {
    name: 'the website of a provider',
    file: 'references/providers/providers.csv',
    change: (csv) => csv.replace(/https:\/\/([a-z]+\.[a-z]+)\//, 'https://www.$1/'),
  },
];

/** Counts the bytes that pass from the origin to the follower. */
async function startProxy(port: number) {
  const counted = { bytes: 0 };
  const server = createServer((client) => {
    const origin = connect(port, '127.0.0.1');
    origin.on('data', (chunk) => {
      counted.bytes += chunk.length;
    });
    for (const socket of [client, origin]) socket.on('error', () => undefined);
    client.pipe(origin).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { counted, address, close: () => server.close() };
}

async function main(folder: string): Promise<void> {
  const [build, edited] = [path.join(folder, 'build'), path.join(folder, 'sources')];
  await cp(sources, edited, { recursive: true });
  let second = 1;
  const first = await publishInto({ build, sources: edited, second });
  const service = await startProcess(build);
  const web = await OriginServer.start(build, { after: () => undefined });
  const origins = [
    { name: 'web server', port: Number(new URL(web.address).port), path: '' },
    { name: 'service', port: service.port, path: '/snapshots' },
  ];
  const followers = await Promise.all(
    origins.map(async (origin) => {
      const proxy = await startProxy(origin.port);
      const client = new Origin(`${proxy.address}${origin.path}`, { signal: new AbortController().signal });
      const own = path.join(folder, origin.name);
      return {
        ...origin,
        proxy,
        follower: new Follower({ origin: client, build: own, lockWaitMs: 5000, tell: () => undefined }),
      };
    }),
  );
  const total = await sizeOf(build, first);
  for (const { name, proxy, follower } of followers) {
    await follower.follow();
    process.stdout.write(`${name}: first copy ${proxy.counted.bytes} bytes of ${total}\n`);
  }
  for (const edit of edits) {
    const file = path.join(edited, edit.file);
    const csv = await readFile(file, 'utf8');
    assert.notEqual(edit.change(csv), csv, edit.name);
    await writeFile(file, edit.change(csv));
    const id = await publishInto({ build, sources: edited, second: ++second });
    await waitUntilServed(service, id, 60_000);
    for (const { name, proxy, follower } of followers) {
      const before = proxy.counted.bytes;
      web.served = [];
      await follower.follow();
      const bytes = proxy.counted.bytes - before;
      process.stdout.write(
        `${edit.name}, ${name}: ${bytes} bytes, ${((bytes / total) * 100).toFixed(1)} % of the snapshot\n`,
      );
      if (name === 'web server') process.stdout.write(`  ${describe(web)}\n`);
    }
  }
  for (const { proxy } of followers) proxy.close();
  await web.stop();
  await service.stop();
}

/** Requests by file. */
function describe({ served }: OriginServer): string {
  const counts = new Map<string, number>();
  for (const { path: name } of served) {
    const short = name.replace(/^snapshots\/[^/]+\//, '');
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ');
}

async function sizeOf(build: string, id: string): Promise<number> {
  const text = await readFile(path.join(build, 'snapshots', id, 'manifest.json'), 'utf8');
  const { files } = manifestSchema.parse(JSON.parse(text));
  return files.reduce((sum, { bytes }) => sum + bytes, text.length);
}

const folder = await mkdtemp(path.join(tmpdir(), 'directory-edit-'));
try {
  await main(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
