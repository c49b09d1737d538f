/** find_network: networks by any of their names. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { countBy } from '../../../common/group-by.ts';
import { networkNames } from '../../../common/network-names.ts';
import { type Scope, scopes } from '../../../model/rows.ts';
import type { Terms } from '../../../model/terms.ts';
import { badParameter, nearestName } from '../../errors.ts';
import { readProviders } from '../../query/names.ts';
import { groupOffers, limitsTest, presenceOf } from '../../query/offers.ts';
import { assertCategory } from '../../questions/parse.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { placesCount } from '../../text/counts.ts';
import { describeCategories, describeShared, readCategory, readSlug } from '../offers.ts';
import { offsetSchema, tool } from '../tool.ts';

const input = z.strictObject({
  name: z.string().optional().describe('Any name{{#chains}} or chain id{{/chains}}'),
  provider: z.string().optional(),
  offer: z.string().optional().describe('Slug'),
  category: z.string().optional(),
  without: z.string().optional().describe('Category that the {{networks}} lack'),
  scope: z.enum(scopes).optional(),
  offset: offsetSchema,
});

export const findNetworkTool = tool({
  name: 'find_network',
  description:
    '{{Networks}} with keys{{#chains}}, chains{{/chains}} and offer counts: all, where a provider, an offer or a category is, or without a category.',
  input,
  run: ({ name = '', offset, ...subject }, { snapshot, urls }) => {
    const served = [...snapshot.catalog.networks.values()].filter(({ network }) =>
      urls.serves(network),
    );
    const listed = Object.values(subject).some((value) => value !== undefined)
      ? listedBy(subject, snapshot)
      : null;
    const countOn = (network: string) => listed?.counts.get(network) ?? 0;
    const isWanted = (network: string) =>
      listed === null || countOn(network) > 0 === (subject.without === undefined);
    const isCounted = listed !== null && subject.without === undefined;
    const offersOn = (network: string) =>
      isCounted ? countOn(network) : snapshot.offersIn(network);
    const among = served.filter(({ network }) => isWanted(network));
    const { matching, understood } =
      name.trim() === ''
        ? { matching: bySize(among, offersOn), understood: [] }
        : search(name, among, { snapshot, offersOn });
    const { terms, has } = snapshot.catalog;
    const named = isCounted ? matching.filter(({ network }) => listed.named.has(network)) : [];
    const counted = named.length === 0 ? 'none of them named' : `${named.length} of them named`;
    return {
      title: `${listed === null ? '' : `${listed.title}: `}${matching.length} of ${placesCount(served.length, terms)}${isCounted ? `, ${counted}` : ''}.`,
      understood: [...understood, ...(listed?.notes ?? [])],
      columns: [
        'network',
        'name',
        'offers',
        ...(isCounted ? ['scope'] : []),
        ...(has.has('chains') ? ['caip2', 'chains'] : []),
      ],
      rows: matching.slice(offset).map((entry) => {
        const { network, name: label, caip2, chains } = entry;
        const scope = isCounted ? [scopeOn(network, listed)] : [];
        const placed = has.has('chains') ? [caip2, chains] : [];
        return [network, label, offersOn(network), ...scope, ...placed];
      }),
      total: matching.length,
      offset,
      tellOnce: ['offers', 'scope', 'caip2', 'chains'],
    };
  },
});

type Subject = Omit<z.infer<typeof input>, 'name' | 'offset'>;

/** The names of the arguments as the snapshot has them. Throws 400 for those that do not exist. */
function readSubject({ provider, offer, category, without }: Subject, snapshot: Snapshot) {
  if (category !== undefined && without !== undefined)
    throw badParameter('without', 'give `category` or `without`, not both');
  const name = category ?? without;
  const key = name === undefined ? null : readCategory(name, snapshot);
  assertCategory(key, snapshot.catalog);
  return {
    category: key,
    providers: provider === undefined ? [] : readProviders([provider], snapshot),
    slugs: offer === undefined ? [] : [readSlug(offer, snapshot)],
  };
}

