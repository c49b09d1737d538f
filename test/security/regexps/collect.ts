/** Finds every regular expression of a file: literals in its text, and those that `RegExp` makes when the file is imported. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';

export interface Expression {
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  /** Null for one that is made when the program runs. */
  readonly pattern: string | null;
  readonly flags: string;
  /** Bound of its input, as a comment beside it states. */
  readonly bound: string | null;
}

/** `// bounded: a cell, at most 2,000 characters`, on the line of the expression or on the one above. */
const boundComment = /\/\/ bounded: (.*at most [\d,]+ .*)$/;

interface Node {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
}

/** In the order of the file. One that `RegExp` makes in a function that the import does not call has no pattern. */
export async function collectExpressions(project: string, file: string): Promise<Expression[]> {
  const name = path.join(project, file);
  const text = await readFile(name, 'utf8');
  const lines = text.split('\n');
  const boundOf = (line: number) =>
    [lines[line - 1], lines[line - 2]].map((each = '') => boundComment.exec(each)?.[1]).find((bound) => bound) ?? null;
  const found: Expression[] = [];
  for (const node of nodesIn(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program)) {
    const { line } = node.loc.start;
    if (node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as Node & { readonly pattern: string; readonly flags: string };
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
