/** Runs the steps of a composite GitHub Action as its runner does, with the environment that it gives them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

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

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: unknown }>>;
  readonly runs: { readonly using: string; readonly steps: readonly StepOfFile[] };
}

interface StepOfFile {
  readonly name: string;
  readonly id?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
  readonly shell: string;
}

/** Throws unless it is a composite action of bash steps with nothing that the runner of this file does not know. */
export function readAction(text: string): Action {
  const { inputs, runs }: ActionFile = parse(text);
  if (runs.using !== 'composite') throw new Error('action.yml is not a composite action');
  return {
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, String(input.default)])),
    steps: runs.steps.map(({ name, id = null, env = {}, run, shell, ...rest }) => {
      if (shell !== 'bash' || Object.keys(rest).length > 0) throw new Error(`step "${name}" is not a bash step`);
      return { name, id, env, run };
    }),
  };
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
