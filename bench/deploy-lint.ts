/**
 * Checks the files of deploy/ with the tools of their formats: nginx, systemd, dclint (rules and
 * schema of Compose files), and the types of the Kubernetes API. Run: `npm run deploy-lint`.
 * Programs that are missing on this machine are skipped and named.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectFolder } from '../test/support/paths.ts';

/** Of `systemd-analyze security`, 0 (safe) to 10. */
const mostExposure = 3;
const tools = path.join(projectFolder, 'bench/node_modules/.bin');
/** Below bench/, where TypeScript finds the types of Kubernetes. */
const folder = mkdtempSync(path.join(projectFolder, 'bench/node_modules/.deploy-lint-'));
const deployed = (name: string) => path.join(projectFolder, 'deploy', name);

function lint(what: string, program: string, words: readonly string[]): void {
  const { error, status, stderr, stdout } = spawnSync(program, words, { encoding: 'utf8' });
  const complaint = error
    ? `skipped, because ${program} is not installed`
    : `\n${stderr}${stdout}`.trimEnd();
  process.stdout.write(`${what}: ${status === 0 ? 'valid' : complaint}\n`);
  if (!error && status !== 0) process.exitCode = 1;
}

function lintNginx(): void {
  const globals = `pid ${folder}/pid; error_log ${folder}/error.log;`;
  for (const name of ['nginx.conf', 'origin.conf'])
    lint(name, 'nginx', ['-t', '-q', '-c', deployed(name), '-p', folder, '-g', globals]);
}

/** The follower as a service that always runs, and with the drop-in of the timer. */
function lintSystemd(): void {
  const verify = ['verify', '--man=no'];
  const services = ['directory', 'directory-follow', 'directory-build', 'directory-probe'];
  const timers = services.slice(1).map((name) => `${name}.timer`);
  const units = [...services.map((name) => `${name}.service`), ...timers];
  lint('systemd units', 'systemd-analyze', [...verify, ...units.map(deployed)]);
  mkdirSync(path.join(folder, 'directory-follow.service.d'));
  copyFileSync(
    deployed('directory-follow-once.conf'),
    path.join(folder, 'directory-follow.service.d/once.conf'),
  );
  const copies = ['directory-follow.service', 'directory-follow.timer'].map((name) => {
    copyFileSync(deployed(name), path.join(folder, name));
    return path.join(folder, name);
  });
  lint('systemd units with the drop-in', 'systemd-analyze', [...verify, ...copies]);
  for (const name of services) {
    const words = [
      'security',
      '--offline=true',
      `--threshold=${mostExposure * 10}`,
      deployed(`${name}.service`),
    ];
    lint(`exposure of ${name}.service`, 'systemd-analyze', words);
  }
}

/**
 * Each object as a literal of its type, which may have no other fields. The types come from the API
 * schemas of Kubernetes.
 */
function lintKubernetes(): void {
  const documents = parseAllDocuments(readFileSync(deployed('kubernetes.yaml'), 'utf8'));
  const literals = documents.map((document, at) => {
    const object: { readonly apiVersion: string; readonly kind: string } = document.toJS();
    const type = `import('kubernetes-models/${object.apiVersion}').I${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object, null, 2)};\n`;
  });
  const file = path.join(folder, 'kubernetes.ts');
  writeFileSync(file, literals.join(''));
  lint('kubernetes.yaml', path.join(tools, 'tsc'), [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    file,
  ]);
}

try {
  lintNginx();
  lintSystemd();
  for (const name of ['compose.yaml', 'compose.probe.yaml'])
    lint(name, path.join(tools, 'dclint'), ['--quiet', deployed(name)]);
  lintKubernetes();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
