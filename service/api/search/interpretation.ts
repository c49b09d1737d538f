/** The list that a search in ordinary words means, as JSON, and its address. */
import * as z from 'zod';
import { searchConditionShape } from '../../answers/search-conditions.ts';
import type { WordsAnswer } from '../../answers/words.ts';
import { titleOfView } from '../../notations/title.ts';
import { toApiFilters } from '../../query/filters/index.ts';
import { comparisonParameters } from '../../questions/compare.ts';
import {
  type ListQuestion,
  listOf,
  listParameters,
  silentList,
  withQuery,
} from '../../questions/list.ts';
import { maxPicked } from '../../questions/parameters.ts';
import type { Part } from '../../questions/words/interpretation.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames } from '../../text/counts.ts';
import type { Parameters, Urls } from '../../urls.ts';
import { uriShape } from '../shapes.ts';

export const interpretationShape = z.object({
  network: z
    .string()
    .nullable()
    .describe('{{Network}} key; null for all {{networks}}, and for several.'),
  networks: z
    .array(z.string())
    .optional()
    .describe('Keys of several {{networks}}. Offers {{on}} most of them come first.'),
  workload: z
    .object({
      requests: z.int().describe('Requests a month.'),
      peak: z.int().optional().describe('Requests per second.'),
      mix: z.string().optional().describe('Own calls, as the parameter `mix` names them.'),
    })
    .optional()
    .meta({
      about: 'estimates',
      description:
        'What the words want plans to hold. Offers with an estimate come first, the cheapest plan of each provider first.',
    }),
  category: z.string().describe('Category key.'),
  filters: z
    .array(z.object({ id: z.string(), value: z.array(z.string()) }))
    .describe('As the parameter `filters`.'),
  sorting: z
    .array(z.object({ id: z.string(), desc: z.boolean() }))
    .describe('As the parameter `sorting`.'),
  text: z.string().describe('Words without another meaning: the parameter `search`.'),
  href: uriShape.describe('Page with the list, or with the comparison of providers.'),
  parts: z
    .array(
      z.object({
        kind: z
          .string()
          .describe(
            'What the words are: `network`, `category`, `filter`, `sorting`, `provider` or `workload`.',
          ),
        words: z.string().describe('As they were typed.'),
        label: z.string().describe('What they mean, for people.'),
      }),
    )
    .describe(
      'Words with a meaning, in their order. Repeat the parameter `text` with words that are text.',
    ),
  conditions: z
    .array(searchConditionShape)
    .describe('Everything that the words ask for, and what became of it.'),
  otherReading: z
    .object({
      networkMatch: z.enum(['any', 'all']),
      totalOffers: z.int(),
      href: uriShape.describe('Page with their list.'),
    })
    .optional()
    .describe('Of several {{networks}}: what the other match of them gives.'),
  leftOut: z.array(z.string()).describe('Words of the conditions that are not applied.'),
  totalOffers: z.int().describe('Offers of the list.'),
  totalProviders: z.int().describe('Their providers.'),
});

/** Network, path and parameters of the page with the list. */
export function targetOf({ network, question, interpretation, offers }: WordsAnswer): {
  readonly network: string | null;
  readonly path: string;
  readonly parameters: Parameters;
} {
  const { category } = question.query;
  const offering = new Set(offers.map(({ offer }) => offer.provider));
  const compared = interpretation.compared.filter((name) => offering.has(name));
  if (compared.length > 1) {
    const { query } = question;
    const filters = query.filters.filter(({ column }) => column.key !== 'provider');
    const list = { ...question, query: { ...query, filters } };
    const providers = compared.slice(0, maxPicked);
    const parameters = comparisonParameters({ list, providers, offers: [] });
    return { network, path: '/compare', parameters };
  }
  return { network, path: `/toolbox/${category}`, parameters: listParameters(question) };
}

/** `Archive APIs on Base under $50`, `APIs, cheapest first`, `Alternatives to Alchemy: APIs`. */
export function describeAnswer(
  { network, within, selection, search, described, interpretation }: WordsAnswer,
  snapshot: Snapshot,
): string {
  const { parts } = interpretation;
  // The denial may have been left out with other conditions.
  const isDenied = selection.filters.some(({ column }) => column.key === 'provider');
  const alternativesTo = isDenied ? interpretation.alternativesTo : [];
  const order = parts.find(({ kind }) => kind === 'sorting');
  const named = described.length === 0 ? selection.filters : selection.filters.slice(0, -1);
  const filters =
    alternativesTo.length === 0 ? named : named.filter(({ column }) => column.key !== 'provider');
  const question = listOf([...described, search].join(' '), { ...selection, filters });
  const { onEach = false } = selection;
  const title = titleOfView(snapshot, { network, networks: within, onEach }, question);
  const volumes = parts.filter(({ kind }) => kind === 'workload').map(({ label }) => label);
  const subject = volumes.length === 0 ? title : `${title} for ${volumes.join(', ')}`;
  const ordered = order === undefined ? subject : `${subject}, ${order.label}`;
  return alternativesTo.length === 0
    ? ordered
    : `Alternatives to ${joinNames(alternativesTo)}: ${ordered}`;
}

/** Words with a meaning that was not left out. */
export function appliedParts({ interpretation, leftOut }: WordsAnswer): readonly Part[] {
  return interpretation.parts.filter(({ words }) => !leftOut.includes(words));
}

/** Conditions and the other reading of networks, each with the list of what it leaves out. */
function linkedFacts({ conditions, otherReading, network, question }: WordsAnswer, urls: Urls) {
  const listHref = (list: ListQuestion) =>
    urls.to(network, `/toolbox/${list.query.category}`, listParameters(list));
  const linked = conditions.map((condition) =>
    (condition.silent ?? condition.keptUnstated) === undefined || condition.on === null
      ? condition
      : { ...condition, silentHref: listHref(silentList(question, condition.on)) },
  );
  if (otherReading === null) return { conditions: linked };
  const { onEach, offers: totalOffers } = otherReading;
  const networkMatch = onEach ? ('all' as const) : ('any' as const);
  const href = listHref(withQuery(question, { onEach }));
  return { conditions: linked, otherReading: { networkMatch, totalOffers, href } };
}

export function presentInterpretation(
  answer: WordsAnswer,
  urls: Urls,
): z.infer<typeof interpretationShape> {
  const { network, networks, selection, interpretation, leftOut, offers, providers } = answer;
  const { requests, peak, mix } = interpretation.workload ?? {};
  const target = targetOf(answer);
  return {
    network,
    ...(networks.length === 0 ? {} : { networks: [...networks] }),
    ...(requests === undefined
      ? {}
      : {
          workload: {
            requests,
            ...(peak === undefined ? {} : { peak }),
            ...(mix === undefined ? {} : { mix }),
          },
        }),
    category: selection.category,
    filters: toApiFilters(selection.filters),
    sorting: selection.sorting.map(({ column, desc }) => ({ id: column.key, desc })),
    text: answer.search,
    href: urls.to(target.network, target.path, target.parameters),
    parts: [...appliedParts(answer)],
    ...linkedFacts(answer, urls),
    leftOut: [...leftOut],
    totalOffers: offers.length,
    totalProviders: providers,
  };
}
