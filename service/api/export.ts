/** GET {network}/api/infrastructure-providers/export: all matching rows as a file, in the order of the pages. */
import { type Handler, networkOf } from '../http/state.ts';
import { findRows } from '../query/find-rows.ts';
import { parseExportQuery } from '../query/params.ts';
import { exportTypes, presentExport } from './export-formats.ts';

export function exportRows(): Handler {
  return async (ctx) => {
    const { key: network, snapshot } = networkOf(ctx);
    const { format, ...query } = parseExportQuery(ctx.querystring, snapshot.catalog);
    const whole = { ...query, page: 1, pageSize: Number.MAX_SAFE_INTEGER };
    const { groups, pagination } = await findRows(snapshot, network, whole);
    const { id, generatedAt } = snapshot.manifest;
    ctx.body = presentExport(format, {
      network,
      columns: snapshot.catalog.columnsOf(query.category),
      rows: groups.flatMap((group) => group.contents.map((content) => snapshot.contents.json[content] ?? '}')),
      footer: { id, generatedAt },
    });
    ctx.set('Content-Type', exportTypes[format]);
    ctx.set(
      'Content-Disposition',
      `attachment; filename="${network}-${query.category}-${generatedAt.slice(0, 10)}.${format}"`,
    );
    ctx.set('X-Total-Count', String(pagination.totalOffers));
  };
}
