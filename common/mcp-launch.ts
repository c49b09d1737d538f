/**
 * Commands that start MCP servers, as contributors write them. Only a known launcher with known
 * options, plain arguments and packages of registries is accepted, because clients start what a
 * configuration says.
 */
import {
  isCodeAddress,
  type NamedPackage,
  type ValueKind,
  type ValueKindName,
  valueKinds,
} from './mcp-packages.ts';

interface Launcher {
  /** First argument, if the launcher needs one. */
  readonly subcommand?: string;
  /** Options with a value that may stand before the subcommand. */
  readonly early?: Readonly<Record<string, ValueKindName>>;
  /** Options before the program that take no value, or a harmless one after `=`. */
  readonly flags: RegExp;
  /** Options before the program with a value, in the next argument or after `=`. */
  readonly valued?: Readonly<Record<string, ValueKindName>>;
  /** Options that name the package of the program, which is a command of the package then. */
  readonly packages?: readonly string[];
  readonly program: ValueKindName;
  /** Option whose value is a module that runs instead of a program. */
  readonly module?: string;
}

const npmOptions = {
  valued: { '-p': 'npm', '--package': 'npm' },
  packages: ['-p', '--package'],
  program: 'npm',
} as const;

/**
 * Options that run code in an argument, load other modules or widen a container are not in the
 * table.
 */
const launchers: ReadonlyMap<string, Launcher> = new Map<string, Launcher>(
  Object.entries({
    npx: { flags: /^(-y|--yes|-q|--quiet|--)$/, ...npmOptions },
    bunx: { flags: /^(-y|--yes|--bun|--silent|--)$/, ...npmOptions },
    uvx: {
      flags: /^(-q|--quiet|--isolated|--)$/,
      valued: { '--from': 'pypi', '--with': 'pypi', '-p': 'python', '--python': 'python' },
      packages: ['--from'],
      program: 'pypi',
    },
    uv: {
      subcommand: 'run',
      early: { '--directory': 'file', '--project': 'file' },
      flags: /^(-q|--quiet|--isolated|--no-project|--no-sync|--frozen|--locked|--)$/,
      valued: {
        ...{ '--directory': 'file', '--project': 'file', '--with': 'pypi', '--extra': 'name' },
        ...{ '-p': 'python', '--python': 'python' },
      },
      module: '-m',
      program: 'file',
    },
    pipx: {
      subcommand: 'run',
      flags: /^(-q|--quiet|--no-cache|--)$/,
      valued: { '--spec': 'pypi', '--python': 'python' },
      packages: ['--spec'],
      program: 'pypi',
    },
    docker: {
      subcommand: 'run',
      flags: /^(-i|--interactive|--rm|-i?t|--init|--pull=(always|missing|never))$/,
      valued: { '-e': 'variable', '--env': 'variable', '--name': 'name', '--platform': 'platform' },
      program: 'image',
    },
    node: { flags: /^(--no-warnings|--enable-source-maps|--)$/, program: 'file' },
    python: { flags: /^-[uBEIs]$/, module: '-m', program: 'file' },
    deno: {
      subcommand: 'run',
      // `--allow-import` would let the program load modules of other hosts.
      flags:
        /^(-A|-q|--quiet|--no-check|--no-prompt|--allow-(?!import)[a-z]+(=.*)?|--node-modules-dir(=[a-z]+)?)$/,
      program: 'deno',
    },
  }),
);

const launcherNames = [...launchers.keys()];

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Index of the program among the arguments. */
  readonly program: number;
  /** Whether the program is a file on the machine of the user. */
  readonly isFile: boolean;
  /** Packages and images that the launcher downloads and runs. */
  readonly packages: readonly NamedPackage[];
}

export interface LaunchFault {
  readonly column: 'selfHostedCommand' | 'selfHostedArgs';
  /** The command or argument. */
  readonly value: string;
  readonly message: string;
  readonly suggestion: string;
}

/**
 * Nothing that a shell or a client expands; a placeholder for the user is a name in angle brackets.
 */
const plain = /^(?:[A-Za-z0-9@/._:=,+[\]-]|<[A-Z][A-Z0-9_]*>)+$/;
const maxArguments = 50;
const maxLength = 300;
/** A command that may become a configuration, or the first fault in it. */
export function readLaunch(command: string, args: readonly string[]): Launch | LaunchFault {
  const launcher = launchers.get(command);
  if (launcher === undefined) {
    const suggestion = `use one of ${launcherNames.join(', ')}, without arguments, or leave the cell blank`;
    return {
      column: 'selfHostedCommand',
      value: command,
      message: 'the command is no known launcher',
      suggestion,
    };
  }
  const odd = args.slice(0, maxArguments).find((arg) => arg.length > maxLength || !plain.test(arg));
  if (odd !== undefined || args.length > maxArguments) return notPlain(odd ?? '');
  const found = findProgram(launcher, args);
  if ('message' in found) return { ...found, message: `${command}: ${found.message}` };
  const { at, kind, packages } = found;
  const own = args.slice(at + 1).find(isCodeAddress);
  if (own !== undefined)
    return notOfRegistry(own, `${command}: the argument names code by its address`, valueKinds.npm);
  const isFile =
    kind === 'file' || (kind === 'deno' && valueKinds.deno.registry(args[at] ?? '') === null);
  return { command, args, program: at, isFile, packages };
}

