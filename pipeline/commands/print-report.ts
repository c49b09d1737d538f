/** Prints what a check found, in the format that was asked for. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../problem.ts';
import { project } from '../project.ts';
import { formatReport, type ReportFormat } from '../report/index.ts';
import { parseRuleHelp } from '../report/rule-help.ts';
import { wantsColour } from '../report/style.ts';
import { type Flags, print } from './flags.ts';

export async function printReport(
  format: ReportFormat,
  problems: readonly Problem[],
  { sources, all }: Pick<Flags, 'sources' | 'all'>,
): Promise<void> {
  const options = {
    colour: wantsColour(process.stdout, process.env),
    all,
    locate: locateFrom(process.env.GITHUB_WORKSPACE || process.cwd(), sources),
    ruleHelp: format === 'sarif' ? await readRuleHelp() : new Map<string, string>(),
  };
  print(formatReport(format, problems, options));
}

/** GitHub knows a file by its path in the repository. A source folder without meta/ is read with the project's own. */
function locateFrom(root: string, sources: string): (file: string) => string {
  return (file) => {
    const borrowed = file.startsWith('meta/') && !existsSync(path.join(sources, 'meta'));
    const folder = borrowed ? path.join(project, 'sources') : sources;
    return path.relative(root, path.join(folder, file)).split(path.sep).join('/');
  };
}

/** An installation may leave the documents out. */
async function readRuleHelp(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(project, 'docs/checks.md'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseRuleHelp(text);
}
