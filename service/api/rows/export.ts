/** GET {network}/api/infrastructure-providers/export and /api/export: all matching rows or offers as a file, in the order of `sorting`. */
import * as z from 'zod';
import { createPause } from '../../../common/pauses.ts';
import type { Scope } from '../../../model/rows.ts';
import type { Context } from '../../http/context.ts';
import { ask } from '../../query/ask.ts';
import { findOffers } from '../../query/offers/offers.ts';
import { category, exportFormat, selection, sorting, whichOffers } from '../../query/parameters.ts';
import { resolveSorted } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { presentOffer, resolveLimits } from '../offers/offers.ts';
import { contentOf, networkResource, resource } from '../resource.ts';
import { type ExportColumn, type ExportFormat, exportColumns, exportFormats } from './export-formats.ts';

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
  answer: async ({ format, ...given }, { ctx, network, snapshot }) => {
    const query = resolveSorted(given, snapshot.catalog);
    const { ids } = await ask(snapshot, network, query);
    return sendFile(ctx, snapshot, {
      format: exportFormats[format],
      columns: exportColumns(placeColumns, snapshot.catalog.columnsOf(query.category)),
      rows: mapped(ids, (id) => withScope(snapshot.rowJsonWithNumbers(network, id), snapshot.scopeOf(id))),
      name: `${network}-${query.category}`,
      count: ids.length,
    });
  },
});

/** Columns of a row that are no cells. They come before its cells. */
const placeColumns: readonly ExportColumn[] = ['network', 'scope'].map((key) => ({ key, valueKind: 'string' }));

function withScope(rowJson: string, scope: Scope): string {
  return `${rowJson.slice(0, -1)},"scope":${JSON.stringify(scope)}}`;
}

/** Columns of an offer that are no cells. They come before its cells. */
const offerColumns: readonly ExportColumn[] = [
  { key: 'category', valueKind: 'string' },
  { key: 'slug', valueKind: 'string' },
  { key: 'scope', valueKind: 'string' },
  { key: 'networks', valueKind: 'array' },
  { key: 'networkCount', valueKind: 'number' },
  ...['chains', 'varies'].map((key) => ({ key, valueKind: 'array' as const })),
];

export const exportOffers = resource({
  ...described,
  path: '/api/export',
  operationId: 'exportOffers',
  summary: 'All matching offers of a category on all networks or on some, each once, as a file.',
  parameters: { category, ...whichOffers, sorting, format: exportFormat },
  answer: async ({ format, ...given }, { ctx, snapshot, urls }) => {
    const query = resolveSorted(given, snapshot.catalog);
    const limits = resolveLimits(given, snapshot, urls);
    const { offers: found } = await findOffers(snapshot, { ...query, ...limits, categories: [query.category] });
    const own = new Set(offerColumns.map(({ key }) => key));
    const cells = snapshot.catalog.columnsOf(query.category).filter(({ key }) => !own.has(key) && key !== 'chain');
    return sendFile(ctx, snapshot, {
      format: exportFormats[format],
      columns: exportColumns(offerColumns, cells),
      rows: mapped(found, (offer) => presentOffer(snapshot, offer, { ...limits, fields: null, numbers: true })),
      name: `all-${query.category}`,
      count: found.length,
    });
  },
});

interface ExportFile {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  /** JSON of each row. */
  readonly rows: Iterable<string>;
  /** File name without date and extension. */
  readonly name: string;
  readonly count: number;
}

async function sendFile(ctx: Context, snapshot: Snapshot, { format, columns, rows, name, count }: ExportFile) {
  const { id, generatedAt } = snapshot.manifest;
  ctx.body = await collect(format.write({ columns, rows, metadata: { id, generatedAt } }));
  ctx.set({
    'Content-Type': format.type,
    'Content-Disposition': `attachment; filename="${name}-${generatedAt.slice(0, 10)}.${format.extension}"`,
    'X-Total-Count': String(count),
  });
  return undefined;
}

function* mapped<T>(items: readonly T[], toJson: (item: T) => string): Iterable<string> {
  for (const item of items) yield toJson(item);
}

/** The whole file, because its length and digest are sent first. Other requests are answered between the pieces. */
async function collect(pieces: Iterable<Buffer>): Promise<Buffer> {
  const pause = createPause();
  const collected: Buffer[] = [];
  for (const piece of pieces) {
    collected.push(piece);
    await pause();
  }
  return Buffer.concat(collected);
}
