/** Start commands of MCP servers that cannot become a client configuration. */
import { hideCredentials, looksSecret } from '../../../common/credentials.ts';
import { isFault, type LaunchFault, readLaunch, variableName } from '../../../common/mcp-launch.ts';
import { listOf, type Value } from '../../../model/rows.ts';
import type { EntryCells } from '../../sources.ts';
import { type FindFaults, noFaults, shorten } from '../rule.ts';

const columns = ['selfHostedCommand', 'selfHostedArgs', 'selfHostedRequiredEnvVars'] as const;

type CommandFault = Omit<LaunchFault, 'column'> & { readonly column: (typeof columns)[number] };

/** Looks at records that state a part of the command. A listing is checked with the other parts of its offer. */
export const startCommands = (): FindFaults => (cells, offer) => {
  if (!columns.some((column) => Object.hasOwn(cells.values, column))) return noFaults;
  return findFaults(cells, offer).map(({ column, value, message, suggestion }) => {
    const shown = `"${shorten(value)}": ${message}`;
    return { rule: 'start-command', column, value, message: shown, suggestion };
  });
};

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
  return [{ column, value: secret, message, suggestion: 'revoke it, and write a name such as `<API_KEY>`' }];
}

function nameFaults(name: string): CommandFault[] {
  if (variableName.test(name) && !looksSecret(name)) return [];
  const [column, message] = ['selfHostedRequiredEnvVars', 'not a name of an environment variable'] as const;
  return [{ column, value: name, message, suggestion: 'write the name only, without a value' }];
}
