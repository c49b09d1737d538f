/** Options of the command line. */
import { InvalidArgumentError, Option } from 'commander';
import { limits } from '../limits.ts';
import { defaultInterval, probeDefaults } from './flags.ts';

export const sources = new Option('--sources <dir>', 'source folder').default('sources');
export const build = new Option('--build <dir>', 'build folder').default('build');
export const port = new Option('--port <number>', 'port of the service; default: PORT or 8080');
export const format = new Option('--format <name>', 'format of the report: text, json, github or sarif').default(
  'text',
);
export const diffFormat = new Option('--format <name>', 'format of the diff: text, json or markdown').default('text');
export const reportFormat = new Option('--format <name>', 'format of the report: text or json').default('text');
export const strict = new Option('--strict', 'treat warnings as errors').default(false);
export const all = new Option('--all', 'print long lists in full').default(false);
export const force = new Option('--force', 'publish even if nothing changed').default(false);
export const base = new Option(
  '--base <base>',
  'snapshot id, source folder or git revision; default: current snapshot',
);
export const checkBase = new Option(
  '--base <base>',
  'snapshot id, source folder or git revision: only problems that it does not have count',
);
export const previewBase = new Option('--base <base>', 'source folder or git revision; default: HEAD');
export const fixBase = new Option(
  '--base <base>',
  'source folder or git revision: only files that differ from it are fixed',
);
export const to = new Option('--to <id>', 'snapshot id; default: the snapshot before the current one');
export const publishTo = new Option('--to <target>', 'rclone remote such as `s3:bucket/path`, or a folder');
export const schemasTo = new Option('--to <folder>', 'folder of the schemas; default: schemas/ of the build folder');
export const origin = new Option(
  '--origin <address>',
  'address of a build folder on a web server, or of `/snapshots` of a service',
);
export const once = new Option('--once', 'end when the folder is equal to the origin').default(false);
export const interval = new Option('--interval <seconds>', 'time between two looks at the origin')
  .env('FOLLOW_INTERVAL')
  .argParser((text) => parseSeconds('FOLLOW_INTERVAL', text))
  .default(defaultInterval);
export const since = new Option('--since <date>', 'first date, such as 2026-02-12; default: all commits');
export const branch = new Option('--branch <name>', 'branch, tag or commit; default: what is checked out');
export const maxRows = new Option('--max-rows <count>', 'rows above which the sources are refused')
  .env('MAX_ROWS')
  .argParser((text) => parseCount('MAX_ROWS', 'rows', text))
  .default(limits.rows);
export const contact = new Option(
  '--contact <address>',
  'https:// or mailto: address, which the probed hosts are told',
).env('PROBE_CONTACT');
export const requests = new Option('--requests <count>', 'requests after which a run ends')
  .env('PROBE_REQUESTS')
  .argParser((text) => parseCount('PROBE_REQUESTS', 'requests', text))
  .default(probeDefaults.requests);
export const megabytes = new Option('--megabytes <count>', 'received megabytes after which a run ends')
  .env('PROBE_MEGABYTES')
  .argParser((text) => parseCount('PROBE_MEGABYTES', 'megabytes', text))
  .default(probeDefaults.megabytes);
export const minutes = new Option('--minutes <count>', 'time after which a run ends')
  .env('PROBE_MINUTES')
  .argParser((text) => parseCount('PROBE_MINUTES', 'minutes', text))
  .default(probeDefaults.minutes);
export const hostPause = new Option('--host-pause <seconds>', 'time between two requests to a host')
  .env('PROBE_HOST_PAUSE')
  .argParser((text) => parseSeconds('PROBE_HOST_PAUSE', text))
  .default(probeDefaults.hostPause);
export const allowLoopback = new Option('--allow-loopback', 'for tests: connect to 127.0.0.0/8 too').default(false);
export const dryRun = new Option('--dry-run', 'list the changes and write nothing').default(false);

export const guard = new Option('--guard <limits>', 'limits of mass changes, such as `cells=20/50%,networks=1`')
  .env('GUARD')
  .default('');
export const confirm = new Option('--confirm', 'accept mass changes').default(false);

const category = new Option('--category <key>', 'category of the offers, such as `apis`');
const renamedTo = new Option('--to <name>', 'new slug, name or key');
export const importOptions = [new Option('--file <file>', 'rows to import: .xlsx or .csv'), category];
export const renameOptions = [
  new Option('--what <kind>', 'offer, provider or network'),
  new Option('--from <name>', 'slug of an offer, name of a provider or key of a network'),
  renamedTo,
  category,
];
export const listOptions = [
  new Option('--offer <slug>', 'offer to list'),
  new Option('--networks <keys>', 'networks, separated by commas'),
  new Option('--chains <names>', 'chains, separated by commas'),
];
export const setOptions = [
  category,
  new Option('--column <key>', 'column to set'),
  new Option('--value <text>', 'text of the cells'),
  new Option('--where <conditions>', 'offers to change, such as `provider=Ankr,planType=Free`'),
];

function parseCount(name: string, unit: string, text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`${name} is a number of ${unit} above 0.`);
}

function parseSeconds(name: string, text: string): number {
  if (/^\d{1,5}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError(`${name} is a number of seconds above 0.`);
}
