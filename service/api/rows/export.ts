/**
 * GET {network}/api/infrastructure-providers/export and /api/export: all matching rows or offers as
 * a file, in the order of `sorting`.
 */

import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import * as z from 'zod';
import { groupBy } from '../../../common/group-by.ts';
import { withValues } from '../../../common/json.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { estimateListings } from '../../answers/estimates.ts';
import type { Context } from '../../http/context.ts';
import {
  type ExportColumn,
  type ExportFormat,
  exportColumns,
  exportFormats,
} from '../../notations/export-formats.ts';
import { createPause } from '../../pauses.ts';
import { ask } from '../../query/ask.ts';
import { priceModels } from '../../query/figures.ts';
import { matchOffers } from '../../query/offers.ts';
import { resolveOffers } from '../../questions/offers.ts';
import {
  anyCategory,
  category,
  exportFormat,
  selection,
  sorting,
  whichOffers,
} from '../../questions/parameters.ts';
import { resolveSorted } from '../../questions/parse.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { presentOffer } from '../offers/offers.ts';
import { contentOf, networkResource, resource } from '../resource.ts';
import { costCells, costColumns, exportedWorkload } from './exported-costs.ts';

const described = {
  queue: 'exports',
  content: contentOf(exportFormats),
  headers: {
    'X-Total-Count': z.int().describe('Rows in the file.'),
    'Repr-Digest': z.string().describe('sha-256 of the bytes (RFC 9530).'),
  },
} as const;

export const exportRows = networkResource({
  ...described,
  path: '/export',
  operationId: 'exportRows',
  summary: 'All matching rows as a file.',
  parameters: { category, ...selection, sorting, format: exportFormat },
  answer: async ({ format, ...selection }, { network, snapshot }, { ctx }) => {
    const query = resolveSorted(selection, snapshot.catalog);
    const { ids } = await ask(snapshot, network, query);
    const workload = exportedWorkload(query, selection, ctx.URL.searchParams, snapshot.catalog);
    const modelOf = workload && priceModels(snapshot, workload);
    return sendFile(ctx, snapshot, {
      format: exportFormats[format],
      columns: exportColumns(
        [...placeColumns, ...(workload === null ? [] : costColumns)],
        snapshot.catalog.columnsOf(query.category),
      ),
      rows: mapped(ids, (id) =>
        withValues(snapshot.rowJsonWithNumbers(network, id), {
          scope: JSON.stringify(snapshot.scopeOf(id)),
          ...(modelOf && workload && costCells(modelOf(id)(workload))),
        }),
      ),
      name: `${network}-${query.category}`,
      count: ids.length,
    });
  },
});

/** Columns of a row that are no cells. They come before its cells. */
const placeColumns: readonly ExportColumn[] = ['network', 'scope'].map((key) => ({
  key,
  valueKind: 'string',
}));

/** Columns of an offer that are no cells. They come before its cells. */
const offerColumns = ({ has }: Catalog): readonly ExportColumn[] => [
  { key: 'category', valueKind: 'string' },
  { key: 'slug', valueKind: 'string' },
  { key: 'scope', valueKind: 'string' },
  { key: 'networks', valueKind: 'array' },
  { key: 'networkCount', valueKind: 'number' },
  ...(has.has('chains') ? ['chains', 'varies'] : ['varies']).map((key) => ({
    key,
    valueKind: 'array' as const,
  })),
];

