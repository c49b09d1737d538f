/** GET {network}/api/infrastructure-providers/export: all matching rows as a file, in the order of the pages. */
import { z } from 'zod';
import { badParameter } from '../http/errors.ts';
import { networkOf } from '../http/state.ts';
import { nearestName } from '../nearest-name.ts';
import { findRows } from '../query/find-rows.ts';
import { type QueryCatalog, readParameters, readSelection, readSorting, selectionParameters } from '../query/params.ts';
import type { RowsQuery } from '../query/query.ts';
import { defaultFormat, type ExportFormatName, exportFormats, isExportFormat } from './export-formats.ts';
import { networkApi, type Resource } from './resource.ts';

const parameters = [...selectionParameters, 'sorting', 'format'] as const;

export const exportRows: Resource = {
  path: `${networkApi}/export`,
  operationId: 'exportRows',
  summary: 'All matching rows as a file.',
  parameters,
  content: Object.fromEntries(Object.values(exportFormats).map(({ type, shape }) => [type.split(';')[0], shape])),
  headers: {
    'X-Total-Count': z.int().describe('Rows in the file.'),
    'Repr-Digest': z.string().describe('sha-256 of the bytes (RFC 9530).'),
  },
  handler: () => async (ctx) => {
    const { key: network, snapshot } = networkOf(ctx);
    const { format: name, ...query } = parseExportQuery(ctx.querystring, snapshot.catalog);
    const format = exportFormats[name];
    const { groups, pagination } = await findRows(snapshot, network, query);
    const { id, generatedAt } = snapshot.manifest;
    ctx.body = format.write({
      network,
      columns: snapshot.catalog.columnsOf(query.category),
      rows: groups.flatMap((group) => group.contents.map((content) => snapshot.contents.json[content] ?? '}')),
      metadata: { id, generatedAt },
    });
    const file = `${network}-${query.category}-${generatedAt.slice(0, 10)}.${format.extension}`;
    ctx.set({
      'Content-Type': format.type,
      'Content-Disposition': `attachment; filename="${file}"`,
      'X-Total-Count': String(pagination.totalOffers),
    });
  },
};

interface ExportQuery extends RowsQuery {
  readonly format: ExportFormatName;
}

/** One page with every row. */
export function parseExportQuery(queryString: string, catalog: QueryCatalog): ExportQuery {
  const given = readParameters(queryString, parameters);
  const selection = readSelection(given, catalog);
  const sorting = readSorting(given, catalog.columnsOf(selection.category));
  const format = parseFormat(given.get('format') ?? defaultFormat);
  return { ...selection, sorting, page: 1, pageSize: Number.MAX_SAFE_INTEGER, format };
}

function parseFormat(name: string): ExportFormatName {
  if (isExportFormat(name)) return name;
  const allowed = Object.keys(exportFormats);
  throw badParameter('format', `unknown format "${name}"`, { allowed, ...nearestName(name, allowed) });
}
