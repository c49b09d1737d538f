/** What is written, read with a reader that knows nothing of the writer. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { columnsOfCategory, reservedColumnKeys } from '../../../model/columns.ts';
import type { StoredManifest } from '../../../model/manifest.ts';
import type { Checked } from '../../../pipeline/check-sources.ts';
import { collectMetrics } from '../../../service/snapshot/metrics.ts';
import { buildInto, publishInto } from '../../support/build-folder.ts';
import { countMetrics } from '../../support/count-metrics.ts';
import { assertSameRows, expectedRows } from '../../support/expected-rows.ts';
import { assertGolden } from '../../support/golden.ts';
import { maskIds, tablesOf } from '../../support/golden-tables.ts';
import { smallSources } from '../../support/paths.ts';
import { type ParquetFile, readParquet } from '../../support/second-reader.ts';
import { listFiles } from '../../support/snapshots.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe('the Parquet files of a snapshot', () => {
  const cleanUp = afterAll();
  let snapshot: string;
  let checked: Checked;
  let manifest: StoredManifest;
  const read = (file: string): Promise<ParquetFile> => readParquet(path.join(snapshot, file));

  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    const outcome = await buildInto({ build });
    assert.ok(outcome.manifest);
    ({ checked, manifest } = { checked: outcome.checked, manifest: outcome.manifest });
    snapshot = path.join(build, 'snapshots', manifest.id);
  });

  it('hold the rows of each category, sorted by network, provider and slug, with their places', async () => {
    for (const { key } of checked.sources.meta.categories) {
      const { rows } = await read(`rows/${key}.parquet`);
      assertSameRows(rows, expectedRows(checked, key), key);
    }
  });

  it('hold the figures of the site and of networks', async () => {
    const { rows } = await read('metrics.parquet');
    const numbers = rows.map((row) =>
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === 'bigint' ? Number(value) : value,
      ]),
    );
    const figures = collectMetrics(numbers.map((cells) => Object.fromEntries(cells)));
    assert.deepEqual(figures, countMetrics(checked));
  });

  it('hold a row exactly as it is written here', async () => {
    const { rows } = await read('rows/apis.parquet');
    assert.deepEqual(
      rows.find(({ slug }) => slug === 'acme-pro-mainnet'),
      {
        network: 'aria',
        category: 'apis',
        slug: 'acme-pro-mainnet',
        provider: 'Acme',
        offer: null,
        chain: 'mainnet',
        accessPrice: '$49/mo (monthly plan),$42/mo (yearly plan)',
        accessPriceMin: 42,
        accessPriceMax: 49,
        accessPriceCurrency: 'USD',
        accessPriceUnit: 'month',
        accessPriceBound: 'range',
        accessPriceFirst: 49,
        accessPriceStated: 49,
        accessPricePer: 'month',
        accessPriceNote: '$42/mo if paid yearly',
        accessPriceTiers: null,
        accessPriceTerms:
          '[{"kind":"paid","months":1,"min":49,"max":49},{"kind":"paid","months":12,"min":42,"max":42}]',
        accessPriceState: 'read',
        accessPriceUnread: null,
        trial: false,
        tag: ['archive'],
        description: 'Nodes for teams,\nwith "support".',
        credentialKey: 'ACME_KEY',
        scope: 'network',
        sourceFile: 'listings/specific-networks/aria/apis.csv',
        sourceLine: 3n,
        offerSlug: 'acme-pro',
        offerFile: 'references/offers/apis.csv',
        offerLine: 3n,
        overrides: ['slug', 'chain'],
      },
    );
    const numbers = rows.map(({ slug, accessPriceMin: min, accessPriceMax: max, tag }) => ({
      slug,
      min,
      max,
      tag,
    }));
    assert.deepEqual(numbers, [
      { slug: 'acme-free-mainnet', min: 0, max: 0, tag: ['archive', 'websocket'] },
      { slug: 'acme-pro-mainnet', min: 42, max: 49, tag: ['archive'] },
      { slug: 'acme-pro-testnet', min: 0, max: 0, tag: ['preview', 'a, b', '" quoted'] },
      { slug: 'borealis-all-mainnet', min: null, max: null, tag: [] },
      { slug: 'borealis-all-testnet', min: null, max: null, tag: [] },
      { slug: 'borealis-all-mainnet', min: null, max: null, tag: [] },
    ]);
  });

  it('and the manifest are word for word as they were', async () => {
    await assertGolden('snapshot/tables.txt', await tablesOf(snapshot));
    const text = await readFile(path.join(snapshot, 'manifest.json'), 'utf8');
    // Bytes follow from what is in a file; some of the source from the program.
    const varying =
      /"(sha256|bytes|duckdb|inputs|hash|digest|fingerprint|program|scaler|revision)": ("[^"]*"|\d+)/g;
    const masked = maskIds(JSON.stringify(JSON.parse(text), null, 1)).replaceAll(
      varying,
      '"$1": …',
    );
    await assertGolden('snapshot/manifest.txt', `${masked}\n`);
  });

  it('begin with the network and the category, then the columns in the order of columns.csv with their numbers, then the places', async () => {
    const { rows } = await read('rows/apis.parquet');
    const columns =
      'slug,provider,offer,chain,accessPrice,accessPriceMin,accessPriceMax,accessPriceCurrency,accessPriceUnit,' +
      'accessPriceBound,accessPriceFirst,accessPriceStated,accessPricePer,accessPriceNote,accessPriceTiers,accessPriceTerms,accessPriceState,accessPriceUnread,trial,tag,description,credentialKey';
    const places = 'scope,sourceFile,sourceLine,offerSlug,offerFile,offerLine,overrides';
    assert.equal(Object.keys(rows[0] ?? {}).join(), `network,category,${columns},${places}`);
  });

  it('hold the definitions of categories, columns, networks and providers', async () => {
    const { meta, providers } = checked.sources;
    assert.deepEqual((await read('categories.parquet')).rows, meta.categories);
    const columns = (await read('columns.parquet')).rows;
    assert.deepEqual(
      columns.flatMap(({ kind, companionOf: _, type: __, files: ___, ...column }) =>
        kind === 'defined' ? [column] : [],
      ),
      meta.columns,
    );
    assert.deepEqual(
      (await read('providers.parquet')).rows,
      providers.map(({ value, line }) => {
        return {
          ...value,
          sourceFile: 'references/providers/providers.csv',
          sourceLine: BigInt(line),
        };
      }),
    );
    const unnamed = { caip2: null, aliases: [], color: null, logoPath: null };
    assert.deepEqual((await read('networks.parquet')).rows, [
      {
        network: 'aria',
        name: 'Aria',
        icon: null,
        docs: 'https://docs.aria.example/',
        chains: ['mainnet', 'testnet'],
        ...unnamed,
      },
      {
        network: 'bora',
        name: 'Bora',
        icon: null,
        docs: 'https://docs.bora.example/',
        chains: ['mainnet'],
        ...unnamed,
      },
      {
        network: 'cela',
        name: 'Cela',
        icon: null,
        docs: 'https://docs.cela.example/',
        chains: [],
        ...unnamed,
      },
    ]);
  });

  it('describe each column of a row, those with what the pipeline read from a text as well', async () => {
    const described = (await read('columns.parquet')).rows.map((row) => [
      row.key,
      row.companionOf,
      row.valueKind,
    ]);
    const ofPrice = described.filter(([, companionOf]) => companionOf === 'accessPrice');
    assert.deepEqual(ofPrice, [
      ['accessPriceMin', 'accessPrice', 'number'],
      ['accessPriceMax', 'accessPrice', 'number'],
      ['accessPriceCurrency', 'accessPrice', 'string'],
      ['accessPriceUnit', 'accessPrice', 'string'],
      ['accessPriceBound', 'accessPrice', 'string'],
      ['accessPriceFirst', 'accessPrice', 'number'],
      ['accessPriceStated', 'accessPrice', 'number'],
      ['accessPricePer', 'accessPrice', 'string'],
      ['accessPriceNote', 'accessPrice', 'string'],
      ['accessPriceTiers', 'accessPrice', 'string'],
      ['accessPriceTerms', 'accessPrice', 'string'],
      ['accessPriceState', 'accessPrice', 'string'],
      ['accessPriceUnread', 'accessPrice', 'string'],
    ]);
    const { rows } = await read('rows/apis.parquet');
    const keys = new Set([...described.map(([key]) => key), ...reservedColumnKeys]);
    const wrong = Object.keys(rows[0] ?? {}).filter((key) => !keys.has(key));
    assert.deepEqual(wrong, []);
  });

  it('carry the licence, and the id and the time of the snapshot that first wrote them', async () => {
    const files = (await listFiles(snapshot)).filter((file) => file.endsWith('.parquet'));
    assert.ok(files.length > 7);
    for (const file of files) {
      const { id, generatedAt, license } = (await read(file)).footer;
      const stamp = { id: manifest.id, generatedAt: manifest.generatedAt, license: 'CC-BY-SA-4.0' };
      assert.deepEqual({ file, id, generatedAt, license }, { file, ...stamp });
    }
  });

  it('for the service give the same rows once contents and memberships are joined', async () => {
    const memberships = (await read('serving/memberships.parquet')).rows;
    for (const { key } of checked.sources.meta.categories) {
      const keys = columnsOfCategory(checked.sources.meta.columns, key).map((column) => column.key);
      const contents = new Map(
        (await read(`serving/contents/${key}.parquet`)).rows.map((row) => [row._content, row]),
      );
      const pick = (row: Readonly<Record<string, unknown>> | undefined) =>
        keys.map((column) => row?.[column]);
      const joined = memberships.filter(({ category }) => category === key);
      const found = joined.map(({ network, _content }) => [
        network,
        ...pick(contents.get(_content)),
      ]);
      assert.deepEqual(
        found,
        (await read(`rows/${key}.parquet`)).rows.map((row) => [row.network, ...pick(row)]),
      );
      for (const network of new Set(joined.map((row) => row.network))) {
        const ids = joined
          .filter((row) => row.network === network)
          .map(({ _content }) => Number(_content));
        const names = ids.map((id) =>
          [contents.get(id)?.provider, contents.get(id)?.slug].join(' ').toLowerCase(),
        );
        assert.deepEqual([ids, names], [ids.toSorted((a, b) => a - b), names.toSorted()]);
      }
    }
  });
});

describe('rows of a category whose files stay as they are', () => {
  const cleanUp = afterAll();

  it('are written again if a text is read otherwise', async () => {
    const [build, sources] = [
      await makeTemporaryFolder(cleanUp),
      await makeTemporaryFolder(cleanUp),
    ];
    const readAs = async (amount: number, second: number) => {
      const header = 'text,column,min,max,currency,unit,period,bound';
      const line = `"$49/mo (monthly plan),$42/mo (yearly plan)",accessPrice,${amount},${amount},USD,,month,exact`;
      await cp(smallSources, sources, { recursive: true });
      await writeFile(path.join(sources, 'meta/readings.csv'), `${header}\n${line}\n`);
      const id = await publishInto({ build, sources, second });
      const { rows } = await readParquet(path.join(build, 'snapshots', id, 'rows/apis.parquet'));
      return rows.find(({ offerSlug }) => offerSlug === 'acme-pro')?.accessPriceMin;
    };
    assert.equal(await readAs(50, 0), 50);
    assert.equal(await readAs(60, 1), 60);
  });
});
