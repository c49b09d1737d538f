/** Filters of no column, and the networks of a list of the site among them. */
import { formatCount } from '../../../common/format-count.ts';
import { countBy } from '../../../common/group-by.ts';
import type { Terms } from '../../../model/terms.ts';
import { groupOffers, networksOfRows } from '../../query/offers.ts';
import type { Toolbox } from './read.ts';

/** Values that a long list shows first. */
export const shownValues = 8;
/** Lists up to this length are shown in full. */
export const shortList = 12;
/** A filter of no column. */
export function limit(key: string, label: string, isChosen: boolean) {
  return {
    key,
    name: key,
    label,
    icon: null,
    open: true,
    chosen: isChosen ? 1 : null,
    values: null,
    range: null,
  };
}

type ChoiceInput = Pick<
  Toolbox,
  'snapshot' | 'network' | 'question' | 'href' | 'onAnyNetwork' | 'urls'
>;

/** Name of the form field. */
const field = 'network';

/** Networks of the offers, as if none were chosen; nothing in the list of a network. */
export function presentNetworkChoice(input: ChoiceInput) {
  const { network, question, href } = input;
  if (network !== null) return [];
  const { terms } = input.snapshot.catalog;
  const { networks: chosen = [], onEach = false } = question.query;
  const all = countNetworks(input);
  const known = new Set(all.map(({ value }) => value));
  const isWhole = question.facet === field || all.length <= shortList;
  const listed = all.filter(({ checked }, at) => isWhole || at < shownValues || checked);
  const missing = chosen.filter((key) => !known.has(key));
  const more = { href: href({ ...question, facet: field }), count: formatCount(all.length) };
  const values = {
    list: [...listed, ...missing.map((key) => choiceOf(input, key, 0))],
    all: isWhole ? null : more,
  };
  const choice = {
    ...limit(field, terms.Networks, false),
    chosen: chosen.length === 0 ? null : chosen.length,
    description: null,
    values,
    flag: null,
  };
  return chosen.length < 2 ? [choice] : [choice, presentMatch(onEach, terms)];
}

/** Whether an offer is on one of the chosen networks, or on each. */
function presentMatch(onEach: boolean, { on, networks }: Terms) {
  const choices = [{ value: 'all', text: `${on} each`, count: '', checked: onEach }];
  const description = `Offers ${on} any of the chosen ${networks}, or only offers ${on} each of them.`;
  return {
    ...limit('networkMatch', `Several ${networks}`, onEach),
    description,
    flag: { any: !onEach, choices },
  };
}

/** Most offers first. */
function countNetworks(input: ChoiceInput) {
  const { snapshot, onAnyNetwork, urls } = input;
  const networks = groupOffers(snapshot, onAnyNetwork.ids).flatMap(({ rows }) =>
    networksOfRows(snapshot, rows),
  );
  return [...countBy(networks, (key) => key)]
    .filter(([key]) => urls.serves(key))
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => choiceOf(input, key, count));
}

function choiceOf({ snapshot, question }: ChoiceInput, key: string, count: number) {
  const checked = (question.query.networks ?? []).includes(key);
  return {
    value: key,
    text: snapshot.catalog.networkName(key),
    count: formatCount(count),
    checked,
  };
}
