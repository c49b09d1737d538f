/**
 * Checks every regular expression of the product with recheck: one whose time grows faster than its
 * input fails, unless a comment
 * `// bounded: <input>, at most <number> <units>` stands beside it. Run by `npm run lint`.
 */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';
import { check } from 'recheck';
import { filesBelow } from '../common/files-below.ts';
import { inParallel } from '../common/settle.ts';
import { projectFolder } from '../test/support/paths.ts';

// Finds every regular expression of a file: literals in its text, and those that `RegExp` makes
// when the file is imported.

interface Expression {
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  /** Null for one that is made when the program runs. */
  readonly pattern: string | null;
  readonly flags: string;
  /** Bound of its input, as a comment beside it states. */
  readonly bound: string | null;
}

/**
 * `// bounded: a cell, at most 2,000 characters`, on the line of the expression or on the one
 * above.
 */
const boundComment = /\/\/ bounded: (.*at most [\d,]+ .*)$/;

interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
}

/**
 * In the order of the file. One that `RegExp` makes in a function that the import does not call has
 * no pattern.
 */
async function collectExpressions(project: string, file: string): Promise<Expression[]> {
  const name = path.join(project, file);
  const text = await readFile(name, 'utf8');
  const lines = text.split('\n');
  const boundOf = (line: number) =>
    [lines[line - 1], lines[line - 2]]
      .map((each = '') => boundComment.exec(each)?.[1])
      .find((bound) => bound) ?? null;
  const found: Expression[] = [];
  for (const node of nodesIn(
    parse(text, { sourceType: 'module', plugins: ['typescript'] }).program,
  )) {
    const { line } = node.loc.start;
    if (node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as Node & {
        readonly pattern: string;
        readonly flags: string;
      };
      found.push({ file, line, pattern, flags, bound: boundOf(line) });
    } else if (callsRegExp(node)) {
      const made = await madeAt(name, line);
      for (const each of made.length > 0 ? made : [{ pattern: null, flags: '' }])
        found.push({ file, line, ...each, bound: boundOf(line) });
    }
  }
  return found;
}

function* nodesIn(value: unknown): Iterable<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'loc' in value) yield value as Node;
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'loc' && !key.endsWith('Comments')) yield* nodesIn(child);
  }
}

function callsRegExp(node: Node): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  const { callee } = node as Node & { readonly callee: { readonly name?: string } };
  return callee.name === 'RegExp';
}

interface Made {
  readonly pattern: string;
  readonly flags: string;
}

/** Expressions that `RegExp` made while modules were imported, by `file:line`. */
const recorded = new Map<string, Made[]>();

async function madeAt(file: string, line: number): Promise<readonly Made[]> {
  const original = RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [pattern, flags]: [string, string?]) => record(new target(pattern, flags)),
    apply: (target, _, [pattern, flags]: [string, string?]) => record(target(pattern, flags)),
  });
  try {
    await import(pathToFileURL(file).href);
  } finally {
    globalThis.RegExp = original;
  }
  return recorded.get(`${file}:${line}`) ?? [];
}

function record(expression: RegExp): RegExp {
  const [, , caller = ''] = new Error().stack?.split('\n').slice(1) ?? [];
  const [, file, line] = /(?:file:\/\/|\(|at )(\/\S+?):(\d+):\d+\)?$/.exec(caller) ?? [];
  if (file === undefined) return expression;
  const { source: pattern, flags } = expression;
  const place = `${file}:${line}`;
  recorded.set(place, [...(recorded.get(place) ?? []), { pattern, flags }]);
  return expression;
}

const folders = ['common', 'model', 'pipeline', 'service', 'templates'];
/**
 * The same random numbers in each run: the default limits of time cut the same search short on a
 * slow machine, and do not lead to another one. Without limits of time, the search takes minutes
 * and finds nothing more.
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
    for (const name of names)
      found.push(...(await collectExpressions(projectFolder, `${folder}/${name}`)));
  }
  return found;
}

/** Null for a safe expression, and for one whose bound is stated. */
async function faultOf({ pattern, flags, bound }: Expression): Promise<string | null> {
  if (pattern === null)
    return bound === null
      ? 'the expression is not made at import: state the bound of its input'
      : null;
  const growth = await growthOf(pattern, flags);
  if (growth === null)
    return bound === null ? null : `/${pattern}/${flags} is safe: remove the bound`;
  return bound === null
    ? `/${pattern}/${flags} is ${growth}: rewrite it, or state the bound of its input`
    : null;
}

/** Null for linear time. */
async function growthOf(pattern: string, flags: string): Promise<string | null> {
  const key = `/${pattern}/${flags}`;
  const known = results.get(key);
  if (known !== undefined) return known || null;
  let growth = await checkOnce(pattern, flags);
  // An attack is found again. On a busy machine a fast match may look like one.
  for (let again = 0; growth !== '' && again < 9; again++) growth = await checkOnce(pattern, flags);
  results.set(key, growth);
  return growth || null;
}

/** Empty for linear time. */
async function checkOnce(pattern: string, flags: string): Promise<string> {
  const found = await check(pattern, flags, settings);
  if (found.status === 'safe') return '';
  return found.status === 'unknown' ? `unknown (${found.error.kind})` : found.complexity.summary;
}
