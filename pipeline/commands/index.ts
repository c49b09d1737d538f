/** Commands of the command line, with their options. */
import type { RunCommand } from './flags.ts';
import type { OptionDefinition } from './options.ts';

interface CommandDefinition {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionDefinition[];
  /** Commands are imported when they run: `check` does not load DuckDB. */
  readonly load: () => Promise<RunCommand>;
}

export const commands: readonly CommandDefinition[] = [
  {
    name: 'add-provider',
    description: 'add a provider with its logo',
    options: ['sources', 'provider', 'website', 'logo', 'description', 'values', 'dryRun'],
    load: async () => (await import('./edit.ts')).addProvider,
  },
  {
    name: 'build',
    description: 'check the sources and publish a snapshot',
    options: ['sources', 'build', 'force', 'strict', 'format', 'all', 'confirm'],
    load: async () => (await import('./build.ts')).build,
  },
  {
    name: 'check',
    description: 'check the sources',
    options: [
      'sources',
      'build',
      [
        'base',
        'base',
        'snapshot id, source folder or git revision: only problems that it does not have count',
      ],
      'strict',
      'format',
      'all',
      'confirm',
    ],
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'diff',
    description: 'show what a build would change',
    options: [
      'sources',
      'build',
      'base',
      ['since', 'date', 'date, such as 2026-02-12: compare with the last commit before it'],
      'author',
      ['format', 'name', 'format of the diff: text, json or markdown'],
      'all',
      'confirm',
    ],
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'fix',
    description: 'fix problems that have a safe fix',
    options: [
      'sources',
      ['base', 'base', 'source folder or git revision: only files that differ from it are fixed'],
      'dryRun',
    ],
    load: async () => (await import('./fix.ts')).fix,
  },
  {
    name: 'coverage-report',
    description: 'report which columns offers state, and what to fill in next',
    options: ['sources', ['format', 'name', 'format of the report: text or json']],
    load: async () => (await import('./coverage-report.ts')).coverageReport,
  },
  {
    name: 'follow',
    description: 'keep a build folder equal to an origin',
    options: ['origin', 'build', 'once', 'interval'],
    load: async () => (await import('./follow.ts')).follow,
  },
  {
    name: 'history',
    description: 'find the changes in the commits of the source folder, for the next build',
    options: ['sources', 'build', 'since', 'branch'],
    load: async () => (await import('./history.ts')).history,
  },
  {
    name: 'probe',
    description: 'read endpoints, MCP servers, links and quotations of the sources in the world',
    options: [
      'sources',
      'build',
      ['format', 'name', 'format of the report: text or json'],
      'contact',
      'place',
      'allowLoopback',
    ],
    load: async () => (await import('./probe.ts')).probe,
  },
  {
    name: 'import',
    description: 'add the rows of a spreadsheet to the offers of a category',
    options: ['sources', 'file', 'category', 'ignore', 'dryRun'],
    load: async () => (await import('./edit.ts')).importFile,
  },
  {
    name: 'import-readings',
    description: 'take in what others measured of endpoints and providers',
    options: [
      'sources',
      'build',
      ['file', 'file', 'figures with their source and licence: CSV or JSON lines'],
      'dryRun',
    ],
    load: async () => (await import('./import-readings.ts')).importReadings,
  },
  {
    name: 'init',
    description: 'write a small source folder, for the beginning of a directory',
    options: ['sources'],
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'list',
    description: 'list offers on networks',
    options: ['sources', 'offer', 'networks', 'chains', 'category', 'dryRun'],
    load: async () => (await import('./edit.ts')).list,
  },
  {
    name: 'move',
    description: 'move offers to another category, with their listings',
    options: [
      'sources',
      'offer',
      ['to', 'category', 'category that the offers move to'],
      'category',
      'chains',
      'ignore',
      'values',
      'dryRun',
    ],
    load: async () => (await import('./edit.ts')).move,
  },
  {
    name: 'publish',
    description: 'upload a build folder with rclone',
    options: ['build', ['to', 'target', 'rclone remote such as `s3:bucket/path`, or a folder']],
    load: async () => (await import('./publish.ts')).publish,
  },
  {
    name: 'remove',
    description: 'remove offers, or a provider with its offers and logo, and their listings',
    options: ['sources', 'offer', 'provider', 'category', 'dryRun'],
    load: async () => (await import('./edit.ts')).remove,
  },
  {
    name: 'rename',
    description: 'rename an offer, a provider or a network everywhere',
    options: [
      'sources',
      'what',
      'from',
      ['to', 'name', 'new slug, name or key'],
      'category',
      'texts',
      'dryRun',
    ],
    load: async () => (await import('./edit.ts')).rename,
  },
  {
    name: 'rollback',
    description: 'make an earlier snapshot the current one',
    options: ['build', 'to'],
    load: async () => (await import('./build.ts')).rollback,
  },
  {
    name: 'schemas',
    description: 'write Table Schemas and JSON Schemas of the tables of the sources',
    options: [
      'sources',
      'build',
      ['to', 'folder', 'folder of the schemas; default: schemas/ of the build folder'],
    ],
    load: async () => (await import('./schemas.ts')).schemas,
  },
  {
    name: 'serve',
    description: 'build and serve the pages and the API',
    options: ['sources', 'build', 'port', 'force', 'strict', 'confirm'],
    load: async () => (await import('./build.ts')).serve,
  },
  {
    name: 'watch',
    description: 'build whenever the sources change',
    options: ['sources', 'build', 'strict', 'confirm'],
    load: async () => (await import('./watch.ts')).watch,
  },
];
