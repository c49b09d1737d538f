/** changes_since: what changed in the directory, newest first. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { applied } from '../../answers/applied.ts';
import { hasOffers } from '../../answers/directory.ts';
import { newsParameters, newsQuery } from '../../api/changes.ts';
import { conditionText } from '../../notations/applied.ts';
import { type ChangeNames, namesFor } from '../../notations/changes/names.ts';
import { isoDay } from '../../notations/changes/news.ts';
import { textOf, writeSentence } from '../../notations/changes/sentence.ts';
import type { AnswerCell } from '../../notations/tool-text.ts';
import { knownSince } from '../../query/change-times.ts';
import {
  askChanges,
  type ChangesQuery,
  countChanges,
  type LoggedChange,
  readChanges,
} from '../../query/changes.ts';
import { changesConditions } from '../../questions/changes.ts';
import { parseValues } from '../../questions/parse.ts';
import { placeOf } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import { readCategory } from '../offers.ts';
import {
  bare,
  inAnyCase,
  limitSchema,
  namesSchema,
  offsetSchema,
  splitNames,
  tool,
} from '../tool.ts';

const input = z.strictObject({
  since: z.string().optional().describe('Snapshot id, day or time'),
  network: namesSchema.optional(),
  category: z.string().optional(),
  provider: z.array(z.string()).optional(),
  column: z.string().optional(),
  fact: bare(newsParameters.site.fact.element).optional(),
  scope: bare(newsParameters.site.scope),
  limit: limitSchema,
  offset: offsetSchema,
});

export const changesSinceTool = tool({
  name: 'changes_since',
  description:
    'Changes of offers, newest first: prices,{{#limits}} limits,{{/limits}} who left a {{network}}.',
  input,
  run: async ({ limit, offset, ...input }, { snapshot, urls }) => {
    const { catalog } = snapshot;
    const { network, provider, category, column, ...texts } = input;
    const isProvider = (name: string) => snapshot.providerNames().has(foldText(name));
    const parameters = {
      ...texts,
      category: category === undefined ? undefined : readCategory(category, snapshot),
      column: column === undefined ? undefined : inAnyCase(column, catalog.columns.keys()),
      network,
      provider: provider && splitNames(provider, isProvider),
    };
    const query = await newsQuery(parseValues(parameters, newsParameters.site), {
      snapshot,
      networks: [],
      urls,
    });
    const { changes: total } = await countChanges(snapshot, query);
    const isNews = query.facts.length > 0 && texts.fact === undefined;
    const addresses = isNews
      ? (await countChanges(snapshot, { ...query, facts: ['addresses'] })).changes
      : 0;
    const known = await knownSince(snapshot, query);
    const page = await readChanges(snapshot, query, { offset, limit });
    const names = namesFor(placeOf(snapshot, null, urls));
    return {
      title: `${plural(total, 'change')}${input.since === undefined ? '' : ` since ${input.since}`}.`,
      applied: applied(
        snapshot,
        changesConditions(snapshot, query, { network: network ?? [] }),
        null,
      ).map(conditionText),
      columns: [
        'at',
        'change',
        'slug',
        'provider',
        'fact',
        'column',
        'category',
        'networks',
        'chains',
      ],
      whole: ['change'],
      rows: page.map((change) => rowOf(change, names)),
      total,
      offset,
      notes: [
        ...(await leftNote(query, snapshot)),
        ...(addresses === 0
          ? []
          : [`Left out: ${plural(addresses, 'change')} of addresses (\`fact\` addresses).`]),
        ...(known.isEarlier || total === 0 ? [known.text] : []),
        ...(total > 0 || known.at === null
          ? []
          : [
              `Ask for an earlier time, or for all ${snapshot.catalog.terms.networks} and categories.`,
            ]),
      ],
    };
  },
});

/** Providers that lost offers on a network and have none there any more. */
async function leftNote(query: ChangesQuery, snapshot: Snapshot): Promise<string[]> {
  const [network, another] = query.networks;
  if (network === undefined || another !== undefined || !query.facts.includes('removed')) return [];
  const { catalog } = snapshot;
  const providers = await askChanges<{ readonly provider: string }>(
    snapshot,
    { ...query, facts: ['removed'] },
    (from) =>
      `SELECT provider ${from} AND provider IS NOT NULL GROUP BY provider ORDER BY max(number) DESC`,
  );
  const isListed = catalog.networks.has(network);
  const names = providers.map(({ provider }) => provider);
  const left = names.filter((name) => !isListed || !hasOffers(snapshot, name, network));
  const [none] = left;
  return none === undefined
    ? []
    : [
        `Providers without any offer left ${catalog.terms.on} ${catalog.networkName(network)}: ${left.join(', ')}.`,
      ];
}

/** The sentence of pages and feeds, without the networks, which have a cell. */
function rowOf(change: LoggedChange, names: ChangeNames): readonly AnswerCell[] {
  const { atMs, slug, provider, column, fact, category, networks, chains } = change;
  const sentence = writeSentence({ changes: [change] }, { names, hasNetworks: false });
  const words = [textOf(sentence), ...sentence.details].join('; ');
  return [isoDay(atMs), words, slug, provider, fact, column, category, { networks }, [...chains]];
}
