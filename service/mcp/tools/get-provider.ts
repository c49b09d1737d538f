/** get_provider: the profile of a provider and its offers. */

import * as z from 'zod';
import { isMoney } from '../../../model/columns.ts';
import { applied } from '../../answers/applied.ts';
import { countOffers, offersOfProvider } from '../../answers/directory.ts';
import { measuredSentences } from '../../answers/measured.ts';
import { HttpError } from '../../errors.ts';
import { conditionText } from '../../notations/applied.ts';
import type { AnswerCell } from '../../notations/tool-text.ts';
import { readProviders } from '../../query/names.ts';
import { presenceOf } from '../../query/offers.ts';
import { conditionsOf } from '../../questions/conditions.ts';
import { limitNetworks } from '../../questions/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { placesCount, plural } from '../../text/counts.ts';
import { profileLinks } from '../../text/profile-links.ts';
import {
  cellOf,
  decidingColumns,
  describeCategories,
  quoteBenchmark,
  readOffer,
} from '../offers.ts';
import { namesSchema, offsetSchema, tool } from '../tool.ts';

const input = z.strictObject({
  provider: z.string().describe('Name or slug'),
  network: namesSchema.optional(),
  offset: offsetSchema,
});

export const getProviderTool = tool({
  name: 'get_provider',
  description: 'Links and offers of a provider.',
  input,
  run: ({ provider: name, network, offset }, context) => {
    const { snapshot } = context;
    const networks = limitNetworks(network ?? [], context);
    const [known = ''] = readProviders([name], snapshot);
    const definition = snapshot.catalog.providers.get(known);
    const profile =
      definition === undefined ? null : offersOfProvider(snapshot, definition, { networks });
    if (definition === undefined || profile === null)
      throw new HttpError(
        404,
        'unknown-provider',
        `the provider "${known}" has no offer there; it has ${offeredOn(known, snapshot)}`,
      );
    const offers = [...profile.offers].flatMap(([category, list]) =>
      list.map((offer) => ({ category, offer })),
    );
    const rows = offers.slice(offset).map(({ category, offer }): readonly AnswerCell[] => {
      const { slug, row, networks: keys, scope } = readOffer(snapshot, offer, networks);
      const price = decidingColumns(snapshot.catalog.columnsOf(category)).find(
        (column) => isMoney(column) && (row[column.key] ?? null) !== null,
      );
      return [
        slug,
        category,
        price === undefined ? null : cellOf(row, price),
        { networks: keys },
        scope,
      ];
    });
    const shown = offers.slice(offset).map(({ offer }) => ({
      slug: snapshot.offers.keyOf(offer.offer),
      rows: offer.rows,
    }));
    const only = networks.length === 1 ? (networks[0] ?? null) : null;
    const measured = measuredSentences(snapshot, only, shown);
    const links = Object.entries(profileLinks(definition)).map(
      ([key, address]) => `${key} ${address}`,
    );
    const conditions = conditionsOf(snapshot, {
      network: null,
      networks: network === undefined ? [] : networks,
      search: '',
      filters: [],
    });
    const { terms } = snapshot.catalog;
    const quotations = [
      { source: 'description', text: definition.description ?? '' },
      { source: 'links', text: links.join(', ') },
    ];
    return {
      title: `${definition.name}: ${plural(countOffers(profile), 'offer')} ${terms.on} ${placesCount(profile.networks.length, terms)}.`,
      applied: applied(snapshot, conditions, null).map(conditionText),
      understood: describeCategories([...profile.offers.values()].flat(), snapshot),
      columns: ['slug', 'category', 'price', 'networks', 'scope'],
      rows,
      total: offers.length,
      offset,
      allNetworks: `All ${snapshot.catalog.terms.networks} of one: find_network with \`provider\` or \`offer\`.`,
      quotations: [
        ...quotations.filter(({ text }) => text !== ''),
        ...measured.others.map((other) => quoteBenchmark(other, definition.slug)),
      ],
      notes: measured.ownFigures,
    };
  },
});

/** Networks in a sentence. */
const maxNetworks = 5;

/** Where a provider has offers: `offers on 3 networks: base, ethereum, solana`. */
function offeredOn(provider: string, snapshot: Snapshot): string {
  const { networks } = presenceOf(snapshot, snapshot.rowsOfProvider(provider), []);
  const more = networks.length > maxNetworks ? `, and ${networks.length - maxNetworks} more` : '';
  const { terms } = snapshot.catalog;
  return `offers ${terms.on} ${placesCount(networks.length, terms)}: ${networks.slice(0, maxNetworks).join(', ')}${more}`;
}
