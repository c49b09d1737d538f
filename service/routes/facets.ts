/** GET {network}/api/infrastructure-providers/facets: what each filter offers, counted. */
import { type Handler, networkOf } from '../http/state.ts';
import { presentFacets } from '../present/facets.ts';
import { countFacets } from '../query/facets.ts';
import { parseSelection } from '../query/params.ts';

export function listFacets(): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const selection = parseSelection(ctx.querystring, snapshot.catalog);
    const facets = await countFacets(snapshot, key, selection);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = JSON.stringify(presentFacets(selection.category, snapshot.manifest.generatedAt, facets));
  };
}
