/** Filter panel: value lists with counts, ranges and flags, in one form. */
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import type { Scope } from '../../../model/rows.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import type { Facet, NumberFacet, ValueFacet } from '../../query/filters/kind.ts';
import { noFilters, type View, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { recently } from '../../text/counts.ts';
import { pairsOf } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import { isEmpty } from '../shared/offer-table/columns.ts';
import type { ViewLink } from './links.ts';
import type { ToolboxData } from './read.ts';

/** Values that a long list shows first. */
const shownValues = 8;
/** Lists up to this length are shown in full. */
const shortList = 12;
/** Filters that are open by default. */
const openFacets = 3;

export interface PanelInput extends Pick<ToolboxData, 'shown' | 'found' | 'inAnyScope' | 'facetsOf' | 'matchesOf'> {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  readonly href: ViewLink;
}

/** Columns of the table are open by default. */
export function presentFilterPanel(input: PanelInput) {
  const { view, shown, href, found, matchesOf, facetsOf } = input;
  const facets = found.ids.length === 0 ? withAllValues(matchesOf(), facetsOf()) : matchesOf();
  const useful = facets.filter((facet) => isUseful(facet, view));
  const candidates = useful.filter(({ column }) => shown.includes(column) && column.valueKind !== 'boolean');
  const open = new Set(candidates.slice(0, openFacets).map(({ column }) => column));
  const scopes = countScopes(input);
  const confirmed = countConfirmed(input);
  return {
    facets: [
      ...(confirmed === null ? [] : [presentConfirmed(confirmed, view)]),
      ...useful.map((facet) => presentFacet(facet, { view, isOpen: open.has(facet.column), href })),
      ...(scopes === null ? [] : [presentScope(scopes, view)]),
    ],
    hidden: hiddenParameters(view),
  };
}

/** Parameters without a control in the filter form, kept as hidden fields. */
function hiddenParameters(view: View): { name: string; value: string }[] {
  const kept = viewParameters({
    ...view,
    search: '',
    workload: null,
    query: {
      ...view.query,
      ...noFilters,
      filters: view.query.filters.filter(({ kind }) => kind === 'either'),
      page: 1,
    },
    facet: null,
  });
  return pairsOf(kept).map(([name, value]) => ({ name, value }));
}

function presentScope(scopes: ReadonlyMap<Scope, number>, { query: { scope } }: View) {
  const choice = (value: Scope, text: string) => {
    return { value, text, count: formatCount(scopes.get(value) ?? 0), checked: scope === value };
  };
  return {
    ...limit('scope', 'Offered for', scope !== undefined),
    description: 'Some providers sell the same plan for every network; others have one for this network.',
    flag: {
      any: scope === undefined,
      choices: [choice('network', 'only this network'), choice('all-networks', 'every network')],
    },
  };
}

function presentConfirmed(offers: number, { query: { confirmed = false } }: View) {
  return {
    ...limit('confirmed', 'Confirmed', confirmed),
    description: 'A probe had the answer of an endpoint or an MCP server, or found a price on its page.',
    flag: {
      any: !confirmed,
      choices: [{ value: '1', text: recently, count: formatCount(offers), checked: confirmed }],
    },
  };
}

/** A filter of no column. */
function limit(key: string, label: string, isChosen: boolean) {
  return { key, name: key, label, icon: null, open: true, chosen: isChosen ? 1 : null, values: null, range: null };
}

function isUseful(facet: Facet, view: View): boolean {
  if (view.query.filters.some(({ column }) => column === facet.column)) return true;
  if (facet.kind === 'numbers')
    return (facet.count > 0 && facet.min !== facet.max) || (facet.prices?.groups.length ?? 0) > 1;
  return facet.values.length > 1;
}

interface FacetOptions {
  readonly view: View;
  readonly isOpen: boolean;
  readonly href: ViewLink;
}

function presentFacet(facet: Facet, { view, isOpen, href }: FacetOptions) {
  const { column } = facet;
  const filters = view.query.filters.filter((filter) => filter.column.key === column.key);
  const chosen = filters.reduce((sum, filter) => sum + kindOf(filter).parts(filter).length, 0);
  const flag = facet.kind === 'values' && column.valueKind === 'boolean';
  return {
    key: column.key,
    name: `f.${column.key}`,
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    open: isOpen || chosen > 0 || view.facet === column.key,
    chosen: chosen === 0 ? null : chosen,
    values: facet.kind === 'values' && !flag ? presentValues(facet, filters, { view, href }) : null,
    range: facet.kind === 'numbers' ? presentRange(facet, filters) : null,
    flag: facet.kind === 'values' && flag ? presentFlag(facet, filters) : null,
  };
}

function presentValues(
  { column, values }: ValueFacet,
  filters: readonly Filter[],
  { view, href }: Pick<FacetOptions, 'view' | 'href'>,
) {
  const wanted = filters.flatMap((filter) => kindOf(filter).toValues(filter));
  const folded = new Set(wanted.map((value) => value.toLowerCase()));
  const whole = view.facet === column.key || values.length <= shortList;
  const isChosen = (value: string) => folded.has(value.toLowerCase());
  const listed = values.filter(({ value }, index) => whole || index < shownValues || isChosen(value));
  const known = new Set(values.map(({ value }) => value.toLowerCase()));
  const missing = wanted.filter((value) => !known.has(value.toLowerCase()));
  return {
    list: [
      ...listed.map(({ value, offersCount }) => ({
        value,
        text: labelsOnly(value),
        count: formatCount(offersCount),
        checked: isChosen(value),
      })),
      ...missing.map((value) => ({ value, text: labelsOnly(value), count: '0', checked: true })),
    ],
    // Link to the view with all values.
    all: whole ? null : { href: href({ ...view, facet: column.key }), count: formatCount(values.length) },
  };
}

function presentRange({ min, max, prices }: NumberFacet, filters: readonly Filter[]) {
  const filter = filters.find((candidate) => candidate.kind === 'range');
  const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
  return {
    min: text(filter?.min),
    max: text(filter?.max),
    smallest: text(min),
    largest: text(max),
    ...presentUnits(prices, filter?.group ?? null),
  };
}

/** The currency and unit of prices if there is only one, else those to choose from. The default has no value, so that a form without a price filter leaves the address as it is. */
function presentUnits(prices: NumberFacet['prices'], asked: string | null) {
  if (prices === null) return { unit: null, units: null };
  const { compared } = prices;
  const known = prices.groups.some(({ id }) => id === compared) || prices.groups.length === 0;
  const chosen = { id: compared, ...(parseGroup(compared) ?? { currency: null, unit: null }), count: 0 };
  const groups = known ? prices.groups : [chosen, ...prices.groups];
  if (groups.length <= 1) return { unit: groupLabel(parseGroup(compared)), units: null };
  const choices = groups.map((group) => ({
    id: asked === null && group.id === compared ? '' : group.id,
    label: groupLabel(group),
    count: formatCount(group.count),
    selected: group.id === compared,
  }));
  return { unit: null, units: { choices } };
}

function presentFlag({ values }: ValueFacet, filters: readonly Filter[]) {
  const wanted = filters.flatMap((filter) => (filter.kind === 'flag' ? filter.values : []));
  const only = new Set(wanted).size === 1 ? wanted[0] : null;
  const countOf = (value: string) => formatCount(values.find((known) => known.value === value)?.offersCount ?? 0);
  const choices = [
    { value: 'true', text: 'Yes', count: countOf('true'), checked: only === true },
    { value: 'false', text: 'No', count: countOf('false'), checked: only === false },
  ];
  return { any: only === null, choices };
}

/** Offers by scope, as if no scope were chosen; null if the listing has one scope only, and none was asked for. */
function countScopes({ snapshot, network, view, inAnyScope }: PanelInput): ReadonlyMap<Scope, number> | null {
  const { category, scope } = view.query;
  const ofListing = new Set(Array.from(snapshot.rowsOfListing(network, category), (id) => snapshot.scopeOf(id)));
  if (ofListing.size < 2 && scope === undefined) return null;
  const byScope = groupBy(inAnyScope.ids, (id) => snapshot.scopeOf(id));
  return new Map(Array.from(byScope, ([each, rows]) => [each, snapshot.countOffers(rows)]));
}

/** Offers of the result that a probe confirmed lately; null if it confirmed none of the listing, and none was asked for. */
function countConfirmed({ snapshot, network, view, found }: PanelInput): number | null {
  const { category, confirmed } = view.query;
  const isConfirmed = (id: number) => snapshot.probes.confirmed.has(id);
  if (confirmed !== true && !snapshot.rowsOfListing(network, category).some(isConfirmed)) return null;
  return snapshot.countOffers(found.ids.filter(isConfirmed));
}

/** All currencies and units; the compared one stays. */
function numbersOf(own: NumberFacet, all: NumberFacet): NumberFacet {
  if (!isEmpty(own)) return own;
  if (all.prices === null || own.prices === null || own.prices.compared === all.prices.compared) return all;
  return { ...all, min: null, max: null, prices: { ...all.prices, compared: own.prices.compared } };
}

/** Facets of an empty result keep the values of the category, with the counts of the result. */
function withAllValues(found: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (found === all) return found;
  return all.map((facet) => {
    const own = found.find(({ column }) => column === facet.column);
    if (facet.kind === 'numbers') return own?.kind === 'numbers' ? numbersOf(own, facet) : facet;
    if (own?.kind !== 'values') return facet;
    const counted = new Map(own.values.map((value) => [value.value, value]));
    return {
      ...facet,
      values: facet.values.map(
        ({ value }) => counted.get(value) ?? { value, count: 0, offersCount: 0, providersCount: 0 },
      ),
    };
  });
}
