/** compare_offers: offers of a category side by side, the differences first. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { groupBy } from '../../../common/group-by.ts';
import {
  comparedConditions,
  compareRows,
  type Fact,
  type NamedRows,
  notListed,
} from '../../answers/compare.ts';
import { varyingText } from '../../answers/offer-cells.ts';
import { badParameter, type HttpError, nearestName } from '../../errors.ts';
import { conditionText } from '../../notations/applied.ts';
import type { AnswerCell, Cell } from '../../notations/tool-text.ts';
import { groupOffers, type Limits, limitsTest, matchOffers } from '../../query/offers.ts';
import { limitNetworks } from '../../questions/offers.ts';
import { maxPicked } from '../../questions/parameters.ts';
import { categoryOf } from '../../questions/parse.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  cellOf,
  decidingColumns,
  describeShared,
  quoteBenchmark,
  readCategory,
  readSlug,
} from '../offers.ts';
import { splitNames, tool } from '../tool.ts';

/** Offers that are compared if the caller names none. */
const usualOffers = 3;

const input = z.strictObject({
  category: z.string(),
  offers: z
    .array(z.string())
    .max(maxPicked)
    .optional()
    .describe('Slugs or providers; the first 3 if left out'),
  network: z.string().optional(),
});

export const compareOffersTool = tool({
  name: 'compare_offers',
  description: `Up to ${maxPicked} offers of a category side by side, differences first.`,
  input,
  run: async (input, context) => {
    const { snapshot } = context;
    const category = categoryOf(snapshot, readCategory(input.category, snapshot));
    const networks = limitNetworks(input.network === undefined ? [] : [input.network], context);
    const network = input.network === undefined ? null : (networks[0] ?? null);
    const question = { ...input, category: category.key };
    const { namedRows, missing, chosen } = await findNamed(question, networks, snapshot);
    if (namedRows.length === 0) throw unknownOffers(question, missing, snapshot);
    const { offers, facts, measuredBy } = compareRows(
      snapshot,
      { network, networks },
      { category, namedRows },
    );
    const [differing, same] = [
      facts.filter((fact) => !fact.same),
      facts.filter((fact) => fact.same),
    ];
    const limits = { network: null, networks, onEach: false };
    const presence = offers.map(
      ({ presence: { networks: keys } }): AnswerCell => ({ networks: keys }),
    );
    const rows: (readonly AnswerCell[])[] = byUse(
      differing,
      snapshot.catalog.columnsOf(category.key),
    ).map((fact) => row(fact));
    if (network === null) rows.unshift(['networks', ...presence]);
    return {
      title: `${category.label}${network === null ? '' : ` ${snapshot.catalog.terms.on} ${snapshot.catalog.networkName(network)}`}: ${offers.length > 1 ? 'differences of' : 'values of'} ${offers.map(({ slug }) => slug).join(', ')}.`,
      columns: [
        'column',
        ...offers.map(({ slug, provider }) => (slug === provider ? slug : `${provider}: ${slug}`)),
      ],
      rows,
      total: rows.length,
      allNetworks: `All ${snapshot.catalog.terms.networks} of one: find_network with \`offer\`.`,
      applied: comparedConditions(snapshot, limits).map(conditionText),
      understood: [...notListed(missing).map(({ reason }) => reason), ...chosen],
      notes: [
        ...(same.length === 0
          ? []
          : [`The same: ${same.map(({ column }) => column.key).join(', ')}.`]),
        ...facts.flatMap(({ column, states }) =>
          offers.flatMap(({ slug }, at) => {
            const text = states[at]?.measured ?? null;
            return text === null ? [] : [`${column.key} of ${slug}: ${text}.`];
          }),
        ),
      ],
      quotations: offers.flatMap(({ slug }, at) =>
        (measuredBy[at] ?? []).map((benchmarkWords) => quoteBenchmark(benchmarkWords, slug)),
      ),
    };
  },
});

type CompareInput = z.infer<typeof input>;

function row({ column, values, varying }: Fact): readonly Cell[] {
  const cells = values.map((value, at) => {
    const cell = varying[at] ?? null;
    return cell === null ? cellOf({ [column.key]: value }, column) : varyingText(cell);
  });
  return [column.key, ...cells];
}

