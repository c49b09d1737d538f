/**
 * Commands that start MCP servers, as contributors write them. Only a known launcher with known options and plain arguments is
 * accepted, because clients start what a configuration says.
 */

interface Launcher {
  /** First argument, if the launcher needs one. */
  readonly subcommand?: string;
  /** Options before the program that take no value, or have it after `=`. */
  readonly flags: RegExp;
  /** Options before the program whose value may be the next argument. */
  readonly valued?: RegExp;
  /** Option whose value is the program. */
  readonly program?: string;
  /** Whether a program without a scheme is a file on the machine of the user. */
  readonly startsFiles?: boolean;
}

/** Options that run code in an argument, load other modules or widen a container are not in the table. */
const launchers: ReadonlyMap<string, Launcher> = new Map<string, Launcher>(
  Object.entries({
    npx: { flags: /^(-y|--yes|-q|--quiet|--)$/, valued: /^(-p|--package)$/ },
    bunx: { flags: /^(-y|--yes|--bun|--silent|--)$/, valued: /^(-p|--package)$/ },
    uvx: { flags: /^(-q|--quiet|--isolated|--)$/, valued: /^(--from|--with|-p|--python)$/ },
    docker: {
      subcommand: 'run',
      flags: /^(-i|--interactive|--rm|-i?t|--init|--pull=(always|missing|never))$/,
      valued: /^(-e|--env|--name|--platform)$/,
    },
    node: { flags: /^(--no-warnings|--enable-source-maps|--)$/, startsFiles: true },
    python: { flags: /^-[uBEIs]$/, program: '-m', startsFiles: true },
    deno: {
      subcommand: 'run',
      flags: /^(-A|-q|--quiet|--no-check|--no-prompt|--allow-[a-z]+(=.*)?|--node-modules-dir(=.*)?)$/,
      startsFiles: true,
    },
  }),
);

export const launcherNames = [...launchers.keys()];

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Index of the program among the arguments. */
  readonly program: number;
  /** Whether the program is a file on the machine of the user. */
  readonly isFile: boolean;
}

export interface LaunchFault {
  readonly column: 'selfHostedCommand' | 'selfHostedArgs';
  /** The command or argument. */
  readonly value: string;
  readonly message: string;
  readonly suggestion: string;
}

/** Nothing that a shell or a client expands; a placeholder for the user is a name in angle brackets. */
const plain = /^(?:[A-Za-z0-9@/._:=,+[\]-]|<[A-Z][A-Z0-9_]*>)+$/;
const maxArguments = 50;
const maxLength = 300;
/** Programs that are code, or come over a connection that is not encrypted. */
const badProgram = /^(data|blob|javascript|http):/i;

/** A command that may become a configuration, or the first fault in it. */
export function readLaunch(command: string, args: readonly string[]): Launch | LaunchFault {
  const launcher = launchers.get(command);
  if (launcher === undefined) {
    const suggestion = `use one of ${launcherNames.join(', ')}, without arguments, or leave the cell blank`;
    return { column: 'selfHostedCommand', value: command, message: 'the command is no known launcher', suggestion };
  }
  const odd = args.slice(0, maxArguments).find((arg) => arg.length > maxLength || !plain.test(arg));
  if (odd !== undefined || args.length > maxArguments) return notPlain(odd ?? '');
  const program = findProgram(launcher, args);
  if (typeof program !== 'number') return { ...program, message: `${command}: ${program.message}` };
  const value = args[program] ?? '';
  if (badProgram.test(value)) {
    const suggestion = 'name a package, a file or an `https` URL';
    return { column: 'selfHostedArgs', value, message: 'the program is inline code or not encrypted', suggestion };
  }
  const isModule = launcher.program !== undefined && args[program - 1] === launcher.program;
  const isFile = launcher.startsFiles === true && !isModule && !/^[a-z]+:/.test(value);
  return { command, args, program, isFile };
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

/** Index of the first argument that is not an option of the launcher. */
function findProgram(launcher: Launcher, args: readonly string[]): number | LaunchFault {
  const { subcommand } = launcher;
  const column = 'selfHostedArgs';
  if (subcommand !== undefined && args[0] !== subcommand) {
    const message = `the first argument is not \`${subcommand}\``;
    return { column, value: args[0] ?? '', message, suggestion: `begin with \`${subcommand}\`` };
  }
  let at = subcommand === undefined ? 0 : 1;
  for (let arg = args[at]; arg?.startsWith('-'); arg = args[at]) {
    if (arg === launcher.program && args[at + 1]?.startsWith('-') === false) return at + 1;
    const length = lengthOfOption(launcher, arg);
    if (length === 0) {
      const message = `the option \`${arg}\` is not allowed before the program`;
      return { column, value: arg, message, suggestion: 'remove it, or put it behind the program if it is its own' };
    }
    at += length;
  }
  if (at < args.length) return at;
  return { column, value: args.at(-1) ?? '', message: 'no argument names a program', suggestion: 'add its name' };
}

/** Number of arguments that an option takes with its value; 0 if it is not allowed. */
function lengthOfOption({ flags, valued }: Launcher, arg: string): number {
  const [name = '', value] = arg.split('=');
  if (valued?.test(name)) return value === undefined ? 2 : 1;
  return flags.test(arg) ? 1 : 0;
}

/** Name of an environment variable. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
