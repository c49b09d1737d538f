/**
 * Checks every regular expression of the product with recheck: one whose time grows faster than its input fails, unless a comment
 * `// bounded: <input>, at most <number> <units>` stands beside it. Run by `npm run lint`.
 */
import { availableParallelism } from 'node:os';
import { check } from 'recheck';
import { filesBelow } from '../../../common/files-below.ts';
import { inParallel } from '../../../common/settle.ts';
import { projectFolder } from '../../support/paths.ts';
import { collectExpressions, type Expression } from './collect.ts';

const folders = ['common', 'model', 'pipeline', 'service', 'templates'];
/**
 * The same random numbers in each run: the default limits of time cut the same search short on a slow machine, and do not lead to
 * another one. Without limits of time, the search takes minutes and finds nothing more.
 */
const settings = { timeout: 60_000, randomSeed: 1 };

const expressions = await collectAll();
const results = new Map<string, string>();
const found = new Map<Expression, string>();
await inParallel(availableParallelism(), expressions, async (expression) => {
  const fault = await faultOf(expression);
  if (fault !== null) found.set(expression, fault);
});
const faults = expressions.flatMap((expression) => {
  const fault = found.get(expression);
  return fault === undefined ? [] : [`${expression.file}:${expression.line}: ${fault}`];
});
const exceptions = expressions.filter(({ bound }) => bound !== null).length;
process.stdout.write(
  `${[...faults, `${expressions.length} regular expressions, ${exceptions} with a bounded input`].join('\n')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

async function collectAll(): Promise<Expression[]> {
  const found: Expression[] = [];
  for (const folder of folders) {
    const names = filesBelow(`${projectFolder}/${folder}`)
      .filter((name) => /\.[jt]s$/.test(name))
      .toSorted();
    for (const name of names) found.push(...(await collectExpressions(projectFolder, `${folder}/${name}`)));
  }
  return found;
}

/** Null for a safe expression, and for one whose bound is stated. */
async function faultOf({ pattern, flags, bound }: Expression): Promise<string | null> {
  if (pattern === null)
    return bound === null ? 'the expression is not made at import: state the bound of its input' : null;
  const growth = await growthOf(pattern, flags);
  if (growth === null) return bound === null ? null : `/${pattern}/${flags} is safe: remove the bound`;
  return bound === null ? `/${pattern}/${flags} is ${growth}: rewrite it, or state the bound of its input` : null;
}

/** Null for linear time. */
async function growthOf(pattern: string, flags: string): Promise<string | null> {
  const key = `/${pattern}/${flags}`;
  const known = results.get(key);
  if (known !== undefined) return known || null;
  let growth = await checkOnce(pattern, flags);
  // An attack is found again. On a busy machine a fast match may look like one.
  for (let again = 0; growth !== '' && again < 2; again++) growth = await checkOnce(pattern, flags);
  results.set(key, growth);
  return growth || null;
}

/** Empty for linear time. */
async function checkOnce(pattern: string, flags: string): Promise<string> {
  const found = await check(pattern, flags, settings);
  if (found.status === 'safe') return '';
  return found.status === 'unknown' ? `unknown (${found.error.kind})` : found.complexity.summary;
}
