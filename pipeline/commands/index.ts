/** Commands of the command line, with their options. */
import { InvalidArgumentError, Option } from 'commander';
import { defaultInterval, type RunCommand } from './flags.ts';

const sources = new Option('--sources <dir>', 'source folder').default('sources');
const build = new Option('--build <dir>', 'build folder').default('build');
const port = new Option('--port <number>', 'port of the service; default: PORT or 8080');
const format = new Option('--format <name>', 'format of the report: text, json, github or sarif').default('text');
const diffFormat = new Option('--format <name>', 'format of the diff: text, json or markdown').default('text');
const reportFormat = new Option('--format <name>', 'format of the report: text or json').default('text');
const strict = new Option('--strict', 'treat warnings as errors');
const all = new Option('--all', 'print long lists in full');
const force = new Option('--force', 'publish even if nothing changed');
const base = new Option('--base <base>', 'snapshot id, source folder or git revision; default: current snapshot');
const checkBase = new Option(
  '--base <base>',
  'snapshot id, source folder or git revision: only problems that it does not have count',
);
const fixBase = new Option('--base <base>', 'source folder or git revision: only files that differ from it are fixed');
const to = new Option('--to <id>', 'snapshot id; default: the snapshot before the current one');
const publishTo = new Option('--to <target>', 'rclone remote such as `s3:bucket/path`, or a folder');
const schemasTo = new Option('--to <folder>', 'folder of the schemas; default: schemas/ of the build folder');
const origin = new Option(
  '--origin <origin>',
  'address of a build folder on a web server or of `/snapshots` of a service, rclone remote, or folder',
);
const once = new Option('--once', 'end when the folder is equal to the origin');
const interval = new Option('--interval <seconds>', 'time between two looks at the origin')
  .env('FOLLOW_INTERVAL')
  .argParser((text) => parseSeconds('FOLLOW_INTERVAL', text))
  .default(defaultInterval);
const since = new Option('--since <date>', 'first date, such as 2026-02-12; default: all commits');
const branch = new Option('--branch <name>', 'branch, tag or commit; default: what is checked out');
const contact = new Option('--contact <address>', 'https:// or mailto: address, which the probed hosts are told').env(
  'PROBE_CONTACT',
);
const allowLoopback = new Option('--allow-loopback', 'for tests: connect to 127.0.0.0/8 too');
const dryRun = new Option('--dry-run', 'list the changes and write nothing');

const confirm = new Option('--confirm', 'accept mass changes');

const category = new Option('--category <key>', 'category of the offers, such as `apis`');
const renamedTo = new Option('--to <name>', 'new slug, name or key');
const offers = new Option('--offer <slugs>', 'slugs of offers, separated by commas');
const chains = new Option('--chains <names>', 'chains, separated by commas; otherwise the main chain of each network');
const provider = new Option('--provider <name>', 'name of the provider');
const ignore = new Option('--ignore <columns>', 'columns that are not wanted, separated by commas');
const importOptions = [new Option('--file <file>', 'rows to import: .xlsx, .ods, .csv or .tsv'), category, ignore];
const renameOptions = [
  new Option('--what <kind>', 'offer, provider or network'),
  new Option('--from <name>', 'slug of an offer, name of a provider or key of a network'),
  renamedTo,
  category,
];
const providerOptions = [
  provider,
  new Option('--website <address>', 'address of its website'),
  new Option('--logo <file>', 'image: PNG, WebP, JPEG or SVG'),
  new Option('--description <text>', 'one sentence about it'),
];
const networks = new Option('--networks <keys>', 'networks, separated by commas');
const movedTo = new Option('--to <category>', 'category that the offers move to');

interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** Commands are imported when they run: `check` does not load DuckDB. */
  readonly load: () => Promise<RunCommand>;
}

export const commands: readonly CommandDefinition[] = [
  {
    name: 'add-provider',
    description: 'add a provider with its logo',
    options: [sources, ...providerOptions, dryRun],
    load: async () => (await import('./edit.ts')).addProvider,
  },
  {
    name: 'build',
    description: 'check the sources and publish a snapshot',
    options: [sources, build, force, strict, format, all, confirm],
    load: async () => (await import('./build.ts')).build,
  },
  {
    name: 'check',
    description: 'check the sources',
    options: [sources, build, checkBase, strict, format, all, confirm],
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'diff',
    description: 'show what a build would change',
    options: [sources, build, base, diffFormat, all, confirm],
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'fix',
    description: 'fix problems that have a safe fix',
    options: [sources, fixBase, dryRun],
    load: async () => (await import('./fix.ts')).fix,
  },
  {
    name: 'follow',
    description: 'keep a build folder equal to an origin',
    options: [origin, build, once, interval],
    load: async () => (await import('./follow.ts')).follow,
  },
  {
    name: 'history',
    description: 'find the changes in the commits of the source folder, for the next build',
    options: [sources, build, since, branch],
    load: async () => (await import('./history.ts')).history,
  },
  {
    name: 'probe',
    description: 'read endpoints, MCP servers, links and quotations of the sources in the world',
    options: [sources, build, reportFormat, contact, allowLoopback],
    load: async () => (await import('./probe.ts')).probe,
  },
  {
    name: 'import',
    description: 'add the rows of a spreadsheet to the offers of a category',
    options: [sources, ...importOptions, dryRun],
    load: async () => (await import('./edit.ts')).importFile,
  },
  {
    name: 'init',
    description: 'write a small source folder, for the beginning of a directory',
    options: [sources],
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'list',
    description: 'list offers on networks',
    options: [sources, offers, networks, chains, category, dryRun],
    load: async () => (await import('./edit.ts')).list,
  },
  {
    name: 'move',
    description: 'move offers to another category, with their listings',
    options: [sources, offers, movedTo, category, chains, ignore, dryRun],
    load: async () => (await import('./edit.ts')).move,
  },
  {
    name: 'publish',
    description: 'upload a build folder with rclone',
    options: [build, publishTo],
    load: async () => (await import('./publish.ts')).publish,
  },
  {
    name: 'remove',
    description: 'remove offers, or a provider with its offers and logo, and their listings',
    options: [sources, offers, provider, category, dryRun],
    load: async () => (await import('./edit.ts')).remove,
  },
  {
    name: 'rename',
    description: 'rename an offer, a provider or a network everywhere',
    options: [sources, ...renameOptions, dryRun],
    load: async () => (await import('./edit.ts')).rename,
  },
  {
    name: 'rollback',
    description: 'make an earlier snapshot the current one',
    options: [build, to],
    load: async () => (await import('./build.ts')).rollback,
  },
  {
    name: 'schemas',
    description: 'write Table Schemas and JSON Schemas of the tables of the sources',
    options: [sources, build, schemasTo],
    load: async () => (await import('./schemas.ts')).schemas,
  },
  {
    name: 'serve',
    description: 'build and serve the pages and the API',
    options: [sources, build, port, force, strict, confirm],
    load: async () => (await import('./build.ts')).serve,
  },
  {
    name: 'watch',
    description: 'build whenever the sources change',
    options: [sources, build, strict, confirm],
    load: async () => (await import('./watch.ts')).watch,
  },
];

function parseSeconds(name: string, text: string): number {
  if (/^\d{1,5}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError(`${name} is a number of seconds above 0.`);
}
