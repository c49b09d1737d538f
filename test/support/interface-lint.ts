/** Runs the linter of the field over OpenAPI documents: Redocly's, with all of its strict recommended rules. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { projectFolder } from './paths.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

const command = path.join(projectFolder, 'node_modules/@redocly/cli/bin/cli.js');

const reportSchema = z.object({
  totals: z.object({ errors: z.int(), warnings: z.int(), ignored: z.int() }),
  problems: z.array(
    z.object({ ruleId: z.string(), severity: z.string(), message: z.string(), location: z.array(z.looseObject({})) }),
  ),
});

export type LintReport = z.infer<typeof reportSchema>;

/**
 * What it finds in documents, given by file name. No rule is off, and what the plain recommendation only warns of is
 * an error here.
 */
export async function lintDocuments(cleanUp: CleanUp, documents: ReadonlyMap<string, unknown>): Promise<LintReport[]> {
  const folder = await makeTemporaryFolder(cleanUp);
  for (const [name, document] of documents) await writeFile(path.join(folder, name), JSON.stringify(document));
  const names = [...documents.keys()];
  const words = [command, 'lint', '--extends=recommended-strict', '--format=json', '--max-problems=50', ...names];
  const output = await run(words, folder);
  // One report for each document, one behind the other.
  const reports = output.split(/(?<=^\})(?=\{$)/m).map((text) => reportSchema.parse(JSON.parse(text)));
  assert.equal(reports.length, names.length, 'a report for each document');
  return reports;
}

/** Its standard output, whatever it ends with; it finds no configuration, sends nothing and asks for no newer version. */
function run(words: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...words],
      { cwd, env, timeout: 60_000, maxBuffer: 2 ** 25 },
      (error, stdout, stderr) => {
        if (stdout.trim().startsWith('{')) resolve(stdout);
        else reject(new Error(`the linter did not answer: ${stderr}`, { cause: error }));
      },
    );
  });
}
