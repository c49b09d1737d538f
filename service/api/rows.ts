/** GET {network}/api/infrastructure-providers/rows: one page of providers with their rows. */
import { type Handler, networkOf } from '../http/context.ts';
import { findHints } from '../query/hints.ts';
import { parseRowsQuery } from '../query/params.ts';
import { findRows } from '../query/rows.ts';
import { presentRows } from './rows-view.ts';
import { sendJson } from './send-json.ts';

export function listRows(): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const query = parseRowsQuery(ctx.querystring, snapshot.catalog);
    const page = await findRows(snapshot, key, query);
    const json = presentRows({
      generatedAt: snapshot.manifest.generatedAt,
      columnsJson: snapshot.catalog.columnsJson(query.category),
      page,
      hints: page.pagination.totalOffers === 0 ? await findHints(snapshot, key, query) : null,
      rowJson: (id) => snapshot.rowJson(key, id),
    });
    sendJson(ctx, json);
  };
}
