/** GET {network}/api/infrastructure-providers/rows: one page of providers with their rows. */
import { type Handler, networkOf } from '../http/state.ts';
import { findRows } from '../query/find-rows.ts';
import { findHints } from '../query/hints.ts';
import { parseRowsQuery } from '../query/params.ts';
import { presentRows } from './rows-view.ts';
import { sendJson } from './send-json.ts';

export function listRows(): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const query = parseRowsQuery(ctx.querystring, snapshot.catalog);
    const page = await findRows(snapshot, key, query);
    const json = presentRows({
      network: key,
      generatedAt: snapshot.manifest.generatedAt,
      columns: snapshot.catalog.columnsOf(query.category),
      page,
      hints: page.pagination.totalOffers === 0 ? await findHints(snapshot, key, query) : null,
      contentJson: snapshot.contents.json,
    });
    sendJson(ctx, json);
  };
}
