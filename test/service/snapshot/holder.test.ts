import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SnapshotHolder } from '../../../service/snapshot/holder.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import { buildTree, openCurrent, replaceMethods } from '../../support/service-server.ts';
import { smallTree } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';

interface Watched {
  readonly snapshot: Snapshot;
  closed: number;
}

const counted = { sql: 'SELECT 145', values: [] };

describe('SnapshotHolder', () => {
  let opened: Snapshot;
  const cleanUp = afterAll();
  before(async () => {
    const { build } = await buildTree(cleanUp, smallTree);
    opened = await openCurrent(build);
  });
  after(() => opened.close());

  /** A snapshot that counts how often it is closed. All of them are the same open one. */
  async function open(id = 'id'): Promise<Watched> {
    const watched: Watched = {
      closed: 0,
      snapshot: replaceMethods(opened, {
        manifest: { ...opened.manifest, id },
        close: () => {
          watched.closed++;
        },
      }),
    };
    return watched;
  }

  it('gives each snapshot a later time, also after a rollback and with a clock that stands', async () => {
    const now = new Date('2026-01-02T03:04:05.678Z');
    const holder = new SnapshotHolder({ now: () => now });
    const [first, second] = [await open('first'), await open('second')];
    const times: number[] = [];
    for (const { snapshot } of [first, second, first]) {
      holder.replace(snapshot);
      times.push(await holder.lease(async (_, sinceMs) => sinceMs));
    }
    const start = Date.parse('2026-01-02T03:04:05Z');
    assert.deepEqual(times, [start, start + 1000, start + 2000]);
  });

  it('closes a replaced snapshot at once where nobody uses it', async () => {
    const holder = new SnapshotHolder();
    const [first, second] = [await open(), await open()];
    holder.replace(first.snapshot);
    assert.equal(await holder.lease(async (snapshot) => snapshot), first.snapshot);
    assert.equal(first.closed, 0);
    holder.replace(second.snapshot);
    assert.deepEqual([first.closed, second.closed], [1, 0]);
    assert.equal(holder.current, second.snapshot);
    holder.replace(null);
    assert.deepEqual([first.closed, second.closed], [1, 1]);
    assert.equal(holder.current, null);
  });

  it('keeps a replaced snapshot open until its last lease ends, and lends the new one meanwhile', async () => {
    const holder = new SnapshotHolder();
    const [first, second] = [await open(), await open()];
    holder.replace(first.snapshot);
    const ends: (() => void)[] = [];
    const leases = [0, 1].map(() =>
      holder.lease(async (snapshot) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        return snapshot?.query(counted);
      }),
    );
    holder.replace(second.snapshot);
    assert.equal(await holder.lease(async (snapshot) => snapshot), second.snapshot);
    assert.equal(first.closed, 0);
    ends[0]?.();
    assert.deepEqual(await leases[0], [[145]]);
    assert.equal(first.closed, 0, 'the other lease goes on');
    ends[1]?.();
    assert.deepEqual(await leases[1], [[145]]);
    assert.equal(first.closed, 1);
    holder.replace(null);
  });

  it('lends the snapshot before the current one by its id, until the next one comes', async () => {
    const holder = new SnapshotHolder({ pinMs: 60_000 });
    const [first, second, third] = [await open('first'), await open('second'), await open('third')];
    for (const { snapshot } of [first, second]) holder.replace(snapshot);
    assert.equal(await holder.leaseOf('first', async (snapshot) => snapshot), first.snapshot);
    assert.equal(await holder.leaseOf('second', async (snapshot) => snapshot), second.snapshot);
    assert.equal(first.closed, 0);
    holder.replace(third.snapshot);
    assert.equal(await holder.leaseOf('first', async (snapshot) => snapshot), null);
    assert.deepEqual([first.closed, second.closed], [1, 0]);
    holder.replace(null);
    assert.deepEqual([first.closed, second.closed, third.closed], [1, 1, 1]);
  });

  it('closes the snapshot before the current one when its time is over, after its last lease', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const holder = new SnapshotHolder({ pinMs: 60_000 });
    const [first, second] = [await open('first'), await open('second')];
    for (const { snapshot } of [first, second]) holder.replace(snapshot);
    await holder.leaseOf('first', async () => {
      t.mock.timers.tick(60_000);
      assert.equal(first.closed, 0);
    });
    assert.equal(first.closed, 1);
    assert.equal(await holder.leaseOf('first', async (snapshot) => snapshot), null);
    holder.replace(null);
  });
});
