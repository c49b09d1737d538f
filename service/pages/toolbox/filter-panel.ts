/** Filter panel: value lists with counts, ranges and flags, in one form. */
import { formatCount } from '../../../common/format-count.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import type { Scope } from '../../../model/rows.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import type { Facet, NumberFacet, ValueFacet } from '../../query/filters/kind.ts';
import { noFilters, type View, viewParameters } from '../../query/view.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { recently } from '../../text/counts.ts';
import { pairsOf } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import type { ViewLink } from './links.ts';

/** Values that a long list shows first. */
const shownValues = 8;
/** Lists up to this length are shown in full. */
const shortList = 12;
/** Filters that are open by default. */
const openFacets = 3;

export interface PanelInput {
  readonly view: View;
  readonly facets: readonly Facet[];
  /** Keys of the table columns, whose filters are open by default. */
  readonly shown: readonly string[];
  readonly href: ViewLink;
  /** Offers by scope; null if it is not to choose. */
  readonly scopes: ReadonlyMap<Scope, number> | null;
  /** Offers that a probe confirmed lately; null if that is not to choose. */
  readonly confirmed: number | null;
}

export function presentFilterPanel({ view, facets, shown, href, scopes, confirmed }: PanelInput) {
  const useful = facets.filter((facet) => isUseful(facet, view));
  const candidates = useful.filter(({ column }) => shown.includes(column.key) && column.valueKind !== 'boolean');
  const open = new Set(candidates.slice(0, openFacets).map(({ column }) => column.key));
  return {
    facets: [
      ...(scopes === null ? [] : [presentScope(scopes, view)]),
      ...(confirmed === null ? [] : [presentConfirmed(confirmed, view)]),
      ...useful.map((facet) => presentFacet(facet, { view, isOpen: open.has(facet.column.key), href })),
    ],
    hidden: hiddenParameters(view),
  };
}

/** Parameters without a control in the filter form, kept as hidden fields. */
function hiddenParameters(view: View): { name: string; value: string }[] {
  const kept = viewParameters({
    ...view,
    search: '',
    query: { ...view.query, ...noFilters, page: 1 },
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
    description: 'An offer for all networks is listed on each of them, and names none.',
    flag: {
      any: scope === undefined,
      choices: [choice('network', 'this network'), choice('all-networks', 'all networks')],
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
