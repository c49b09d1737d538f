/** GET {network}/api/infrastructure-providers/providers and .../providers/{slug}. */
import { HttpError } from '../http/errors.ts';
import { type Context, type Handler, networkOf } from '../http/state.ts';
import { nearestName } from '../nearest-name.ts';
import type { RouteContext } from '../pages/shared/context.ts';
import { readParameters } from '../query/params.ts';
import { findProviders } from '../query/providers.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Urls } from '../urls.ts';
import { type ProvidersInput, presentProfile, presentProviders } from './providers-view.ts';
import { sendJson } from './send-json.ts';

export function listProviders({ urls }: RouteContext): Handler {
  return async (ctx) => {
    readParameters(ctx.querystring, []);
    const { input } = await readInput(ctx, urls);
    sendJson(ctx, JSON.stringify(presentProviders(input)));
  };
}

export function readProvider({ urls }: RouteContext): Handler {
  return async (ctx) => {
    readParameters(ctx.querystring, []);
    const { input, snapshot } = await readInput(ctx, urls);
    const slug = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
    const provider = snapshot.catalog.providerBySlug.get(slug);
    if (!provider || !input.listings.byProvider.has(provider.name)) {
      const here = [...input.listings.byProvider.keys()].flatMap(
        (name) => snapshot.catalog.providers.get(name)?.slug ?? [],
      );
      const message = `no provider "${slug}" on this network`;
      throw new HttpError(404, 'unknown-provider', message, { detail: nearestName(slug, here) });
    }
    sendJson(ctx, presentProfile(provider, snapshot.contents.json, input));
  };
}

async function readInput(ctx: Context, urls: Urls): Promise<{ input: ProvidersInput; snapshot: Snapshot }> {
  const { key: network, snapshot } = networkOf(ctx);
  const { catalog, manifest } = snapshot;
  const listings = await findProviders(snapshot, network);
  const { categories, providers } = catalog;
  return { input: { network, generatedAt: manifest.generatedAt, categories, listings, providers, urls }, snapshot };
}
