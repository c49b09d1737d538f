/** Runs the steps of a composite GitHub Action as its runner does, with the environment that it gives them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface ActionStep {
  readonly name: string;
  readonly id: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

export interface Action {
  /** Default values by input. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly steps: readonly ActionStep[];
}

/** Block mappings, block sequences, plain and single-quoted texts and `|` blocks: the YAML that action.yml uses. Throws at any other line. */
export function readAction(text: string): Action {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line) || /^ {8}/.test(line));
  const parsed = new BlockReader(lines).readMap(0);
  const inputs = Object.entries(parsed.inputs as Tree).map(([name, input]) => [name, String((input as Tree).default)]);
  const { using, steps } = parsed.runs as Tree;
  if (using !== 'composite' || !Array.isArray(steps)) throw new Error('action.yml is not a composite action');
  return {
    inputs: Object.fromEntries(inputs),
    steps: (steps as Tree[]).map(({ name, id, env = {}, run, shell, ...rest }) => {
      if (shell !== 'bash' || Object.keys(rest).length > 0) throw new Error(`step "${name}" is not a bash step`);
      return {
        name: String(name),
        id: id === undefined ? null : String(id),
        env: env as ActionStep['env'],
        run: String(run),
      };
    }),
  };
}

interface Tree {
  [key: string]: string | Tree | Tree[];
}

class BlockReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  readMap(indent: number): Tree {
    const map: Tree = {};
    for (
      let line = this.#lines[this.#at];
      line !== undefined && indentOf(line) === indent;
      line = this.#lines[this.#at]
    ) {
      const [, key, value = ''] = /^ *([\w-]+):(?: (.*))?$/.exec(line) ?? [];
      if (key === undefined) break;
      this.#at++;
      map[key] = value === '|' ? this.#readBlock(indent + 2) : value === '' ? this.#readChild(indent) : unquote(value);
    }
    return map;
  }

  #readChild(indent: number): Tree | Tree[] {
    const line = this.#lines[this.#at] ?? '';
    if (indentOf(line) <= indent) throw new Error(`nothing is below the line before "${line}"`);
    return /^ *- /.test(line) ? this.#readList(indentOf(line)) : this.readMap(indentOf(line));
  }

  #readList(indent: number): Tree[] {
    const items: Tree[] = [];
    while (this.#lines[this.#at]?.startsWith(`${' '.repeat(indent)}- `)) {
      const lines = this.#lines as string[];
      lines[this.#at] = (lines[this.#at] ?? '').replace('- ', '  ');
      items.push(this.readMap(indent + 2));
    }
    return items;
  }

  #readBlock(indent: number): string {
    const start = this.#at;
    while (this.#at < this.#lines.length && indentOf(this.#lines[this.#at] ?? '') >= indent) this.#at++;
    return this.#lines
      .slice(start, this.#at)
      .map((line) => `${line.slice(indent)}\n`)
      .join('');
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function unquote(value: string): string {
  if (/^["&*!>{[]/.test(value)) throw new Error(`the value ${value} is more YAML than this reader knows`);
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}

/** Values by their names in expressions: `inputs.base`, `github.action_path`. */
type Context = Readonly<Record<string, string>>;

/** Evaluates `${{ a || b }}`: the first value that is not empty. */
function evaluate(text: string, context: Context): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const values = expression.split(' || ').map((name) => context[name] ?? '');
    return values.find((value) => value !== '') ?? '';
  });
}

export interface ActionRun {
  /** By step name, in order; the run ends with the first status above 0. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: string;
}

/** Runs all steps in a checkout. `context` has the inputs that differ from their defaults, and the facts of the event. */
export function runAction({ inputs, steps }: Action, checkout: string, context: Context): ActionRun {
  const files = mkdtempSync(path.join(path.dirname(checkout), 'runner-'));
  const defaults = Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]);
  const known: Record<string, string> = { ...Object.fromEntries(defaults), ...context };
  const [output, summary] = [path.join(files, 'output'), path.join(files, 'summary')];
  writeFileSync(summary, '');
  const statuses: Record<string, number> = {};
  let [stdout, stderr] = ['', ''];
  for (const { name, id, env, run } of steps) {
    writeFileSync(output, '');
    const evaluated = Object.entries(env).map(([key, value]) => [key, evaluate(value, known)]);
    const github = { GITHUB_WORKSPACE: checkout, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, CI: 'true' };
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...github, ...Object.fromEntries(evaluated) },
    });
    statuses[name] = done.status ?? 128;
    stdout += done.stdout;
    stderr += done.stderr;
    for (const [, key, value] of readFileSync(output, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      known[`steps.${id}.outputs.${key}`] = value ?? '';
    if (done.status !== 0) break;
  }
  return { statuses, stdout, stderr, summary: readFileSync(summary, 'utf8') };
}