export function isFault(launch: Launch | LaunchFault): launch is LaunchFault {
  return 'message' in launch;
}

function notPlain(value: string): LaunchFault {
  return {
    column: 'selfHostedArgs',
    value,
    message: 'the argument is not plain',
    suggestion:
      'use letters, digits and @/._:=,+[]- only, one argument for each item, and names such as `<PATH_TO_SERVER>` for what the user must fill in',
  };
}

function notOfRegistry(value: string, message: string, { what, example }: ValueKind): LaunchFault {
  return {
    column: 'selfHostedArgs',
    value,
    message,
    suggestion: `name ${what}, such as \`${example}\``,
  };
}

interface Program {
  readonly at: number;
  readonly kind: ValueKindName;
  readonly packages: readonly NamedPackage[];
}

/** The first argument that is not an option of the launcher. Every value before it is judged. */
function findProgram(launcher: Launcher, args: readonly string[]): Program | LaunchFault {
  const { subcommand, module, early = {}, packages: naming = [] } = launcher;
  const before = readOptions({ ...launcher, valued: early }, args, 0, (arg) =>
    Object.hasOwn(early, splitOption(arg)[0]),
  );
  if ('message' in before) return before;
  if (subcommand !== undefined && args[before.to] !== subcommand)
    return beginsOtherwise(args[before.to] ?? '', subcommand);
  const begin = subcommand === undefined ? before.to : before.to + 1;
  const read = readOptions(launcher, args, begin, (arg) => arg.startsWith('-') && arg !== module);
  if ('message' in read) return read;
  const program =
    args[read.to] === (module ?? '')
      ? readProgram(args, read.to + 1, 'module')
      : readProgram(args, read.to, launcher.program);
  if ('message' in program) return program;
  const isNamed = read.options.some(({ name }) => naming.includes(name));
  return {
    ...program,
    packages: [
      ...(isNamed ? [] : program.packages),
      ...read.options.flatMap((option) => option.packages),
    ],
  };
}

interface Options {
  readonly options: readonly Option[];
  /** Index of the argument after them. */
  readonly to: number;
}

/** The options from an argument on, while arguments are options. */
function readOptions(
  launcher: Launcher,
  args: readonly string[],
  from: number,
  isOption: (arg: string) => boolean,
): Options | LaunchFault {
  const options: Option[] = [];
  let to = from;
  while (isOption(args[to] ?? '')) {
    const option = readOption(launcher, args, to);
    if ('message' in option) return option;
    options.push(option);
    to += option.length;
  }
  return { options, to };
}

function beginsOtherwise(value: string, subcommand: string): LaunchFault {
  const [column, message] = [
    'selfHostedArgs',
    `the first argument is not \`${subcommand}\``,
  ] as const;
  return { column, value, message, suggestion: `begin with \`${subcommand}\`` };
}

interface Option {
  readonly name: string;
  readonly packages: readonly NamedPackage[];
  /** Number of arguments that the option takes with its value. */
  readonly length: number;
}

function readOption(
  { flags, valued = {} }: Launcher,
  args: readonly string[],
  at: number,
): Option | LaunchFault {
  const arg = args[at] ?? '';
  const [name, own] = splitOption(arg);
  const kind = Object.hasOwn(valued, name) ? valued[name] : undefined;
  if (kind !== undefined) {
    const value = own ?? args[at + 1] ?? '';
    const length = own === null ? 2 : 1;
    return judge(value, kind, `\`${name}\``) ?? { name, packages: packagesIn(value, kind), length };
  }
  if (flags.test(arg)) return { name, packages: [], length: 1 };
  const message = `the option \`${arg}\` is not allowed before the program`;
  const suggestion = 'remove it, or put it behind the program if it is its own';
  return { column: 'selfHostedArgs', value: arg, message, suggestion };
}

/** `--package=a` as its name and its value; null without one. */
function splitOption(arg: string): readonly [name: string, value: string | null] {
  const end = arg.indexOf('=');
  return end === -1 ? [arg, null] : [arg.slice(0, end), arg.slice(end + 1)];
}

function readProgram(
  args: readonly string[],
  at: number,
  kind: ValueKindName,
): Program | LaunchFault {
  const value = args[at];
  if (value !== undefined)
    return judge(value, kind, 'the program') ?? { at, kind, packages: packagesIn(value, kind) };
  const [column, message] = ['selfHostedArgs', 'no argument names a program'] as const;
  return { column, value: args.at(-1) ?? '', message, suggestion: 'add its name' };
}

/** Null for a value of the kind. */
function judge(value: string, kind: ValueKindName, subject: string): LaunchFault | null {
  const expected: ValueKind = valueKinds[kind];
  return expected.accepts(value)
    ? null
    : notOfRegistry(value, `${subject} is not ${expected.what}`, expected);
}

function packagesIn(name: string, kind: ValueKindName): NamedPackage[] {
  const { registry: registryOf = () => null }: ValueKind = valueKinds[kind];
  const registry = registryOf(name);
  return registry === null ? [] : [{ registry, name }];
}

/** Name of an environment variable. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
