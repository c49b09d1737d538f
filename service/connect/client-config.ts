/** Configurations of common MCP clients for a way to connect. */
import type { Connection, Placeholder, Way } from '../../model/connect.ts';

type Write = (way: Way, connection: Connection) => string;

/** In the order in which pages and answers show them. */
const clients = {
  mcpServers: { label: 'mcpServers JSON (.mcp.json, Cursor and others)', write: writeServers },
  vscode: { label: 'VS Code (.vscode/mcp.json)', write: writeVsCode },
  'claude-code': { label: 'Claude Code (command line)', write: writeCommandLine },
} satisfies Readonly<Record<string, { label: string; write: Write }>>;

type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as [ClientName, ...ClientName[]];

export function configure(way: Way, connection: Connection) {
  return clientNames.map((client) => {
    const { label, write } = clients[client];
    return { client, label, text: write(way, connection) };
  });
}

function writeServers(way: Way, { name }: Connection): string {
  return toJson({ mcpServers: { [name]: serverOf(way) } });
}

/** Clients that start programs recognise them by `command`, and others by `type` and `url`. */
function serverOf(way: Way): Record<string, unknown> {
  if (way.kind === 'hosted')
    return { type: way.transport, url: way.url, ...unlessEmpty('headers', way.headers) };
  return { command: way.command, args: way.args, ...unlessEmpty('env', way.env) };
}

/** Links that open a client and ask there whether to install the server. */
export function installLinks(way: Way, connection: Connection) {
  const { name } = connection;
  const config = Buffer.from(JSON.stringify(serverOf(way))).toString('base64');
  const { server, inputs } = vsCodeServer(way, connection);
  const code = JSON.stringify({ name, ...server, ...(inputs.length === 0 ? {} : { inputs }) });
  return [
    {
      label: 'Add to Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`,
    },
    { label: 'Add to VS Code', href: `vscode:mcp/install?${encodeURIComponent(code)}` },
  ];
}

function writeVsCode(way: Way, connection: Connection): string {
  const { server, inputs } = vsCodeServer(way, connection);
  return toJson({
    ...(inputs.length === 0 ? {} : { inputs }),
    servers: { [connection.name]: server },
  });
}

/** VS Code asks for the value of an input and keeps it outside the file. */
function vsCodeServer(way: Way, { placeholders }: Connection) {
  const server = way.kind === 'hosted' ? serverOf(way) : { type: 'stdio', ...serverOf(way) };
  const text = JSON.stringify(server);
  const used = placeholders.filter((placeholder) => text.includes(`<${placeholder.name}>`));
  const inputs = used.map(({ name: key, description, isSecret }) => ({
    type: 'promptString',
    id: inputId(key),
    description,
    password: isSecret,
  }));
  const filled = used.reduce(
    (json, { name: key }) => json.replaceAll(`<${key}>`, `\${input:${inputId(key)}}`),
    text,
  );
  return { inputs, server: JSON.parse(filled) as Record<string, unknown> };
}

function inputId(name: Placeholder['name']): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** `--env` takes several values, so an option stands between it and the name of the server. */
function writeCommandLine(way: Way, { name }: Connection): string {
  const words =
    way.kind === 'hosted'
      ? [
          ...['--transport', way.transport, name, way.url],
          ...Object.entries(way.headers).flatMap(([key, value]) => [
            '--header',
            `${key}: ${value}`,
          ]),
        ]
      : [
          ...Object.entries(way.env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
          ...['--transport', 'stdio', name, '--', way.command, ...way.args],
        ];
  return ['claude', 'mcp', 'add', ...words].map(quoteForShell).join(' ');
}

/** A word of a POSIX shell. */
export function quoteForShell(word: string): string {
  return /^[A-Za-z0-9@%+=:,./_-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function unlessEmpty(
  key: string,
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.keys(values).length === 0 ? {} : { [key]: values };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