export const exportOffers = resource({
  ...described,
  path: '/api/export',
  operationId: 'exportOffers',
  summary:
    'All matching offers {{on}} all {{networks}} or {{on}} some, each once, as a file. CSV of several categories is a ZIP archive of a file for each.',
  parameters: { category: anyCategory, ...whichOffers, sorting, format: exportFormat },
  content: { ...described.content, 'application/zip': z.string().meta({ format: 'binary' }) },
  answer: async ({ format, ...selection }, place, { ctx }) => {
    const { snapshot } = place;
    const query = resolveOffers(selection, place);
    const { offers: matchedOffers } = await matchOffers(snapshot, query);
    const [category = '', another] = query.categories;
    const workload =
      another === undefined
        ? exportedWorkload(
            { ...query, category },
            selection,
            ctx.URL.searchParams,
            snapshot.catalog,
          )
        : null;
    const offerJson = (offer: MatchedOffer) => {
      const json = presentOffer(snapshot, offer, { ...query, fields: null, numbers: true });
      if (workload === null) return json;
      const { estimate } = estimateListings(snapshot, offer.rows, workload, query.networks);
      return withValues(json, costCells(estimate));
    };
    const fileOf = (
      categories: readonly string[],
      offers: readonly MatchedOffer[],
    ): ExportFile => ({
      format: exportFormats[format],
      columns: exportColumns(
        [...offerColumns(snapshot.catalog), ...(workload === null ? [] : costColumns)],
        cellColumns(snapshot, categories),
      ),
      rows: mapped(offers, offerJson),
      name: selection.category === undefined ? 'all' : `all-${selection.category}`,
      count: offers.length,
    });
    const whole = fileOf(query.categories, matchedOffers);
    if (selection.category !== undefined || !format.startsWith('csv'))
      return sendFile(ctx, snapshot, whole);
    const byCategory = groupBy(matchedOffers, ({ offer }) => offer.category);
    const files = mapped([...byCategory], ([category, offers]) => ({
      category,
      file: fileOf([category], offers),
    }));
    return sendFile(ctx, snapshot, {
      ...whole,
      format: { ...zip, write: () => writeZip(packed(files)) },
    });
  },
});

const zip = { label: 'ZIP', type: 'application/zip', extension: 'zip', shape: z.string() };

async function* packed(files: Iterable<{ readonly category: string; readonly file: ExportFile }>) {
  for (const { category, file } of files)
    yield {
      name: `${category}.csv`,
      bytes: await collect(file.format.write({ ...file, metadata: {} })),
    };
}

/** Of some categories, each once. */
function cellColumns(
  { catalog }: Snapshot,
  categories: readonly string[],
): readonly ColumnDefinition[] {
  const offerKeys = new Set([...offerColumns(catalog).map(({ key }) => key), 'chain']);
  const columns = categories
    .flatMap((categoryKey) => catalog.columnsOf(categoryKey))
    .filter(({ key }) => !offerKeys.has(key));
  return [...new Map(columns.map((column) => [column.key, column])).values()];
}

interface ExportFile {
  readonly format: Omit<ExportFormat, 'write'> & {
    readonly write: (input: Parameters<ExportFormat['write']>[0]) => Pieces;
  };
  readonly columns: readonly ExportColumn[];
  /** JSON of each row. */
  readonly rows: Iterable<string>;
  /** File name without date and extension. */
  readonly name: string;
  readonly count: number;
}

async function sendFile(
  ctx: Context,
  snapshot: Snapshot,
  { format, columns, rows, name, count }: ExportFile,
) {
  const { id, generatedAt } = snapshot.manifest;
  ctx.body = await collect(format.write({ columns, rows, metadata: { id, generatedAt } }));
  ctx.set({
    'Content-Type': format.type,
    'Content-Disposition': `attachment; filename="${name}-${generatedAt.slice(0, 10)}.${format.extension}"`,
    'X-Total-Count': String(count),
  });
  return undefined;
}

function* mapped<T, R>(items: readonly T[], present: (item: T) => R): Iterable<R> {
  for (const item of items) yield present(item);
}

/**
 * The whole file, because its length and digest are sent first. Other requests are answered between
 * the pieces.
 */
async function collect(pieces: Pieces): Promise<Buffer> {
  const pause = createPause();
  const collected: Buffer[] = [];
  for await (const piece of pieces) {
    collected.push(piece);
    await pause();
  }
  return Buffer.concat(collected);
}

/** Of a file, in order. */
type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

interface File {
  /** ASCII. */
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * What the header of a file and its line of the directory have in common: version, flags, method,
 * time, day, checksum, sizes, lengths.
 */
function describe({ name, bytes }: File, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  // 1 January 1980, the first day that a ZIP file can name.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/**
 * A ZIP archive (APPNOTE 6.3.3) of files in memory, compressed with deflate on another thread. Times
 * are left out, so that equal files are equal archives.
 */
async function* writeZip(files: AsyncIterable<File>): AsyncIterable<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const file of files) {
    const packed = await promisify(deflateRaw)(file.bytes);
    const [fields, name] = [describe(file, packed), Buffer.from(file.name, 'ascii')];
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, offset, name]),
    );
    const written = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed]);
    at += written.length;
    yield written;
  }
  const lines = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([lines, end]);
}
