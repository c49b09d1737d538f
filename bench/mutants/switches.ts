/**
 * Mutants that are all in one text, each behind a condition: one file names those that are active,
 * so that nothing is compiled again, and each run says which test file reached which mutants.
 */
import path from 'node:path';
import { transformSync } from 'esbuild';
import type { Mutant } from './operators.ts';

export interface Numbered {
  readonly id: number;
  readonly mutant: Mutant;
}

/** Files of a tree: the active mutants, the test file that runs, and `<test file>\t<mutant>`. */
export const switchFiles = (folder: string) => ({
  active: path.join(folder, 'dist/mutants/active'),
  test: path.join(folder, 'dist/mutants/test'),
  hits: path.join(folder, 'dist/mutants/hits'),
});

type Form = (condition: string, before: string, after: string) => string;

const template: Form = (condition, before, after) =>
  `\${${condition}?${JSON.stringify(after)}:${JSON.stringify(before)}}`;
const expression: Form = (condition, before, after) => `(${condition}?(${after}):(${before}))`;

/** By operator; the others replace expressions. */
const forms: Readonly<Record<string, Form>> = {
  BlockStatement: (condition, before, after) => `{if(${condition})${after}else${before}}`,
  RemovedCall: (condition, before) => `{if(!${condition}){${before}}}`,
  SwappedArguments: (condition, before, after) => `...(${condition}?[${after}]:[${before}])`,
  ChangedSql: (condition, before, after) =>
    (/^['"]/.test(before) ? expression : template)(condition, before, after),
};

/** A chain of optional members ends where it is put into brackets. */
const isChain = ({ operator, before, after }: Mutant) =>
  (operator === 'OptionalChaining' || operator === 'MethodExpression') &&
  `${before}${after}`.includes('?.');

/** Null where a condition would change the code besides. */
function formOf(mutant: Mutant): Form | null {
  const { operator, before } = mutant;
  const isCase = operator !== 'BlockStatement' && /^(?:case|default)\b/.test(before);
  if (operator === 'BugOfList' || isCase || isChain(mutant)) return null;
  return forms[operator] ?? expression;
}

/** The text with all of its mutants, and those that are in it. */
export function withSwitches(
  text: string,
  mutants: readonly Numbered[],
  folder: string,
): { readonly text: string; readonly ids: readonly number[] } {
  const used = mutants
    .filter(({ mutant }) => formOf(mutant) !== null)
    .toSorted((a, b) => a.mutant.start - b.mutant.start || b.mutant.end - a.mutant.end);
  const written = `${write(text, 0, text.length, used)}\n${helper(folder)}\n`;
  try {
    transformSync(written, { loader: 'ts' });
    return { text: written, ids: used.map(({ id }) => id) };
  } catch {
    return { text, ids: [] };
  }
}

/** The text from `start` to `end` with mutants that lie in it; outer ones come first. */
function write(text: string, start: number, end: number, inside: readonly Numbered[]): string {
  let written = '';
  let at = start;
  for (const [index, { id, mutant }] of inside.entries()) {
    if (mutant.start < at) continue;
    const within = inside.slice(index + 1).filter((other) => other.mutant.end <= mutant.end);
    const before = write(text, mutant.start, mutant.end, within);
    written += text.slice(at, mutant.start);
    written += formOf(mutant)?.(`isMutant_(${id})`, before, mutant.after) ?? before;
    at = mutant.end;
  }
  return written + text.slice(at, end);
}

/** Programs of their own are started without the environment of the tests: files tell them. */
function helper(folder: string): string {
  const { active, test, hits } = switchFiles(folder);
  return `function isMutant_(id) {
  const own = (globalThis.mutants_ ??= (() => {
    const fs = process.getBuiltinModule('node:fs');
    const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
    const active = new Set(read('${active}').split(' ').map(Number));
    return { fs, active, reached: new Map(), test: read('${test}') };
  })());
  const test = globalThis.testFile_ ?? own.test;
  if (own.reached.get(id) !== test) own.fs.appendFileSync('${hits}', test + '\\t' + id + '\\n');
  own.reached.set(id, test);
  return own.active.has(id);
}`;
}