/** Facts that decide first, then the others in the order of the columns. */
function byUse(facts: readonly Fact[], columns: Parameters<typeof decidingColumns>[0]): Fact[] {
  const order = decidingColumns(columns).map(({ key }) => key);
  const placeOf = ({ column }: Fact) =>
    order.includes(column.key) ? order.indexOf(column.key) : order.length;
  return facts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Slugs of further offers in a sentence. */
const maxOthers = 5;

/** A name is the slug of an offer or listing, or a provider, which stands for its first offer. */
async function findNamed(
  { category, offers: names }: CompareInput,
  networks: readonly string[],
  snapshot: Snapshot,
) {
  const limits = { networks, providers: [], slugs: [] };
  if (names === undefined || names.length === 0) return firstOffers(category, limits, snapshot);
  const isOffer = (name: string) => namedOffers(name, category, snapshot).length > 0;
  const wanted = new Set(splitNames(names, isOffer));
  if (wanted.size > maxPicked)
    throw badParameter('offers', `offers: at most ${maxPicked} are compared`);
  const isThere = limitsTest(snapshot, limits);
  const picked = [...wanted].map((name) => ({ name, ...pick(name, category, snapshot, isThere) }));
  const byOffer = new Map(
    picked.flatMap((answer) => answer.namedRows).map((rows) => [rows.slug, rows]),
  );
  return {
    namedRows: [...byOffer.values()],
    missing: picked.filter((answer) => answer.namedRows.length === 0).map(({ name }) => name),
    chosen: picked.flatMap(({ chosen }) => chosen),
  };
}

/** The offers that a name stands for: one, but for a slug that several providers have. */
function pick(
  name: string,
  category: string,
  snapshot: Snapshot,
  isThere: (id: number) => boolean,
): { readonly namedRows: readonly NamedRows[]; readonly chosen: readonly string[] } {
  const matches = namedOffers(name, category, snapshot).flatMap(({ slug, rows }) => {
    const listed = rows.filter(isThere);
    return listed.length === 0 ? [] : [{ slug, rows: listed }];
  });
  const [match, ...others] = matches;
  if (match === undefined || others.length === 0) return { namedRows: matches, chosen: [] };
  const shared = describeShared(name, snapshot, category);
  if (shared.length > 0) return { namedRows: matches, chosen: shared };
  const more = others.length > maxOthers ? `, and ${others.length - maxOthers} more` : '';
  const slugs = others.slice(0, maxOthers).map(({ slug }) => slug);
  const chosen = `${snapshot.providerOf(match.rows[0] ?? 0)} stands for ${match.slug}, the first of its ${matches.length} offers there; others: ${slugs.join(', ')}${more}.`;
  return { namedRows: [match], chosen: [chosen] };
}

/** Of the first providers, an offer each. */
async function firstOffers(category: string, limits: Limits, snapshot: Snapshot) {
  const query = { ...limits, categories: [category], terms: [], filters: [], sorting: [] };
  const { offers: all } = await matchOffers(snapshot, query);
  const first = [...groupBy(all, ({ offer }) => offer.provider).values()].map(([offer]) => offer);
  const namedRows = first
    .slice(0, usualOffers)
    .map(({ offer, rows }) => ({ slug: snapshot.offers.keyOf(offer), rows }));
  const chosen = `The first offer of each of the first ${namedRows.length} providers: name \`offers\` to choose.`;
  return { namedRows, missing: [], chosen: [chosen] };
}

function namedOffers(nameOrAddress: string, category: string, snapshot: Snapshot): NamedRows[] {
  const name = readSlug(nameOrAddress, snapshot);
  const bySlug = [...snapshot.offers.named(name)].filter((offer) => offer.category === category);
  if (bySlug.length > 0) {
    // A slug that only listings have names one chain of the offer: that listing comes first.
    return bySlug.map((offer) => {
      const rowsOfSlug = offer.rows.filter(
        (id) => snapshot.row(id).slug === name && name !== offer.slug,
      );
      const key = snapshot.offers.keyOf(offer);
      const slug = rowsOfSlug.length > 0 && key === offer.slug ? name : key;
      return { slug, rows: rowsOfSlug.length > 0 ? rowsOfSlug : offer.rows };
    });
  }
  const [provider] = snapshot.providerNames().get(foldText(name)) ?? [];
  if (provider === undefined) return [];
  const rows = snapshot
    .rowsOfProvider(provider)
    .filter((id) => snapshot.categoryOf(id) === category);
  return groupOffers(snapshot, rows).map(({ offer, rows: rowsOfOffer }) => ({
    slug: snapshot.offers.keyOf(offer),
    rows: rowsOfOffer,
  }));
}

function unknownOffers(
  { category }: CompareInput,
  missing: readonly string[],
  snapshot: Snapshot,
): HttpError {
  const [name = ''] = missing;
  const known = [...snapshot.offers.slugs()].filter((slug) =>
    [...snapshot.offers.named(slug)].some((offer) => offer.category === category),
  );
  const message = `no offer and no provider "${name}" in ${category} there`;
  return badParameter('offers', message, nearestName(name, known));
}
