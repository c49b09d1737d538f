/**
 * Checks the files of deploy/ with the tools of their formats: nginx, systemd, dclint (rules and schema of Compose files), and the types of the
 * Kubernetes API. Run: `npm run deploy-lint`. It installs dclint and the types in a temporary folder; what is missing on this machine
 * is skipped and named.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectFolder } from '../support/paths.ts';

/** Exact versions, so that a release does not fail the run. */
const packages = ['dclint@3.1.0', 'kubernetes-models@4.5.1'];
/** Of `systemd-analyze security`, 0 (safe) to 10. */
const mostExposure = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'directory-deploy-lint-'));
try {
  install();
  lintNginx();
  lintSystemd();
  lintCompose();
  lintKubernetes();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function deployed(name: string): string {
  return path.join(projectFolder, 'deploy', name);
}

function install(): void {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  execFileSync('npm', words, { cwd: folder });
}

/** What a command complains of; null if it is not installed. */
function complaintsOf(program: string, words: readonly string[]): string[] | null {
  const { error, status, stderr, stdout } = spawnSync(program, words, { encoding: 'utf8' });
  if (error) return null;
  return status === 0 ? [] : `${stderr}${stdout}`.trim().split('\n');
}

function lint(what: string, program: string, words: readonly string[]): void {
  const complaints = complaintsOf(program, words);
  const skipped = `skipped, because ${program} is not installed`;
  const result = complaints === null ? skipped : complaints.length === 0 ? 'valid' : `\n  ${complaints.join('\n  ')}`;
  process.stdout.write(`${what}: ${result}\n`);
  if (complaints !== null && complaints.length > 0) process.exitCode = 1;
}

function lintNginx(): void {
  const globals = `pid ${folder}/pid; error_log ${folder}/error.log;`;
  for (const name of ['nginx.conf', 'origin.conf']) {
    lint(name, 'nginx', ['-t', '-q', '-c', deployed(name), '-p', folder, '-g', globals]);
  }
}

/** The follower as a service that always runs, and with the drop-in of the timer. */
function lintSystemd(): void {
  const units = ['directory.service', 'directory-follow.service', 'directory-follow.timer'];
  const jobs = ['build', 'probe'].flatMap((name) => [`directory-${name}.service`, `directory-${name}.timer`]);
  lint('systemd units', 'systemd-analyze', ['verify', '--man=no', ...[...units, ...jobs].map(deployed)]);
  const dropIns = path.join(folder, 'units/directory-follow.service.d');
  mkdirSync(dropIns, { recursive: true });
  copyFileSync(deployed('directory-follow-once.conf'), path.join(dropIns, 'once.conf'));
  const copies = units.slice(1).map((name) => {
    const copy = path.join(folder, 'units', name);
    copyFileSync(deployed(name), copy);
    return copy;
  });
  lint('systemd units with the drop-in', 'systemd-analyze', ['verify', '--man=no', ...copies]);
  for (const name of [...units.slice(0, 2), 'directory-build.service', 'directory-probe.service']) {
    const words = ['security', '--offline=true', `--threshold=${mostExposure * 10}`, deployed(name)];
    lint(`exposure of ${name}`, 'systemd-analyze', words);
  }
}

/** The schema, on the file with all anchors resolved, and the rules of dclint that are errors. */
function lintCompose(): void {
  lint('compose.yaml', path.join(folder, 'node_modules/.bin/dclint'), ['--quiet', deployed('compose.yaml')]);
  lint('compose.probe.yaml', path.join(folder, 'node_modules/.bin/dclint'), [
    '--quiet',
    deployed('compose.probe.yaml'),
  ]);
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Each object as a literal of its type, which may have no other fields. The types come from the API schemas of Kubernetes. */
function lintKubernetes(): void {
  const documents = parseAllDocuments(readFileSync(deployed('kubernetes.yaml'), 'utf8'));
  const literals = documents.map((document, at) => {
    const object: KubernetesObject = document.toJS();
    const type = `import('kubernetes-models/${object.apiVersion}').I${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object, null, 2)};\n`;
  });
  const file = path.join(folder, 'kubernetes.ts');
  writeFileSync(file, literals.join(''));
  const compiler = path.join(projectFolder, 'node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig'];
  lint('kubernetes.yaml', compiler, [...options, file]);
}
