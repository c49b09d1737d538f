/**
 * Changes of what probes found: endpoints that stopped answering, links that moved or are gone,
 * quotations that are not confirmed.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { snapshotPaths } from '../../../model/manifest.ts';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { publishInto } from '../../support/build-folder.ts';
import { directory } from '../../support/directory.ts';
import {
  contactLink as contact,
  quotedPrice as price,
  baseEndpoint as target,
} from '../../support/probe-targets.ts';
import { readParquet } from '../../support/second-reader.ts';
import { writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const { address } = target;
const offers = ['1rpc-starter-recent-state'];

describe('what probes found', () => {
  const cleanUp = afterAll();
  let sources = '';
  let build = '';
  before(async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, directory);
  });

  type Day = readonly [day: string, result: Reading['result'], finalAddress?: string];
  async function readOf(probed: ProbeTarget, ...days: readonly Day[]): Promise<void> {
    const journal = await Journal.open(build, new Date(0));
    journal.append(
      days.map(([day, result, finalAddress = null]) =>
        found(
          probed,
          { result, detail: null, finalAddress },
          { now: () => new Date(`${day}T10:00:00Z`) },
        ),
      ),
    );
    await journal.finish();
  }
  const read = (...days: readonly Day[]) => readOf(target, ...days);
  const changes = async () =>
    (await readParquet(path.join(build, 'current', snapshotPaths.changes))).rows;
  /** Builds, and tells the changes that the snapshot added. */
  async function publish(second: number) {
    const id = await publishInto({ build, sources, second, force: true });
    return (await changes()).filter(({ snapshot }) => snapshot === id);
  }

  it('is a change of each offer that states an endpoint, once it failed three times on two days', async () => {
    await read(
      ['2025-12-27', 'answered'],
      ['2025-12-28', 'unreachable'],
      ['2025-12-29', 'unreachable'],
    );
    assert.deepEqual(await publish(0), []);
    await read(['2025-12-30', 'error']);
    const told = await publish(1);
    const slugs = told.map(({ slug }) => slug);
    assert.deepEqual(slugs, offers);
    const [first] = told;
    assert.deepEqual(
      [
        first?.kind,
        first?.category,
        first?.provider,
        first?.networks,
        first?.column,
        first?.before,
        first?.after,
      ],
      ['changed', 'apis', '1RPC', ['base'], 'answering', address, null],
    );
    assert.equal(first?.scope, 'network');
    assert.deepEqual(first?.cause, { kind: 'probe', files: [] });
    assert.deepEqual(first?.rows, [
      { network: 'base', chain: 'mainnet', slug: '1rpc-mainnet-starter-recent-state', was: null },
    ]);
  });

  it('is told once', async () => {
    await read(['2025-12-31', 'error']);
    assert.deepEqual(await publish(2), []);
  });

  it('is another change when it answers again', async () => {
    await read(['2026-01-01', 'answered']);
    const seen = (await publish(3)).map(({ slug, before: was, after }) => [slug, was, after]);
    assert.deepEqual(
      seen,
      offers.map((slug) => [slug, null, address]),
    );
    assert.deepEqual(await publish(4), []);
  });

  /**
   * Column, before and after of the changes of a build, each once, and whether all are of offers
   * that state it.
   */
  async function tell(second: number) {
    const cells = (await publish(second)).map(({ column, before: was, after }) =>
      JSON.stringify([column, was, after]),
    );
    return [...new Set(cells)].map((text) => JSON.parse(text) as unknown);
  }

  it('is a change of each offer whose link moves, is gone or answers again', async () => {
    const sales = 'https://www.alchemy.com/sales';
    await readOf(contact, ['2026-01-01', 'answered']);
    assert.deepEqual(await tell(5), []);
    await readOf(contact, ['2026-01-02', 'moved', sales]);
    const id = await publishInto({ build, sources, second: 6, force: true });
    const moved = (await changes()).filter(({ snapshot }) => snapshot === id);
    assert.notEqual(moved.length, 0);
    for (const each of moved) {
      const shown = [each.provider, each.column, each.before, each.after];
      assert.deepEqual(shown, ['Alchemy', 'answeringLink', contact.address, sales]);
    }
    await readOf(
      contact,
      ['2026-01-03', 'unreachable'],
      ['2026-01-04', 'unreachable'],
      ['2026-01-05', 'unreachable'],
    );
    assert.deepEqual(await tell(7), [], 'a host that does not answer is no evidence');
    await readOf(contact, ['2026-01-06', 'dead']);
    assert.deepEqual(await tell(8), [['answeringLink', contact.address, null]]);
    await readOf(contact, ['2026-01-07', 'answered']);
    assert.deepEqual(await tell(9), [['answeringLink', null, contact.address]]);
  });

  it('is a change of the offer whose quoted words are not on their page any more, and are again', async () => {
    await readOf(
      price,
      ['2026-01-01', 'confirmed'],
      ['2026-01-02', 'changed'],
      ['2026-01-03', 'changed'],
    );
    assert.deepEqual(await tell(10), []);
    await readOf(price, ['2026-01-04', 'changed']);
    const [lost] = (await tell(11)) as unknown[];
    assert.deepEqual(lost, ['quotation.accessPrice', price.address, null]);
    await readOf(price, ['2026-01-05', 'confirmed']);
    const id = await publishInto({ build, sources, second: 12, force: true });
    const told = (await changes()).filter(({ snapshot }) => snapshot === id);
    const found = told.map(({ slug, column, before: was, after }) => [slug, column, was, after]);
    assert.deepEqual(found, [[price.slug, 'quotation.accessPrice', null, price.address]]);
  });
});
