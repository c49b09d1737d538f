/**
 * Programs that start commands of MCP servers may name: packages of registries, images of known
 * hosts, files of the user's machine. Addresses are refused, because nobody looks after what is
 * behind them.
 */

export interface NamedPackage {
  /** As users know it: `npm`. */
  readonly registry: string;
  /** With its version, as the command names it. */
  readonly name: string;
}

export interface ValueKind {
  /** Noun for messages, with an article: `a package of npm`. */
  readonly what: string;
  readonly example: string;
  readonly accepts: (value: string) => boolean;
  /** Of packages. */
  readonly registry?: (value: string) => string | null;
}

/** Package managers take a name that ends like an archive for a file. */
const archive = /\.(?:tgz|tar|tar\.gz|tar\.bz2|tar\.xz|zip|whl)$/i;
/** Install or start what another argument names. */
const starters =
  /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|deno|node|tsx|ts-node|corepack|degit|pip\d*|pipx|uv|uvx|poetry|conda|ensurepip|easy_install|setuptools|venv|virtualenv|runpy|pdb|profile|cProfile|trace|timeit|zipapp|docker|podman|sh|bash|zsh|cmd|powershell|env|sudo|execa|shx|eval)$/;

const npmName = /^(?:@[a-z0-9][\w.-]*\/)?([a-z0-9][\w.-]*)(?:@[A-Za-z0-9][\w.+-]*)?$/i;
const pythonName = /^([A-Za-z0-9][\w.-]*)(?:\[[\w,.-]+\])?(?:(?:==|@)[A-Za-z0-9][\w.+-]*)?$/;
const moduleName = /^([A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*$/;
const imageName = /^(?:[a-z0-9][\w.-]*\/)*[a-z0-9][\w.-]*(?::\w[\w.-]*)?(?:@sha256:[0-9a-f]{64})?$/;
const denoName = /^(npm|jsr):(.+)$/;
const filePath = /^(?!\/\/)(?:<[A-Z][A-Z0-9_]*>|[\w@.+/-])+$/;
const variable = /^([A-Za-z_]\w{0,63})(?:=.*)?$/s;
/** Variables that load other code into a program. */
const loading =
  /^(?:LD_|DYLD_|NODE_|PYTHON|npm_|UV_|PIP_|DENO_|BUN_|JAVA_TOOL_|RUBY|PERL5|PATH$|ENV$|BASH_ENV$)/i;

/** Hosts of images; an image without a host is of Docker Hub. */
const imageHosts: ReadonlyMap<string, string> = new Map([
  ['docker.io', 'Docker Hub'],
  ['ghcr.io', 'GitHub Container Registry'],
  ['quay.io', 'Quay'],
  ['gcr.io', 'Google Container Registry'],
  ['mcr.microsoft.com', 'Microsoft Artifact Registry'],
  ['public.ecr.aws', 'Amazon ECR Public Gallery'],
  ['registry.gitlab.com', 'GitLab Container Registry'],
]);

export const valueKinds = {
  npm: {
    what: 'a package of npm',
    example: '@acme/mcp@1.2.3',
    accepts: (value) => isPackage(npmName, value),
    registry: () => 'npm',
  },
  pypi: {
    what: 'a package of PyPI',
    example: 'acme-mcp==1.2.3',
    accepts: (value) => isPackage(pythonName, value),
    registry: () => 'PyPI',
  },
  image: {
    what: 'an image of a public registry',
    example: 'ghcr.io/acme/mcp:1.2.3',
    accepts: (value) => imageName.test(value) && registryOf(value) !== null,
    registry: registryOf,
  },
  deno: {
    what: 'a package of npm or JSR, or a file',
    example: 'jsr:@acme/mcp',
    accepts: (value) => filePath.test(value) || isPackage(npmName, denoName.exec(value)?.[2] ?? ''),
    registry: (value) =>
      value.startsWith('npm:') ? 'npm' : value.startsWith('jsr:') ? 'JSR' : null,
  },
  module: {
    what: 'a module that starts a server',
    example: 'acme_mcp',
    accepts: (value) => isPackage(moduleName, value),
  },
  file: { what: 'a file', example: '<PATH_TO>/index.js', accepts: isFile },
  python: {
    what: 'a version of Python',
    example: '3.12',
    accepts: (value) => /^\d+(?:\.\d+)*$/.test(value),
  },
  variable: { what: 'a variable of the server', example: 'ACME_KEY', accepts: isVariable },
  name: { what: 'a name', example: 'acme', accepts: (value) => /^[A-Za-z0-9][\w.-]*$/.test(value) },
  platform: {
    what: 'a platform',
    example: 'linux/amd64',
    accepts: (value) => /^[\w.-]+\/[\w./-]+$/.test(value),
  },
} satisfies Readonly<Record<string, ValueKind>>;

export type ValueKindName = keyof typeof valueKinds;

/**
 * Whether an argument of the program itself is an address of code: `git+ssh://...`,
 * `--plugin=https://a.io/x.tgz`.
 */
export function isCodeAddress(argument: string): boolean {
  const value = argument.slice(argument.startsWith('-') ? argument.indexOf('=') + 1 : 0);
  return (
    /^(?:git\+|git:|ssh:|github:|gitlab:|bitbucket:|gist:|file:|data:|blob:|javascript:)/i.test(
      value,
    ) || archive.test(value)
  );
}

function isPackage(pattern: RegExp, value: string): boolean {
  const [, name] = pattern.exec(value) ?? [];
  return name !== undefined && !starters.test(name) && !archive.test(value);
}

function isFile(value: string): boolean {
  return filePath.test(value) && !value.split('/').includes('..');
}

function isVariable(value: string): boolean {
  const [, name] = variable.exec(value) ?? [];
  return name !== undefined && !loading.test(name);
}

/** Null for an image of a host that is not known. */
function registryOf(image: string): string | null {
  const [host = '', ...rest] = image.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(host) || host === 'localhost');
  return isHost ? (imageHosts.get(host) ?? null) : 'Docker Hub';
}
