/**
 * Small bugs of a source file: those of StrykerJS's instrumenter, and four that it does not make
 * (a removed call, a removed await, swapped arguments, a changed word of SQL).
 */
import { type ParseResult, parse } from '@babel/parser';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export interface Mutant {
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

type Edit = Pick<Mutant, 'operator' | 'start' | 'end' | 'after'>;

/**
 * Texts of messages and descriptions are left to golden files; the others rarely compile, so that
 * no developer writes them.
 */
const excludedMutations = ['StringLiteral', 'ObjectLiteral', 'ArrowFunction', 'ArrayDeclaration'];

const silent = () => undefined;
const logger = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
};

/** In the order of their places. */
export async function mutantsOf(file: string, text: string): Promise<Mutant[]> {
  const edits = [...(await strykerEdits(file, text)), ...ownEdits(text)];
  return edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => {
      const line = text.slice(0, edit.start).split('\n').length;
      return { file, line, before: text.slice(edit.start, edit.end), ...edit };
    });
}

async function strykerEdits(file: string, text: string): Promise<Edit[]> {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offset = ({ line, column }: { line: number; column: number }) =>
    (lineStarts[line] ?? 0) + column;
  const given = { name: file, content: text, mutate: true };
  const options = { plugins: null, ignorers: [], excludedMutations };
  const { mutants } = await new Instrumenter(logger).instrument([given], options);
  // Those of excluded operators are there, too, with a status.
  const chosen = mutants.filter(({ status }) => status === undefined);
  return chosen.map((mutant) => {
    const { mutatorName, location, replacement } = mutant;
    const [start, end] = [offset(location.start), offset(location.end)];
    return { operator: mutatorName, start, end, after: replacement };
  });
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function ownEdits(text: string): Edit[] {
  const program = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const edits: Edit[] = [];
  visit(program, null, (node, parent) => {
    edits.push(...removedCall(node), ...removedAwait(node, parent, text));
    edits.push(...swappedArguments(node, text), ...changedSql(node, text));
  });
  return edits;
}

function visit(
  node: ParseResult | Node,
  parent: Node | null,
  found: (node: Node, parent: Node | null) => void,
): void {
  const own = node as Node;
  found(own, parent);
  for (const [key, value] of Object.entries(own))
    for (const child of key.endsWith('Comments') || key === 'tokens' ? [] : [value].flat())
      if (isNode(child)) visit(child, own, found);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function removedCall({ type, start, end, expression }: Node): Edit[] {
  if (type !== 'ExpressionStatement' || !isNode(expression)) return [];
  const { argument } = expression;
  const call = expression.type === 'AwaitExpression' && isNode(argument) ? argument : expression;
  return call.type === 'CallExpression'
    ? [{ operator: 'RemovedCall', start, end, after: ';' }]
    : [];
}

function removedAwait({ type, start, end, argument }: Node, parent: Node | null, text: string) {
  const isSeen = type === 'AwaitExpression' && parent?.type !== 'ReturnStatement';
  if (!isSeen || !isNode(argument)) return [];
  const after = text.slice(argument.start, argument.end);
  return [{ operator: 'RemovedAwait', start, end, after }];
}

function swappedArguments({ type, arguments: given }: Node, text: string): Edit[] {
  if (type !== 'CallExpression' || !Array.isArray(given)) return [];
  const [first, second] = given.filter(isNode);
  const isPlain = (node?: Node) =>
    ['Identifier', 'MemberExpression', 'NumericLiteral'].includes(node?.type ?? '');
  if (!first || !second || !isPlain(first) || !isPlain(second)) return [];
  const [one, other] = [first, second].map(({ start, end }) => text.slice(start, end));
  if (one === other) return [];
  const between = text.slice(first.end, second.start);
  const after = `${other}${between}${one}`;
  return [{ operator: 'SwappedArguments', start: first.start, end: second.end, after }];
}

const isSql =
  /\b(?:SELECT|WHERE|FROM|ORDER BY|GROUP BY|FILTER|JOIN|IS NULL|IS NOT NULL|CASE WHEN|coalesce)\b/;

/** Words of SQL, each with the wrong word that a mutant has in its place. */
const sqlWords: readonly (readonly [RegExp, string])[] = [
  [/ AND /g, ' OR '],
  [/ OR /g, ' AND '],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/ DESC\b/g, ' ASC'],
  [/ ASC\b/g, ' DESC'],
  [/\bDISTINCT /g, ''],
  [/\bLEFT JOIN\b/g, 'JOIN'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ = /g, ' <> '],
];

function changedSql(node: Node, text: string): Edit[] {
  if (node.type !== 'TemplateElement' && node.type !== 'StringLiteral') return [];
  const { start: from, end: to } = node;
  const written = text.slice(from, to);
  if (!isSql.test(written)) return [];
  const changed = sqlWords.flatMap(([pattern, after]) =>
    [...written.matchAll(pattern)].map(({ 0: { length }, index }) => {
      return { operator: 'ChangedSql', start: from + index, end: from + index + length, after };
    }),
  );
  // A literal changes as a whole, so that it stays an expression.
  return node.type === 'TemplateElement'
    ? changed
    : changed.map(({ operator, start, end, after }) => {
        const whole = text.slice(from, start) + after + text.slice(end, to);
        return { operator, start: from, end: to, after: whole };
      });
}
