/** `make check`: reports the problems in the sources and publishes nothing. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkSources } from '../check-sources.ts';
import type { Problem } from '../problem.ts';
import { formatReport, parseFormat, type ReportFormat } from '../report/index.ts';
import { parseRuleHelp } from '../report/sarif.ts';
import { wantsColour } from '../report/style.ts';
import { createProgress, type Flags, print } from './flags.ts';

export async function check(flags: Flags): Promise<number> {
  const format = parseFormat(flags.format);
  const { problems, hasErrors } = await checkSources({ ...flags, progress: createProgress(process.stderr) });
  await printReport(format, problems, flags);
  return hasErrors || (flags.strict && problems.length > 0) ? 1 : 0;
}

export async function printReport(
  format: ReportFormat,
  problems: readonly Problem[],
  { project, sources, all }: Flags,
): Promise<void> {
  const options = {
    colour: wantsColour(process.stdout, process.env),
    all,
    locate: locateFrom(process.env.GITHUB_WORKSPACE || process.cwd(), { project, sources }),
    ruleHelp: format === 'sarif' ? await readRuleHelp(project) : new Map<string, string>(),
  };
  print(formatReport(format, problems, options));
}

/** Path of a file in the repository. A source folder without meta/ uses the project's. */
function locateFrom(root: string, { project, sources }: Pick<Flags, 'project' | 'sources'>): (file: string) => string {
  return (file) => {
    const borrowed = file.startsWith('meta/') && !existsSync(path.join(sources, 'meta'));
    const folder = borrowed ? path.join(project, 'sources') : sources;
    return path.relative(root, path.join(folder, file)).split(path.sep).join('/');
  };
}

/** Empty if the installation has no documents. */
async function readRuleHelp(project: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(project, 'docs/checks.md'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseRuleHelp(text);
}
