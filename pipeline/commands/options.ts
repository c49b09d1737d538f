/** Options of the command line. */

import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';

/**
 * By name: what stands for the value in the help, null for an option without a value, and the text
 * of the help.
 */
const options = {
  sources: ['dir', 'source folder'],
  build: ['dir', 'build folder'],
  port: ['number', 'port of the service; default: PORT or 8080'],
  format: ['name', 'format of the report: text, json, github or sarif'],
  strict: [null, 'treat warnings as errors'],
  all: [null, 'print long lists in full'],
  force: [null, 'publish even if nothing changed'],
  base: ['base', 'snapshot id, source folder or git revision; default: current snapshot'],
  to: ['id', 'snapshot id; default: the snapshot before the current one'],
  origin: [
    'origin',
    'address of a build folder on a web server or of `/snapshots` of a service, rclone remote, or folder',
  ],
  once: [null, 'end when the folder is equal to the origin'],
  interval: ['seconds', 'time between two looks at the origin'],
  since: ['date', 'first date, such as 2026-02-12; default: all commits'],
  branch: ['name', 'branch, tag or commit; default: what is checked out'],
  contact: ['address', 'https:// or mailto: address, which the probed hosts are told'],
  place: ['name', 'where the prober stands, such as `Frankfurt`'],
  allowLoopback: [null, 'for tests: connect to 127.0.0.0/8 too'],
  dryRun: [null, 'list the changes and write nothing'],
  confirm: [null, 'accept mass changes'],
  category: ['key', 'category of the offers: a key of meta/categories.csv'],
  offer: ['slugs', 'slugs of offers, separated by commas'],
  networks: ['keys', 'networks, separated by commas'],
  chains: ['names', 'chains, separated by commas; otherwise the main chain of each network'],
  provider: ['name', 'name of the provider'],
  website: ['address', 'address of its website'],
  logo: ['file', 'image: PNG, WebP, JPEG or SVG'],
  description: ['text', 'one sentence about it'],
  file: ['file', 'rows to import: .xlsx, .ods, .csv or .tsv'],
  values: ['cells', 'cells of the new line, such as `starred=FALSE,offer=Pro`'],
  texts: [null, 'change texts that say the old name, too'],
  author: ['name', 'part of the name or address of an author: what his or her commits changed'],
  ignore: ['columns', 'columns that are not wanted, separated by commas'],
  what: ['kind', 'offer, provider or network'],
  from: ['name', 'slug of an offer, name of a provider or key of a network'],
} as const satisfies Readonly<Record<string, readonly [value: string | null, text: string]>>;

type Options = typeof options;
type Name = keyof Options;
/** Values as given: null, or false, if an option was not given or the command does not take it. */
type Given = { readonly [K in Name]: null extends Options[K][0] ? boolean : string | null };

const defaults = { sources: 'sources', build: 'build', format: 'text', interval: 10 };

export interface Flags extends Omit<Given, keyof typeof defaults>, Readonly<typeof defaults> {
  /**
   * Folder of the project: its `sources/meta` is the default, and its code is part of the
   * fingerprint.
   */
  readonly project: string;
}

/** Name of an option, with the value and the text of a command that means something else by it. */
export type OptionDefinition = Name | readonly [name: Name, value: string, text: string];

export function createOption(given: OptionDefinition): Option {
  const [name, value, text] =
    typeof given === 'string' ? ([given, ...options[given]] as const) : given;
  const flag = flagOf(name);
  const option = new Option(value === null ? flag : `${flag} <${value}>`, text);
  if (name === 'interval') option.env('FOLLOW_INTERVAL').argParser(parseSeconds);
  if (name === 'contact') option.env('PROBE_CONTACT');
  if (name === 'place') option.env('PROBE_PLACE');
  return Object.hasOwn(defaults, name)
    ? option.default(defaults[name as keyof typeof defaults])
    : option;
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Options by the variables of make that stand for them: `--dry-run` by `DRY_RUN`. */
export const optionsByVariable: ReadonlyMap<string, string> = new Map(
  Object.keys(options)
    .map(flagOf)
    .map((flag) => [flag.slice(2).replaceAll('-', '_').toUpperCase(), flag]),
);

const notGiven = Object.fromEntries(
  Object.entries(options).map(([name, [value]]) => [name, value === null ? false : null]),
);

export function readFlags(command: Command, project: string): Flags {
  const { sources = '', build = '', ...given } = command.opts<Partial<Flags>>();
  const folders = { project, sources: path.resolve(sources), build: path.resolve(build) };
  return { ...(notGiven as unknown as Given), ...defaults, ...given, ...folders };
}

function parseSeconds(text: string): number {
  if (/^\d{1,5}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('FOLLOW_INTERVAL is a number of seconds above 0.');
}
