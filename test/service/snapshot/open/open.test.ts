import assert from 'node:assert/strict';
import {
  appendFile,
  cp,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { formatVersion, snapshotPaths } from '../../../../model/manifest.ts';
import { askIn } from '../../../../service/query/ask.ts';
import { countSql } from '../../../../service/query/sql.ts';
import { openSnapshot } from '../../../../service/snapshot/open/open.ts';
import { OpeningCache } from '../../../../service/snapshot/open/opening-cache.ts';
import { findCurrent, SnapshotError } from '../../../../service/snapshot/open/verify.ts';
import type { Snapshot } from '../../../../service/snapshot/snapshot.ts';
import { editManifest, restate } from '../../../security/support/forge.ts';
import { directory } from '../../../support/directory.ts';
import { everyNth, unbounded } from '../../../support/lane.ts';
import {
  type Built,
  buildTree,
  buildTreeIn,
  openOptions,
} from '../../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../../support/temporary-folder.ts';

let built: Built;
let id: string;
/** Of a service that has the snapshot open. */
const memory = new OpeningCache();
const cleanUp = afterAll();

before(async () => {
  built = await buildTree(cleanUp, directory);
  id = built.manifest?.id ?? '';
  const snapshot = await openSnapshot(path.join(built.build, 'snapshots', id), openOptions, memory);
  snapshot.close();
});

/**
 * A build folder of its own with the same snapshot, to be spoilt; returns the snapshot's folder.
 */
async function copySnapshot(): Promise<string> {
  const build = await makeTemporaryFolder(cleanUp);
  const folder = path.join(build, 'snapshots', id);
  await mkdir(path.dirname(folder), { recursive: true });
  await cp(path.join(built.build, 'snapshots', id), folder, { recursive: true });
  return folder;
}

/**
 * The error of a new service. A service that has the original snapshot open must refuse the folder
 * with the same error.
 */
async function refusal(folder: string): Promise<SnapshotError> {
  const error = await refusalWith(new OpeningCache(), folder);
  assert.deepEqual(await refusalWith(memory, folder), error);
  return error;
}

function refusalWith(known: OpeningCache, folder: string): Promise<SnapshotError> {
  return openSnapshot(folder, openOptions, known).then(
    (snapshot) => {
      snapshot.close();
      return assert.fail('the snapshot is opened');
    },
    (error: unknown) => {
      assert.ok(error instanceof SnapshotError, String(error));
      return error;
    },
  );
}

describe('openSnapshot', () => {
  it('opens what was published, and answers queries, also when its files are gone; no query reads or writes a file', async () => {
    const folder = await copySnapshot();
    const snapshot = await openSnapshot(folder, openOptions);
    const { metrics, ...manifest } = snapshot.manifest;
    assert.deepEqual(manifest, built.manifest);
    assert.equal(Object.keys(metrics.networks).length, manifest.counts.networks);
    assert.equal(snapshot.sources, null, 'lines of rows are not wanted');
    assert.notEqual(snapshot.rowCount, 0);
    assert.deepEqual(await snapshot.query(countSql), [[snapshot.rowCount]]);
    for (const sql of [
      `SELECT count(*)::INTEGER FROM read_text('${path.join(folder, 'manifest.json')}')`,
      `COPY (SELECT 1) TO '${path.join(built.build, 'stolen.csv')}'`,
      `ATTACH '${path.join(built.build, 'new.db')}'`,
      'SET enable_external_access = true',
    ]) {
      await assert.rejects(snapshot.query({ sql, values: [] }), sql);
    }
    await rm(folder, { recursive: true });
    assert.deepEqual(await snapshot.query(countSql), [[snapshot.rowCount]]);
    snapshot.close();
  });

  it('opens a snapshot of an older build, without links into the application', async () => {
    const folder = await copySnapshot();
    const { application } = snapshotPaths;
    editManifest(folder, (manifest) => {
      manifest.files = manifest.files.filter((file) => file.path !== application);
    });
    const snapshot = await openSnapshot(folder, openOptions);
    assert.deepEqual(snapshot.catalog.application, []);
    snapshot.close();
  });

  it('opens a snapshot of an older build, whose prices have no terms of bills', async () => {
    const folder = await copySnapshot();
    const file = snapshotPaths.contents('apis');
    const [old, now] = [`${file}.old`, file].map((name) => path.join(folder, name));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const without = `SELECT * EXCLUDE (accessPriceTerms, queryPriceTerms) FROM '${now}'`;
    await connection.run(`COPY (${without}) TO '${old}' (FORMAT parquet)`);
    connection.closeSync();
    await rename(String(old), String(now));
    restate(folder, file);
    const snapshot = await openSnapshot(folder, openOptions);
    const [row = -1] = snapshot.offers.inCategory('apis').flatMap(({ rows }) => rows);
    assert.equal(snapshot.numbers(row).accessPriceTerms, null);
    assert.equal(typeof snapshot.numbers(row).accessPriceState, 'string');
    snapshot.close();
  });

  it('reads the lines of rows if they are wanted', async () => {
    const folder = path.join(built.build, 'snapshots', id);
    const snapshot = await openSnapshot(folder, { ...openOptions, withSources: true });
    const scan = snapshot.offers.inCategory('explorers').flatMap(({ rows }) => rows);
    const lineOf = (network: string | null) =>
      scan.flatMap((content) => snapshot.sources?.(content, network) ?? []);
    const line = (network: string) => [
      { file: `listings/specific-networks/${network}/explorers.csv`, line: 2 },
    ];
    for (const network of ['aria', 'cela', 'nemo'])
      assert.deepEqual(lineOf(network), line(network));
    assert.deepEqual(lineOf(null)[0], line('aria')[0]);
    assert.deepEqual(lineOf('unknown'), []);
    snapshot.close();
  });
});

describe('openSnapshot of a long category', { skip: !unbounded }, () => {
  it('finds the rows of each statement that loads them', async () => {
    const file = 'listings/specific-networks/aria/apis.csv';
    const [header = '', line = ''] = String(directory[file]).split('\n');
    const slugAt = header.split(',').indexOf('slug');
    const numbered = (at: number) => line.split(',').with(slugAt, `many-${at}-x`).join(',');
    const count = 8300; // more than one statement loads
    const many = Array.from({ length: count }, (_, at) => numbered(at));
    const long = await buildTree(cleanUp, {
      ...directory,
      [file]: [header, ...many, ''].join('\n'),
    });
    assert.ok(long.manifest);
    const snapshot = await openSnapshot(
      path.join(long.build, 'snapshots', long.manifest.id),
      openOptions,
    );
    const find = (term: string) =>
      askIn(snapshot, 'aria', { categories: ['apis'], terms: [term], filters: [] });
    assert.equal((await find('many-')).ids.length, count);
    for (const at of [0, 8191, 8192, count - 1])
      assert.equal((await find(`many-${at}-x`)).ids.length, 1, `${at}`);
    snapshot.close();
  });
});

/** What the snapshot keeps of its contents. */
async function contentsOf(snapshot: Snapshot) {
  const ids = [...Array(snapshot.rowCount).keys()];
  const { search, catalog } = snapshot;
  const facets = catalog.categoryKeys.map((key) => {
    // Searches understand values by the definitions of this snapshot.
    for (const { column } of snapshot.facetIndex(key).columns)
      assert.ok(catalog.columnsOf(key).includes(column), key);
    return snapshot.facetIndex(key).columns.map((column) => {
      const { partOf } = column;
      const at = (id: number) =>
        (column.kind === 'numbers' ? column.min : column.offsets)[partOf(id)];
      // Functions are other ones in each snapshot.
      return {
        ...column,
        partOf: null,
        placeOf: null,
        inOrder: null,
        at: snapshot.offers.rowsOfCategory(key).map(at),
      };
    });
  });
  return {
    rows: ids.map((content) => snapshot.rowJsonWithNumbers('n', content)),
    facts: ids.map((content) => [
      snapshot.providerOf(content),
      snapshot.slugOf(content),
      snapshot.offers.of(content),
    ]),
    found: (
      await askIn(snapshot, null, {
        categories: catalog.categoryKeys,
        terms: ['mainnet', 'a'],
        filters: [],
      })
    ).ids,
    search: { texts: search.texts, word: search.vocabulary.correct('alchemi') },
    facets,
  };
}

describe('openSnapshot after another snapshot', () => {
  const [aria, cela] = ['aria', 'cela'].map((network) => `listings/specific-networks/${network}`);
  const oneMore = (text: string) => `${text}${text.split('\n')[1]?.replace('scan', 'scan-2')}\n`;
  const toWww = (text: string) => text.replaceAll('https://', 'https://www.');
  const toSelect = (text: string) =>
    text.replace(/^(apiType,.*)searchableMultiSelect/m, '$1select');
  /**
   * `shared`: a category that stays the same; ids of categories after a new row do not, nor does
   * any with other columns.
   */
  const edits: readonly {
    name: string;
    file: string;
    edit: (text: string) => string;
    shared: string | null;
  }[] = [
    { name: 'a website', file: 'references/providers/providers.csv', edit: toWww, shared: null },
    {
      name: 'a cell',
      file: `${aria}/apis.csv`,
      edit: (text) => text.replace('Alchemy', 'Beacon'),
      shared: 'storages',
    },
    { name: 'a row more', file: `${cela}/explorers.csv`, edit: oneMore, shared: 'apis' },
    { name: 'another kind of column', file: 'meta/columns.csv', edit: toSelect, shared: null },
  ];
  for (const { name, file, edit, shared } of everyNth(edits.length, edits)) {
    it(`has the same contents as without its memory: ${name}`, async () => {
      const own = new OpeningCache();
      const first = await openSnapshot(path.join(built.build, 'snapshots', id), openOptions, own);
      const copy = await makeTemporaryFolder(cleanUp);
      await cp(path.dirname(built.build), copy, { recursive: true });
      const { build, manifest } = await buildTreeIn(copy, {
        ...directory,
        [file]: edit(String(directory[file])),
      });
      const folder = path.join(build, 'snapshots', manifest?.id ?? '');
      const second = await openSnapshot(folder, openOptions, own);
      const fresh = await openSnapshot(folder, openOptions);
      const found = await contentsOf(second);
      assert.deepEqual(found, await contentsOf(fresh));
      // Rows state no website.
      if (name !== 'a website') assert.notDeepEqual(found, await contentsOf(first));
      const kept = first.catalog.categoryKeys.filter(
        (key) => first.facetIndex(key) === second.facetIndex(key),
      );
      assert.ok(shared === null ? kept.length === 0 : kept.includes(shared), `${kept} are shared`);
      for (const snapshot of [first, second, fresh]) snapshot.close();
    });
  }
});

describe('openSnapshot: refusals', () => {
  it('refuses a file with other bytes of the same length', async () => {
    const folder = await copySnapshot();
    const file = path.join(folder, snapshotPaths.rows('apis'));
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const error = await refusal(folder);
    assert.equal(error.code, 'incomplete');
    assert.match(error.message, /rows\/apis\.parquet .* does not match its hash in the manifest/);
  });

  it('refuses a file that is cut short, or too long', async () => {
    for (const spoil of [
      (file: string) => truncate(file, 50),
      (file: string) => appendFile(file, 'x'),
    ]) {
      const folder = await copySnapshot();
      await spoil(path.join(folder, snapshotPaths.memberships));
      assert.equal((await refusal(folder)).code, 'incomplete');
    }
  });

  it('refuses where any file is missing, even one that it does not read', async () => {
    for (const file of [snapshotPaths.memberships, snapshotPaths.columns, snapshotPaths.report]) {
      const folder = await copySnapshot();
      await rm(path.join(folder, file));
      const error = await refusal(folder);
      assert.equal(error.code, 'incomplete');
      assert.ok(error.message.includes(file), error.message);
    }
  });

  it('refuses a manifest that leaves out a table: nothing is read whose hash nobody stated', async () => {
    for (const table of [
      snapshotPaths.memberships,
      snapshotPaths.contents('apis'),
      snapshotPaths.columns,
    ]) {
      const folder = await copySnapshot();
      editManifest(folder, (manifest) => {
        manifest.files = manifest.files.filter((file) => file.path !== table);
      });
      const error = await refusal(folder);
      assert.equal(error.code, 'incomplete');
      assert.ok(error.message.includes(table), error.message);
    }
  });

  for (const [code, version] of [
    ['newer', formatVersion + 1],
    ['older', formatVersion - 1],
  ] as const) {
    it(`refuses a snapshot of ${code} format, whatever else its manifest says`, async () => {
      const folder = await copySnapshot();
      await writeFile(
        path.join(folder, snapshotPaths.manifest),
        JSON.stringify({ formatVersion: version }),
      );
      const error = await refusal(folder);
      assert.equal(error.code, code);
      const remedy = code === 'newer' ? 'upgrade the service' : 'run the build';
      const words = `${path.basename(folder)} has format ${version}, this program reads ${formatVersion}: ${remedy}`;
      assert.equal(error.message, words);
    });
  }

  it('refuses a manifest that is missing, empty, cut short or something else', async () => {
    const folder = await copySnapshot();
    const file = path.join(folder, snapshotPaths.manifest);
    const whole = await readFile(file, 'utf8');
    for (const text of [
      '',
      whole.slice(0, 200),
      '[]',
      'null',
      '{}',
      `{"formatVersion":${formatVersion}}`,
      '\u0000\u0001',
    ]) {
      await writeFile(file, text);
      assert.equal((await refusal(folder)).code, 'unreadable', JSON.stringify(text.slice(0, 20)));
    }
    await rm(file);
    assert.equal((await refusal(folder)).code, 'unreadable');
  });

  it('refuses a manifest that names files outside of the snapshot', async () => {
    for (const name of ['../../../etc/passwd', '/etc/passwd', 'rows/../../x']) {
      const folder = await copySnapshot();
      editManifest(folder, (manifest) => {
        manifest.files = [{ path: name, rows: null, bytes: 1, sha256: '' }];
      });
      assert.equal((await refusal(folder)).code, 'unreadable', name);
    }
  });
});

describe('findCurrent', () => {
  it('finds the folder that current points to, by its real name', async () => {
    const folder = await findCurrent(built.build);
    assert.equal(path.basename(folder ?? ''), id);
    assert.equal(path.basename(path.dirname(folder ?? '')), 'snapshots');
  });

  it('finds none where there is no build folder, or no current in it', async () => {
    const build = await makeTemporaryFolder(cleanUp);
    assert.equal(await findCurrent(path.join(build, 'nope')), null);
    assert.equal(await findCurrent(build), null);
  });

  it('refuses a current that points to nothing', async () => {
    const build = await makeTemporaryFolder(cleanUp);
    await symlink('snapshots/20990101T000000000Z-00000000', path.join(build, 'current'));
    await assert.rejects(
      findCurrent(build),
      (error) => error instanceof SnapshotError && error.code === 'dangling',
    );
  });

  it('refuses what lies outside of the snapshots', async () => {
    const outside = path.dirname(path.dirname(await copySnapshot()));
    for (const target of [path.join(outside, 'snapshots', id), outside, '.', '/etc']) {
      const build = await makeTemporaryFolder(cleanUp);
      await mkdir(path.join(build, 'snapshots'));
      await symlink(target, path.join(build, 'current'));
      await assert.rejects(
        findCurrent(build),
        (error) => error instanceof SnapshotError && error.code === 'outside',
      );
    }
  });
});
