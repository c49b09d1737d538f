/** Cells of edited lines that say what a neighbour says: another plan, chain, provider or network. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import { isSameValue, type Value, type Values } from '../../../model/rows.ts';
import { depthOf, planOf } from '../../check/plans.ts';
import { shorten, textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { enough, type FaultInCell, type Known, linksOfCell, providerOf, sum } from './known.ts';
import { isOnSiteOf } from './links.ts';

/** Columns that tell the plans of a provider apart. */
export function isOfPlan(column: ColumnDefinition): boolean {
  return isMoney(column) || column.states === 'limits';
}

const planName = (values: Values) => planOf(values) ?? String(values.slug);

/** The limits or the price of another plan, if all plans of the provider differed before. */
export function findOtherPlan(line: EditedLine, column: string, known: Known): FaultInCell | null {
  const { kind, category, values, old } = line;
  const value = values[column] ?? null;
  if (kind !== 'offer' || !isStated(value) || textsOf(old?.[column]).length === 0) return null;
  const plans = (known.offers.get(category) ?? []).filter(
    (plan) => plan.values.provider === values.provider && isStated(plan.values[column]),
  );
  const own = planName(values);
  const other = plans.find(
    (plan) => planName(plan.values) !== own && isSameValue(value, plan.values[column] ?? null),
  );
  if (other === undefined) return findLimitsOfProvider(line, column, known);
  if (!areDistinct(plans, column) || !isKept(other.values, column, known)) return null;
  const message = `the cell says what "${other.values.slug}" says, and the plans differed before`;
  return ['sibling-differs', message, `write what "${values.slug}" has`];
}

/** Least limits with a number that two providers do not have by chance. */
const leastLimits = 2;

/** The limits of a plan of another provider. */
function findLimitsOfProvider(
  { category, values }: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const value = values[column] ?? null;
  const numbers = textsOf(value).filter((text) => /[1-9]/.test(text));
  const isOfLimits = known.columns.get(column)?.states === 'limits';
  if (!isOfLimits || numbers.length < leastLimits) return null;
  const other = known.offers
    .get(category)
    ?.find(
      (plan) =>
        plan.values.provider !== values.provider && isSameValue(value, plan.values[column] ?? null),
    );
  if (other === undefined) return null;
  const message = `the cell says what "${other.values.slug}" says, which is of "${other.values.provider}"`;
  return ['sibling-differs', message, `write what "${values.slug}" has`];
}

/** Not `Custom`, which several plans say. */
function isStated(value: Value | undefined): boolean {
  return textsOf(value).some((text) => /[1-9]/.test(text));
}

/** Whether no two plans have the same value. Both depths of a plan are one. */
function areDistinct(plans: readonly { readonly values: Values }[], column: string): boolean {
  const owners = new Map<string, string>();
  return plans.every(({ values }) => {
    const [text, plan] = [JSON.stringify(values[column]), planName(values)];
    const owner = owners.get(text) ?? plan;
    owners.set(text, plan);
    return owner === plan;
  });
}

function isKept({ slug, provider, ...old }: Values, column: string, known: Known): boolean {
  return known.after.some(
    ({ kind, values }) =>
      kind === 'offer' &&
      values.slug === slug &&
      values.provider === provider &&
      isSameValue(values[column] ?? null, old[column] ?? null),
  );
}

/** The logo of another provider, unless the two shared it before. */
export function findOtherLogo(
  { kind, values }: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const logo = values[column];
  if (kind !== 'provider' || typeof logo !== 'string') return null;
  const name = logo.replace(/\.\w+$/, '');
  const isOther = (other: Values) => other.slug !== values.slug && other.slug === name;
  const other =
    known.sources.providers.find(({ value }) => isOther({ slug: value.slug }))?.value ??
    known.sources.providers.find(
      ({ value }) => value.slug !== values.slug && value.logoPath === logo,
    )?.value;
  if (other === undefined || isRelated(other.name, String(values.name))) return null;
  const message = `"${shorten(logo)}" is the logo of "${other.name}"`;
  return ['foreign-link', message, `name the logo of "${values.name}", or clear the cell`];
}

function isRelated(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().split(/\W+/)[0]);
  return a === b;
}

/** Least networks on which an explorer of EVM chains stands. */
const leastNetworks = 3;

