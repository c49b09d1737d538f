/** Filter panel: value lists with counts, ranges and flags, in one form. */
import { formatCount } from '../../../common/format-count.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Scope } from '../../../model/rows.ts';
import { chainText, readableText } from '../../answers/readable.ts';
import type { Facet, NumberFacet, ValueFacet } from '../../query/facets.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import { blank, filled } from '../../query/filters/presence.ts';
import { type ListQuestion, listParameters, noFilters } from '../../questions/list.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { textsOf } from '../../text/cells.ts';
import { recently } from '../../text/counts.ts';
import { iconOf } from '../../text/icons.ts';
import { hiddenFields } from '../../urls.ts';
import { isEmpty } from '../shared/offer-table/columns.ts';
import { isChain } from '../shared/offer-table/offer-row.ts';
import { limit, presentNetworkChoice, shortList, shownValues } from './network-choice.ts';
import type { Toolbox } from './read.ts';

/** Filters that are open by default. */
const openFacets = 3;

type PanelInput = Pick<
  Toolbox,
  | 'snapshot'
  | 'network'
  | 'urls'
  | 'question'
  | 'href'
  | 'shown'
  | 'matchedRows'
  | 'inAnyScope'
  | 'facetsOf'
  | 'matchesOf'
  | 'onAnyNetwork'
>;

/** Columns of the table are open by default. */
export function presentFilterPanel(panel: PanelInput) {
  const { question, shown, matchedRows, matchesOf, facetsOf } = panel;
  const facets =
    matchedRows.ids.length === 0 ? withAllValues(matchesOf(), facetsOf()) : matchesOf();
  const useful = facets.filter((facet) => isUseful(facet, question));
  const candidates = useful.filter(
    ({ column }) => shown.includes(column) && column.valueKind !== 'boolean',
  );
  const open = new Set(candidates.slice(0, openFacets).map(({ column }) => column));
  const kept = {
    ...noFilters,
    networks: [],
    onEach: false,
    filters: question.query.filters.filter(
      (filter) => filter.kind === 'either' || !facets.some(({ column }) => isOf(filter, column)),
    ),
  };
  const uncontrolled = {
    ...question,
    search: '',
    workload: null,
    facet: null,
    query: { ...question.query, ...kept, page: 1 },
  };
  return {
    facets: [
      ...presentNetworkChoice(panel),
      ...presentConfirmed(panel),
      ...useful.map((facet) => presentFacet(facet, panel, open.has(facet.column))),
      ...presentScope(panel),
    ],
    /** Parameters without a control in the filter form. */
    hidden: hiddenFields(listParameters(uncontrolled)),
  };
}

/**
 * Offers by scope, as if no scope were chosen; none if the listing has one scope only, and none was
 * asked for.
 */
function presentScope({ snapshot, network, question, inAnyScope }: PanelInput) {
  const { category, scope } = question.query;
  const ofListing = new Set(
    snapshot.rowsOfListing(network, category).map((id) => snapshot.scopeOf(id)),
  );
  if (ofListing.size < 2 && scope === undefined) return [];
  const choice = (value: Scope, text: string) => {
    const rows = inAnyScope.ids.filter((id) => snapshot.scopeOf(id) === value);
    return {
      value,
      text,
      count: formatCount(snapshot.countOffers(rows)),
      checked: scope === value,
    };
  };
  const { terms } = snapshot.catalog;
  const one = network === null ? `single ${terms.networks}` : `only this ${terms.network}`;
  const description = `Some providers sell the same plan for every ${terms.network}; others have one for a single ${terms.network}.`;
  const choices = [choice('network', one), choice('all-networks', `every ${terms.network}`)];
  const any = scope === undefined;
  return [{ ...limit('scope', 'Offered for', !any), description, flag: { any, choices } }];
}

/**
 * Offers of the result that a probe confirmed lately; none if it confirmed none of the listing, and
 * none was asked for.
 */
