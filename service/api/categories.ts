/** GET {network}/api/infrastructure-providers/categories: the active categories and the network's figures. */
import { type Handler, networkOf } from '../http/state.ts';
import { readParameters } from '../query/params.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { presentCategories } from './categories-view.ts';
import { sendJson } from './send-json.ts';

export function listCategories(): Handler {
  return (ctx) => {
    readParameters(ctx.querystring, []);
    const { key, snapshot } = networkOf(ctx);
    const { categories } = snapshot.catalog;
    sendJson(
      ctx,
      JSON.stringify(presentCategories(categories, metricsOf(snapshot, key), snapshot.manifest.generatedAt)),
    );
  };
}

/** The figures of a network; a manifest without them does not belong to its tables. */
export function metricsOf(snapshot: Snapshot, network: string) {
  const metrics = snapshot.manifest.metrics.networks[network];
  if (metrics) return metrics;
  throw new Error(`the manifest of ${snapshot.manifest.id} has no metrics of "${network}"`);
}
