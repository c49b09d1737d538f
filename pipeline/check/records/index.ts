/**
 * Rules for single records, also in view of the offer that a listing refers to. Equal records are
 * examined once.
 */
import { hideCredentials, looksSecret } from '../../../common/credentials.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { isFault, type LaunchFault, readLaunch, variableName } from '../../../common/mcp-launch.ts';
import { isSameValue, listOf, type Value } from '../../../model/rows.ts';
import type { AddProblem } from '../../problem.ts';
import type { CellFault, EntryCells, OfferEntry } from '../../sources.ts';
import { providerNames } from '../lines/providers.ts';
import { type CheckContext, noFaults, providerRecords, shorten } from '../rule.ts';
import { textFaults } from '../texts/index.ts';
import { contradictingCells } from './contradictions.ts';
import { listItems } from './list-items.ts';
import { valueSpelling } from './value-spelling.ts';

const rules = [
  textFaults,
  listItems,
  () => startCommands,
  providerNames,
  valueSpelling,
  contradictingCells,
];

interface Found {
  readonly faults: readonly CellFault[];
  /** Faults of the record if it is a listing. */
  readonly repeated: readonly CellFault[];
}

export function checkRecords(context: CheckContext, add: AddProblem): void {
  const { sources, resolved } = context;
  const finders = rules.map((build) => build(context));
  const found = new Map<EntryCells, Found>();
  for (const entry of [...sources.offers, ...providerRecords(sources)])
    report(entry, examineOnce(entry).faults);
  for (const entry of sources.listings) {
    const { faults, repeated } = examineOnce(entry);
    report(entry, faults);
    report(entry, repeated);
  }

  function examineOnce(entry: OfferEntry): Found {
    return getOrInsert(found, entry.cells, () => examine(entry));
  }

  /** Equal records are of one category, and refer to one offer. */
  function examine({ category, cells }: OfferEntry): Found {
    const { reference } = cells;
    const referred =
      reference.kind === 'offer' ? resolved.offers.get(category)?.get(reference.slug) : undefined;
    const offer = referred?.cells ?? null;
    const repeated = offer === null ? noFaults : findRepeated(cells, offer);
    const faults = finders.flatMap((find) => find(cells, offer, category));
    return { faults: faults.length > 0 ? faults : noFaults, repeated };
  }

  function report({ source }: OfferEntry, faults: readonly CellFault[]): void {
    for (const fault of faults) add({ ...source, ...fault });
  }
}

/** One fault for each listing, at its first cell. */
function findRepeated(listing: EntryCells, offer: EntryCells): CellFault[] {
  const [column, ...others] = repeatedColumns(listing, offer);
  if (column === undefined) return [];
  const more = others.length === 0 ? '' : `, as do ${others.map((name) => `"${name}"`).join(', ')}`;
  const message = `the cell repeats what the offer states${more}`;
  const suggestion = 'clear it, so that an edit of the offer reaches this line';
  return [
    { rule: 'repeats-offer', column, value: textOf(listing.values[column]), message, suggestion },
  ];
}

/** A slug and a chain belong to the listing. */
function repeatedColumns({ values }: EntryCells, offer: EntryCells): string[] {
  return Object.keys(values).filter((key) => {
    if (key === 'slug' || key === 'offer' || key === 'chain') return false;
    const [own, other] = [values[key], offer.values[key]];
    return own !== undefined && own !== null && other !== undefined && isSameValue(own, other);
  });
}

function textOf(value: Value | undefined): string {
  return typeof value === 'boolean'
    ? String(value).toUpperCase()
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

const columns = ['selfHostedCommand', 'selfHostedArgs', 'selfHostedRequiredEnvVars'] as const;

type CommandFault = Omit<LaunchFault, 'column'> & { readonly column: (typeof columns)[number] };

/**
 * Looks at records that state a part of the command. A listing is checked with the other parts of
 * its offer.
 */
function startCommands(cells: EntryCells, offer: EntryCells | null): readonly CellFault[] {
  if (!columns.some((column) => Object.hasOwn(cells.values, column))) return noFaults;
  return findFaults(cells, offer).map(({ column, value, message, suggestion }) => {
    const shown = `"${shorten(value)}": ${message}`;
    return { rule: 'start-command', column, value, message: shown, suggestion };
  });
}

function findFaults(cells: EntryCells, offer: EntryCells | null): CommandFault[] {
  if (hasFault(cells) || (offer !== null && hasFault(offer))) return [];
  const values = { ...offer?.values, ...cells.values };
  const args = listOf(values.selfHostedArgs);
  const names = listOf(values.selfHostedRequiredEnvVars);
  const faults = [...commandFaults(values.selfHostedCommand, args), ...names.flatMap(nameFaults)];
  return faults.filter(({ column }) => offer === null || Object.hasOwn(cells.values, column));
}

/** Another rule reports an unreadable cell. */
function hasFault({ faults }: EntryCells): boolean {
  return faults.some(({ column }) => columns.some((name) => name === column));
}

function commandFaults(command: Value | undefined, args: readonly string[]): CommandFault[] {
  if (typeof command !== 'string') return [];
  const launch = readLaunch(command, args);
  if (isFault(launch)) return [launch];
  const secret = args.find((arg) => hideCredentials(arg, 'API_KEY').names.length > 0);
  if (secret === undefined) return [];
  const [column, message] = ['selfHostedArgs', 'the argument looks like a credential'] as const;
  return [
    {
      column,
      value: secret,
      message,
      suggestion: 'revoke it, and write a name such as `<API_KEY>`',
    },
  ];
}

function nameFaults(name: string): CommandFault[] {
  if (variableName.test(name) && !looksSecret(name)) return [];
  const [column, message] = [
    'selfHostedRequiredEnvVars',
    'not a name of an environment variable',
  ] as const;
  return [{ column, value: name, message, suggestion: 'write the name only, without a value' }];
}