/** An explorer of which nearly all listings are on networks with EVM chains, on another one. */
export function findOtherKind(
  { kind, category, network, values, old, offer }: EditedLine,
  _: string,
  known: Known,
): FaultInCell | null {
  if (kind !== 'listing' || category !== 'explorers' || network === null || old !== null)
    return null;
  const kinds = new Map(
    known.sources.meta.networks.map(({ key, caip2 }) => [key, caip2?.split(':')[0]]),
  );
  const owner = providerOf(values, offer);
  const networks = networksByExplorer(known);
  const isOfEvm = (name: string) => isOfEvmChains(networks.get(name) ?? new Set(), kinds);
  if (owner === '' || kinds.get(network) === 'eip155' || !isOfEvm(owner)) return null;
  const own = linksOfCell(values.actionButtons);
  if (own.some(({ address }) => isOnSiteOf(network, address, known))) return null;
  // Of a network without an identifier, its other explorers tell what it is.
  const others = [...networks].flatMap(([name, all]) => (all.has(network) ? [name] : []));
  const isUnknown = kinds.get(network) === undefined;
  if (isUnknown && (others.length < 2 || others.some(isOfEvm))) return null;
  const message = `"${owner}" stands on ${networks.get(owner)?.size} networks, nearly all with EVM chains, and "${network}" has none`;
  return ['all-networks', message, `look whether the explorer shows "${network}"`];
}

/** A new value about EVM chains, in a listing on a network that is none: `EVM API` on Solana. */
export function findEvmWord(
  { kind, network, values, old }: EditedLine,
  column: string,
  { sources }: Known,
): FaultInCell | null {
  const [chain] = sources.meta.networks.find(({ key }) => key === network)?.caip2?.split(':') ?? [];
  if (kind !== 'listing' || chain === undefined || chain === 'eip155') return null;
  const before = new Set(textsOf(old?.[column]));
  const text = textsOf(values[column]).find((each) => !before.has(each) && /\bEVM\b/.test(each));
  if (text === undefined) return null;
  const message = `"${shorten(text)}" is about EVM chains, and "${network}" has none`;
  return ['all-networks', message, `write what works on "${network}"`, text];
}

/** Networks on which the explorers of a provider were listed. */
function networksByExplorer(known: Known): ReadonlyMap<string, ReadonlySet<string>> {
  const networks = new Map<string, Set<string>>();
  for (const { category, network, values, offer } of known.lines) {
    const owner = category === 'explorers' ? providerOf(values, offer) : '';
    if (network !== null && owner !== '')
      getOrInsert(networks, owner, () => new Set()).add(network);
  }
  return networks;
}

function isOfEvmChains(
  networks: ReadonlySet<string>,
  kinds: ReadonlyMap<string, string | undefined>,
): boolean {
  const told = [...networks].flatMap((key) => kinds.get(key) ?? []);
  const evm = told.filter((each) => each === 'eip155').length;
  return evm >= leastNetworks && evm >= told.length * 0.85;
}

/** Share of the plans of a depth that say the same, so that another depth says something else. */
const usualShare = 0.95;

/** What plans of another depth say: `Pruned` in the line of the full archive. */
export function findOtherDepth(
  { kind, category, values }: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const [own, value] = [depthOf(values), values[column]];
  if (kind !== 'offer' || own === null || typeof value !== 'string') return null;
  const counts = new Map<string, Map<Value | undefined, number>>();
  for (const line of known.lines) {
    const depth = line.kind === 'offer' && line.category === category ? depthOf(line.values) : null;
    if (depth === null) continue;
    const ofDepth = getOrInsert(counts, depth, () => new Map());
    ofDepth.set(line.values[column], (ofDepth.get(line.values[column]) ?? 0) + 1);
  }
  const usual = usualOf(counts.get(own));
  const [other] = [...counts].find(([, ofDepth]) => usualOf(ofDepth) === value) ?? [];
  if (usual === null || usual === value || other === undefined) return null;
  const message = `"${shorten(value)}" is what plans with "${other.slice(1)}" say, and this one has "${own.slice(1)}"`;
  return ['sibling-differs', message, `write "${usual}", or correct the slug`];
}

/** Null if the plans differ, or are few. */
function usualOf(counts: ReadonlyMap<Value | undefined, number> = new Map()): string | null {
  const [[value, count] = [undefined, 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const total = sum(counts.values());
  return typeof value === 'string' && total >= enough && count >= total * usualShare ? value : null;
}
