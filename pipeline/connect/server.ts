/**
 * Ways to connect an MCP client to the server that a row describes, made from the row's own cells.
 */
import { hideCredentials, isSecretName, looksSecret, upperName } from '../../common/credentials.ts';
import { isFault, type Launch, readLaunch, variableName } from '../../common/mcp-launch.ts';
import { strip } from '../../common/strip.ts';
import type { Connection, Placeholder, SelfHostedWay, Way } from '../../model/connect.ts';
import { listOf, textOf, type Values } from '../../model/rows.ts';
import { isPublicAddress } from './public-address.ts';

/** Collects the parts of a connection. */
interface Draft {
  readonly ways: Way[];
  readonly placeholders: Map<string, Placeholder>;
  readonly missing: string[];
  readonly notes: string[];
}

export function connectionOf(row: Values): Connection {
  const draft: Draft = { ways: [], placeholders: new Map(), missing: [], notes: [] };
  const [endpoint, command] = [textOf(row.mcpEndpoint), textOf(row.selfHostedCommand)];
  if (endpoint !== '') readHosted(row, endpoint, draft);
  if (command !== '') readSelfHosted(row, command, draft);
  if (endpoint === '' && command === '') {
    const column = /^self/i.test(textOf(row.hostingType)) ? 'selfHostedCommand' : 'mcpEndpoint';
    draft.missing.push(`The row has no \`${column}\`: see the provider's documentation.`);
  }
  const { ways, placeholders, missing, notes } = draft;
  return { name: serverName(row), ways, placeholders: [...placeholders.values()], missing, notes };
}

/** The slug, as all clients accept names of servers. */
function serverName(row: Values): string {
  const name = strip(
    textOf(row.slug)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    '-',
  );
  return name.slice(0, 64) || 'mcp-server';
}

function readHosted(row: Values, endpoint: string, draft: Draft): void {
  if (!isPublicAddress(endpoint, ['https'])) {
    draft.missing.push(
      '`mcpEndpoint` is no `https` URL of a public host without user name, so nothing is made from it.',
    );
    return;
  }
  const usual = credentialName(row);
  const { text: url, names } = hideCredentials(endpoint, usual);
  for (const name of names) addSecret(draft, name);
  const transport = /^sse$/i.test(textOf(row.transportType)) ? 'sse' : 'http';
  const headers = names.length > 0 ? {} : headersOf(row, usual, draft);
  draft.ways.push({ kind: 'hosted', transport, url, headers });
}

function headersOf(row: Values, name: string, draft: Draft): Readonly<Record<string, string>> {
  const authType = textOf(row.authType);
  if (authType === '' || /^none$/i.test(authType)) return {};
  if (/oauth/i.test(authType)) {
    const token = /pat/i.test(authType)
      ? ' A personal access token works too, as `Authorization: Bearer <TOKEN>`.'
      : '';
    draft.notes.push(`The client opens a sign-in of the provider when it connects.${token}`);
    return {};
  }
  draft.notes.push(
    'The row does not say which header carries the credential. `Authorization` is the usual one: check it in the documentation of the provider.',
  );
  addSecret(draft, name);
  return { Authorization: `Bearer <${name}>` };
}

function readSelfHosted(row: Values, command: string, draft: Draft): void {
  const launch = readLaunch(command, listOf(row.selfHostedArgs));
  if (isFault(launch)) {
    const { column, message } = launch;
    draft.missing.push(
      `\`${column}\`: ${message}, so nothing is made from it. See the provider's documentation.`,
    );
    return;
  }
  const variables = listOf(row.selfHostedRequiredEnvVars).map((item) =>
    (item.split('=')[0] ?? '').trim(),
  );
  const bad = variables.filter((name) => !variableName.test(name) || looksSecret(name));
  if (bad.length > 0)
    draft.notes.push('The row requires a variable whose name is not valid: it is left out.');
  const names = variables.filter((name) => !bad.includes(name));
  for (const name of names) addSecret(draft, upperName(name), `Value of the variable ${name}`);
  const authType = textOf(row.authType);
  if (names.length === 0 && authType !== '' && !/^none$/i.test(authType))
    draft.notes.push(
      'The server needs a credential, but the row names no variable for it: see the documentation of the provider.',
    );
  const usual = credentialName(row);
  const packages = launch.packages.map((each) => ({
    ...each,
    name: hideCredentials(each.name, usual).text,
  }));
  draft.notes.unshift(...packages.map(toldPackage));
  const args = argumentsOf(launch, usual, draft);
  const env = Object.fromEntries(names.map((name) => [name, `<${upperName(name)}>`]));
  draft.ways.push({ kind: 'self-hosted', command, args, env, packages });
}

function toldPackage({ registry, name }: SelfHostedWay['packages'][number]): string {
  return `The command downloads \`${name}\` from ${registry} and runs it: check who publishes it.`;
}

/** Beginning of the path of an example. */
const examplePath = /^\/?(absolute\/)?path\/to\//i;
const folder = 'PATH_TO';

/** Arguments without credentials. A file that is not at an absolute path is below `<PATH_TO>`. */
function argumentsOf({ args, program, isFile }: Launch, usual: string, draft: Draft): string[] {
  for (const [, name = ''] of args.join(' ').matchAll(/<([A-Z][A-Z0-9_]*)>/g))
    draft.placeholders.set(name, {
      name,
      description: `Value of ${name}`,
      isSecret: isSecretName(name),
    });
  return args.map((arg, at) => {
    const before = args[at - 1] ?? '';
    if (
      before.startsWith('-') &&
      !before.includes('=') &&
      isSecretName(before) &&
      !/^[-<]/.test(arg)
    ) {
      const name = upperName(before);
      addSecret(draft, name);
      return `<${name}>`;
    }
    const { text, names } = hideCredentials(arg, usual);
    for (const name of names) addSecret(draft, name);
    if (at !== program || !isFile || /^<|^\/(?!(absolute\/)?path\/to\/)/i.test(text)) return text;
    const isSecret = false;
    draft.placeholders.set(folder, {
      name: folder,
      description: 'Folder of your copy of the server',
      isSecret,
    });
    draft.notes.push(
      'Download the server first, as its documentation says: the command starts a file of your copy.',
    );
    return `<${folder}>/${text.replace(examplePath, '').replace(/^(\.\/)+/, '')}`;
  });
}

function addSecret(
  { placeholders }: Draft,
  name: string,
  description = 'Credential of the provider',
): void {
  if (!placeholders.has(name)) placeholders.set(name, { name, description, isSecret: true });
}

/** `COINGECKO_API_KEY`, from the credential key and the kind of credential. */
function credentialName(row: Values): string {
  const [key, authType] = [textOf(row.credentialKey), textOf(row.authType)];
  const kind = /oauth|pat|token/i.test(authType)
    ? 'TOKEN'
    : /private/i.test(authType)
      ? 'PRIVATE_KEY'
      : 'API_KEY';
  if (key === '' || looksSecret(key)) return kind;
  return upperName(isSecretName(key) ? key : `${key}_${kind}`);
}