function presentConfirmed({ snapshot, network, question, matchedRows }: PanelInput) {
  const { category, confirmed: checked = false } = question.query;
  const isConfirmed = (id: number) => snapshot.probes.confirmed.has(id);
  if (!checked && !snapshot.rowsOfListing(network, category).some(isConfirmed)) return [];
  const count = formatCount(snapshot.countOffers(matchedRows.ids.filter(isConfirmed)));
  const description =
    'A probe had the answer of an endpoint or an MCP server, or found a price on its page.';
  const flag = { any: !checked, choices: [{ value: '1', text: recently, count, checked }] };
  return [{ ...limit('confirmed', 'Confirmed', checked), description, flag }];
}

function isOf({ column }: Filter, { key }: ColumnDefinition): boolean {
  return column.key === key;
}

function isUseful(facet: Facet, question: ListQuestion): boolean {
  if (question.query.filters.some(({ column }) => column === facet.column)) return true;
  if (facet.kind === 'numbers')
    return (facet.count > 0 && facet.min !== facet.max) || (facet.prices?.groups.length ?? 0) > 1;
  return facet.values.length > 1;
}

function presentFacet(facet: Facet, panel: PanelInput, isOpen: boolean) {
  const { column } = facet;
  const { question } = panel;
  const filters = question.query.filters.filter((filter) => filter.column.key === column.key);
  const chosen = filters.reduce((sum, filter) => sum + kindOf(filter).parts(filter).length, 0);
  const isFlag = column.valueKind === 'boolean';
  return {
    key: column.key,
    name: `f.${column.key}`,
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    open: isOpen || chosen > 0 || question.facet === column.key,
    chosen: chosen === 0 ? null : chosen,
    values: facet.kind === 'values' && !isFlag ? presentValues(facet, filters, panel) : null,
    range: facet.kind === 'numbers' ? presentRange(facet, filters, statedUnit(panel, facet)) : null,
    flag: facet.kind === 'values' && isFlag ? presentFlag(facet, filters) : null,
  };
}

function presentValues(
  { column, values }: ValueFacet,
  filters: readonly Filter[],
  panel: PanelInput,
) {
  const { snapshot, network, question, href } = panel;
  const wanted = filters.flatMap((filter) => kindOf(filter).toValues(filter));
  const folded = new Set(wanted.map((value) => value.toLowerCase()));
  const whole = question.facet === column.key || values.length <= shortList;
  const isChosen = (value: string) => folded.size > 0 && folded.has(value.toLowerCase());
  const listed = values.filter(
    ({ value }, index) => whole || index < shownValues || isChosen(value),
  );
  const known = new Set(wanted.length === 0 ? [] : values.map(({ value }) => value.toLowerCase()));
  const missing = wanted.filter((value) => !known.has(value.toLowerCase()));
  const choice = (value: string, count: number, checked: boolean) => {
    const named = isChain(column) ? chainText(snapshot, network, value) : value;
    const text = readableText(snapshot, column.key, labelsOnly(named.replace(/^!/, 'not ')));
    return { value, text, count: formatCount(count), checked };
  };
  return {
    list: [
      ...listed.map(({ value, offersCount }) => choice(value, offersCount, isChosen(value))),
      ...missing.map((value) => presenceChoice(panel, column, value) ?? choice(value, 0, true)),
    ],
    // Link to the list with all values.
    all: whole
      ? null
      : { href: href({ ...question, facet: column.key }), count: formatCount(values.length) },
  };
}

/** The choice of rows that state the column, or do not; null for another value. */
function presenceChoice(
  { snapshot, matchedRows }: PanelInput,
  { key }: ColumnDefinition,
  value: string,
) {
  if (value !== filled && value !== blank) return null;
  const isStated = (id: number) => textsOf(snapshot.row(id)[key]).length > 0;
  const ids = matchedRows.ignoring(key).filter((id) => isStated(id) === (value === filled));
  const text = value === filled ? 'stated' : 'not stated';
  return { value, text, count: formatCount(snapshot.countOffers(ids)), checked: true };
}

