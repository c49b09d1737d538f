/** GET /api/networks: the network marketplaces. */

import { HttpError } from '../http/errors.ts';
import { type Handler, snapshotOf } from '../http/state.ts';
import type { RouteContext } from '../pages/shared/context.ts';
import { monogramSvg } from '../pages/shared/monogram.ts';
import { readParameters } from '../query/params.ts';
import { nameOf, presentNetworks } from './networks-view.ts';
import { sendJson } from './send-json.ts';

export function listNetworks({ urls }: RouteContext): Handler {
  return (ctx) => {
    readParameters(ctx.querystring, []);
    sendJson(ctx, JSON.stringify(presentNetworks(snapshotOf(ctx).catalog.networks.values(), urls)));
  };
}

/** GET /icons/<network>.svg: the monogram of a network that has no icon of its own. */
export function networkIcon(): Handler {
  return (ctx) => {
    const key = /^\/icons\/([a-z0-9-]+)\.svg$/.exec(ctx.path)?.[1] ?? '';
    const network = snapshotOf(ctx).catalog.networks.get(key);
    if (!network) throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`);
    ctx.type = 'image/svg+xml';
    ctx.body = monogramSvg(nameOf(network));
  };
}