/** Numbers of the offers that the arguments select, by network. Throws 400 for an unknown offer. */
function listedBy(names: Subject, snapshot: Snapshot) {
  const subject = readSubject(names, snapshot);
  const { category, providers, slugs } = subject;
  const { offer = '', scope, without } = names;
  const rows = rowsNamed(subject, snapshot);
  if (rows.length === 0 && slugs.length > 0)
    throw badParameter(
      'offer',
      `no offer "${offer.slice(0, 100)}"`,
      nearestName(offer, [...snapshot.offers.slugs()]),
    );
  const matchedOffers = groupOffers(
    snapshot,
    rows.filter((id) => scope === undefined || snapshot.scopeOf(id) === scope),
  );
  const networks = matchedOffers.flatMap(
    (matchedOffer) => presenceOf(snapshot, matchedOffer.rows, []).networks,
  );
  const networksOf = (of: Scope) => {
    const rowsOfScope = matchedOffers
      .flatMap((matchedOffer) => matchedOffer.rows)
      .filter((id) => snapshot.scopeOf(id) === of);
    return new Set(presenceOf(snapshot, rowsOfScope, []).networks);
  };
  const offered = networksOf('all-networks');
  return {
    title: [...providers, ...slugs, ...conditionsOf(names, category, snapshot)].join(', '),
    counts: countBy(networks, (network) => network),
    named: networksOf('network'),
    offered,
    notes: [
      ...slugs.flatMap((slug) => describeShared(slug, snapshot)),
      ...(category === null ? describeCategories(matchedOffers, snapshot) : []),
      ...(category !== null && offered.size > 0
        ? [everywhere(without !== undefined, snapshot.catalog.terms)]
        : []),
    ],
  };
}

function conditionsOf(
  { without, scope }: Subject,
  category: string | null,
  { catalog }: Snapshot,
): string[] {
  const label = category === null ? [] : [catalog.categoryLabel(category)];
  return [
    ...label.map((text) => (without === undefined ? text : `without ${text}`)),
    ...(scope === undefined ? [] : [`scope ${scope}`]),
  ];
}

function everywhere(isLack: boolean, { on, network, networks }: Terms): string {
  return isLack
    ? `Offers for all ${networks} are ${on} every ${network}: with \`scope\` network, ${networks} that no listing names are found.`
    : `Offers for all ${networks} count ${on} every ${network}: with \`scope\` network, only listings that name one count.`;
}

interface Named {
  readonly category: string | null;
  readonly providers: readonly string[];
  readonly slugs: readonly string[];
}

function rowsNamed({ category, providers, slugs }: Named, snapshot: Snapshot): number[] {
  const isNamed = limitsTest(snapshot, { networks: [], providers, slugs });
  const keys = category === null ? snapshot.catalog.categoryKeys : [category];
  return keys.flatMap((key) => snapshot.offers.rowsOfCategory(key)).filter(isNamed);
}

/** Whether listings of the network, of all networks or of both are there. */
function scopeOn(
  network: string,
  { named, offered }: Pick<ReturnType<typeof listedBy>, 'named' | 'offered'>,
) {
  if (!named.has(network)) return 'all-networks';
  return offered.has(network) ? 'both' : 'network';
}

type OffersOn = (network: string) => number;

/**
 * The network of the name; else those with the name in one of theirs; else the most similar one.
 */
function search(
  name: string,
  served: readonly NetworkEntry[],
  { snapshot: { catalog }, offersOn }: { readonly snapshot: Snapshot; readonly offersOn: OffersOn },
) {
  const exact = catalog.networkNamed(name);
  const named = served.filter(({ network }) => network === exact);
  if (named.length > 0) return { matching: named, understood: [] };
  const folded = foldText(name);
  const containing = served.filter(({ network, ...entry }) =>
    networkNames({ key: network, ...entry }).some((candidate) =>
      foldText(candidate).includes(folded),
    ),
  );
  if (containing.length > 0) return { matching: bySize(containing, offersOn), understood: [] };
  const { suggestion } = catalog.nearestNetwork(name);
  const matching = served.filter(({ network }) => network === suggestion);
  const understood = [
    `No ${catalog.terms.network} is named "${name.slice(0, 100)}"${matching.length > 0 ? '; this is the nearest' : ''}.`,
  ];
  return { matching, understood };
}

function bySize(entries: readonly NetworkEntry[], offersOn: OffersOn): NetworkEntry[] {
  return entries.toSorted((a, b) => offersOn(b.network) - offersOn(a.network));
}