/** `stated per hour`, if all prices of the listing state another unit than the one compared. */
function statedUnit({ snapshot, network, question }: PanelInput, facet: NumberFacet): string[] {
  const { category } = question.query;
  const { key } = facet.column;
  if (facet.prices === null) return [];
  const units = snapshot.derived.of(`stated units ${network} ${category} ${key}`, () => {
    const rows = snapshot.rowsOfListing(network, category).map((id) => snapshot.numbers(id));
    const paid = rows.filter((numbers) => Number(numbers[`${key}Max`] ?? 0) > 0);
    return [...new Set(paid.map((numbers) => numbers[`${key}Per`] ?? null))];
  });
  const [unit = null, another] = units;
  const { unit: compared = null } = parseGroup(facet.prices.compared) ?? {};
  const isOther = another === undefined && unit !== null && unit !== compared;
  return isOther ? [`stated per ${unit}`] : [];
}

function presentRange(
  { min, max, prices }: NumberFacet,
  filters: readonly Filter[],
  stated: readonly string[],
) {
  const filter = filters.find((candidate) => candidate.kind === 'range');
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  return {
    min: text(filter?.min),
    max: text(filter?.max),
    smallest: text(min),
    largest: text(max),
    ...presentUnits(prices, filter?.group ?? null, stated),
  };
}

/**
 * The currency and unit of prices if there is only one, else those to choose from. The default has
 * no value, so that a form without a price filter leaves the address as it is.
 */
function presentUnits(
  prices: NumberFacet['prices'],
  priceGroup: string | null,
  stated: readonly string[],
) {
  if (prices === null) return { unit: null, units: null };
  const { compared } = prices;
  const known = prices.groups.some(({ id }) => id === compared) || prices.groups.length === 0;
  const chosen = {
    id: compared,
    ...(parseGroup(compared) ?? { currency: null, unit: null }),
    count: 0,
  };
  const groups = known ? prices.groups : [chosen, ...prices.groups];
  if (groups.length <= 1)
    return { unit: [groupLabel(parseGroup(compared)), ...stated].join(', '), units: null };
  const choices = groups.map((group) => ({
    id: priceGroup === null && group.id === compared ? '' : group.id,
    label: groupLabel(group),
    count: formatCount(group.count),
    selected: group.id === compared,
  }));
  return { unit: null, units: { choices } };
}

function presentFlag({ values }: ValueFacet, filters: readonly Filter[]) {
  const wanted = filters.flatMap((filter) => (filter.kind === 'flag' ? filter.values : []));
  const only = new Set(wanted).size === 1 ? wanted[0] : null;
  const choice = (flag: boolean, text: string) => {
    const countedValue = values.find(({ value }) => value === String(flag));
    return {
      value: String(flag),
      text,
      count: formatCount(countedValue?.offersCount ?? 0),
      checked: only === flag,
    };
  };
  return { any: only === null, choices: [choice(true, 'Yes'), choice(false, 'No')] };
}

/** All currencies and units; the compared one stays. */
function numbersOf(facet: NumberFacet, all: NumberFacet): NumberFacet {
  if (!isEmpty(facet)) return facet;
  if (all.prices === null || facet.prices === null || facet.prices.compared === all.prices.compared)
    return all;
  return {
    ...all,
    min: null,
    max: null,
    prices: { ...all.prices, compared: facet.prices.compared },
  };
}

/** Facets of an empty result keep the values of the category, with the counts of the result. */
function withAllValues(facets: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (facets === all) return facets;
  return all.map((facet) => {
    const matched = facets.find(({ column }) => column === facet.column);
    if (facet.kind === 'numbers')
      return matched?.kind === 'numbers' ? numbersOf(matched, facet) : facet;
    if (matched?.kind !== 'values') return facet;
    const counted = new Map(matched.values.map((value) => [value.value, value]));
    return {
      ...facet,
      values: facet.values.map(
        ({ value }) => counted.get(value) ?? { value, count: 0, offersCount: 0, providersCount: 0 },
      ),
    };
  });
}
