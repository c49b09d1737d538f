/** GET {network}/api/infrastructure-providers/facets: what each filter offers, counted. */
import { type Handler, networkOf } from '../http/state.ts';
import { countFacets } from '../query/facets.ts';
import { parseSelection } from '../query/params.ts';
import { presentFacets } from './facets-view.ts';
import { sendJson } from './send-json.ts';

export function listFacets(): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const selection = parseSelection(ctx.querystring, snapshot.catalog);
    const facets = await countFacets(snapshot, key, selection);
    sendJson(ctx, JSON.stringify(presentFacets(selection.category, snapshot.manifest.generatedAt, facets)));
  };
}
