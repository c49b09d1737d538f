/** GET {network}/api/infrastructure-providers/export: all matching rows as a file, in the order of `sorting`. */
import { z } from 'zod';
import { networkOf } from '../http/context.ts';
import { createPause } from '../pauses.ts';
import {
  parseParameters,
  type QueryCatalog,
  resolveSorted,
  type SortedSelection,
  sortedSelectionSchema,
} from '../query/params.ts';
import { findAllRows } from '../query/rows.ts';
import { defaultFormat, type ExportFormatName, exportColumns, exportFormats } from './export-formats.ts';
import { networkApi, type Resource } from './resource.ts';

const formats = Object.keys(exportFormats) as ExportFormatName[];
const parameters = sortedSelectionSchema.extend({ format: z.enum(formats).default(defaultFormat) });

export const exportRows: Resource = {
  path: `${networkApi}/export`,
  operationId: 'exportRows',
  summary: 'All matching rows as a file.',
  parameters: ['category', 'search', 'filters', 'sorting', 'format'],
  content: Object.fromEntries(Object.values(exportFormats).map(({ type, shape }) => [type.split(';')[0], shape])),
  headers: {
    'X-Total-Count': z.int().describe('Rows in the file.'),
    'Repr-Digest': z.string().describe('sha-256 of the bytes (RFC 9530).'),
  },
  handler: () => async (ctx) => {
    const { key: network, snapshot } = networkOf(ctx);
    const { format: name, ...query } = parseExportQuery(ctx.querystring, snapshot.catalog);
    const format = exportFormats[name];
    const contents = await findAllRows(snapshot, network, query);
    const { id, generatedAt } = snapshot.manifest;
    const written = format.write({
      network,
      columns: exportColumns(snapshot.catalog.columnsOf(query.category)),
      rows: rowsOf(contents, (content) => snapshot.rowJsonWithNumbers(network, content)),
      metadata: { id, generatedAt },
    });
    ctx.body = await collect(written);
    const file = `${network}-${query.category}-${generatedAt.slice(0, 10)}.${format.extension}`;
    ctx.set({
      'Content-Type': format.type,
      'Content-Disposition': `attachment; filename="${file}"`,
      'X-Total-Count': String(contents.length),
    });
  },
};

function* rowsOf(contents: readonly number[], rowJson: (content: number) => string): Iterable<string> {
  for (const content of contents) yield rowJson(content);
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

export function parseExportQuery(
  queryString: string,
  catalog: QueryCatalog,
): SortedSelection & { readonly format: ExportFormatName } {
  const given = parseParameters(queryString, parameters);
  return { ...resolveSorted(given, catalog), format: given.format };
}
