/** The filters of the page of changes. */
import { formatCount } from '../../../../common/format-count.ts';
import { inNaturalOrder } from '../../../../common/natural-order.ts';
import { type ChangeFact, changeFacts } from '../../../../model/changes.ts';
import { scopes } from '../../../../model/rows.ts';
import { newsParameters } from '../../../api/changes.ts';
import { factLabels } from '../../../questions/changes.ts';
import { type Condition, scopeTexts } from '../../../questions/conditions.ts';
import { page } from '../../../questions/parameters.ts';
import { isRepeatable } from '../../../questions/parse.ts';
import type { Place } from '../../../questions/place.ts';
import { capitalize } from '../../../text/clip.ts';
import type { Parameters } from '../../../urls.ts';
import { presentWholeChips } from '../chips.ts';

/** Parameters of the page. */
export const changesParameters = { ...newsParameters.site, page };
type Name = keyof typeof changesParameters;

/** Values that are not blank: a text, or a list for a parameter that may be repeated. */
export type ChangesForm = Readonly<Partial<Record<Name, string | readonly string[]>>>;

/**
 * A form sends blank values for fields that are not filled in. Of a parameter that cannot be
 * repeated, the first counts.
 */
export function readForm(parameters: URLSearchParams): ChangesForm {
  return Object.fromEntries(
    Object.entries(changesParameters).flatMap(([name, schema]) => {
      const values = parameters.getAll(name).filter((value) => value.trim() !== '');
      return values.length === 0 ? [] : [[name, isRepeatable(schema) ? values : (values[0] ?? '')]];
    }),
  );
}

/**
 * Parameters of the feed with the changes that the form selects; a feed is always about the newest.
 */
export function feedParameters({
  since: _,
  until: __,
  page: ___,
  ...parameters
}: ChangesForm): Parameters {
  return parameters;
}

interface FormInput extends Place {
  readonly address: ChangesForm;
  readonly conditions: readonly Condition[];
  /** Numbers of changes by fact, whatever facts are chosen. */
  readonly tallies: ReadonlyMap<ChangeFact, number>;
}

/** Parameters that have no field. */
const withoutField = ['since', 'until', 'slug', 'kind', 'column', 'fields'] as const;

export function presentForm({ snapshot, entry, address, conditions, tallies, href }: FormInput) {
  const { catalog } = snapshot;
  const hrefOf = (parameters: Parameters) => href('/changes', parameters);
  const valuesOf = (name: Name) => [address[name] ?? []].flat();
  const isChosen = (name: Name, key: string) => address[name] === key;
  const wanted = valuesOf('network').map((name) => catalog.networkNamed(name));
  const networks = inNaturalOrder(catalog.networks.values(), ({ name }) => name);
  const { page: _, ...selection } = address;
  const chosenFacts = valuesOf('fact');
  const providers = valuesOf('provider');
  return {
    action: hrefOf({}),
    isFiltered: Object.keys(selection).length > 0,
    categories: catalog.categories.map(({ key, label }) => ({
      key,
      label,
      selected: isChosen('category', key),
    })),
    networks:
      entry === null
        ? networks
            .filter(({ network: key }) => !wanted.includes(key))
            .map(({ network: key, name }) => ({ key, name }))
        : [],
    /** Named ones stay: the field adds another. */
    hasNetworks: wanted.length > 0,
    hasProviders: providers.length > 0,
    scopes: scopes.map((key) => ({
      key,
      label: capitalize(scopeTexts(catalog.terms)[key]),
      selected: isChosen('scope', key),
    })),
    kinds: presentKinds(chosenFacts, tallies, (fact) => hrefOf({ ...selection, fact })),
    provider: providers[0] ?? '',
    chips: conditions.flatMap((condition) => {
      const { id, label, parts } = condition;
      const values = id === 'network' || id === 'provider' ? valuesOf(id) : [];
      // Each network and provider has a cross of its own.
      if (values.length !== parts.length)
        return presentWholeChips([condition], (name) => hrefOf({ ...selection, [name]: null }));
      return parts.map(({ text }, at) => {
        const others = values.filter((_, other) => other !== at);
        return { label, text, href: hrefOf({ ...selection, [id]: others }) };
      });
    }),
    hidden: [
      ...providers.map((value) => ({ name: 'provider', value })),
      ...(entry === null ? valuesOf('network').map((value) => ({ name: 'network', value })) : []),
      ...chosenFacts.map((value) => ({ name: 'fact', value })),
      ...withoutField.flatMap((name) => valuesOf(name).map((value) => ({ name, value }))),
    ],
  };
}

/** Links to the kinds of changes that there are. The chosen ones stay, so that they can be seen. */
function presentKinds(
  chosen: readonly string[],
  tallies: FormInput['tallies'],
  hrefOf: (fact: string | null) => string,
) {
  const listed = changeFacts.filter((key) => tallies.has(key) || chosen.includes(key));
  const all = {
    label: 'All but addresses',
    count: null,
    href: hrefOf(null),
    current: chosen.length === 0,
  };
  const kinds = listed.map((key) => ({
    label: factLabels[key],
    count: formatCount(tallies.get(key) ?? 0),
    href: hrefOf(key),
    current: chosen.includes(key),
  }));
  return [all, ...kinds];
}
