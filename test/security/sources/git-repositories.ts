/** Git repositories whose configuration would run a command, and ordinary ones. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const identity = [
  '-c',
  'user.name=Editor',
  '-c',
  'user.email=editor@example.org',
  '-c',
  'init.defaultBranch=main',
];

/**
 * Runs git outside of the pipeline, to prepare a case. Variables of a surrounding hook do not reach
 * it.
 */
export function git(folder: string, words: readonly string[], input = ''): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
  );
  return execFileSync('git', [...identity, ...words], {
    cwd: folder,
    env,
    input,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** A repository whose only commit holds everything in the folder. */
export function commitAll(folder: string): string {
  git(folder, ['init', '--quiet']);
  return commitAgain(folder);
}

export function commitAgain(folder: string): string {
  git(folder, ['add', '--all']);
  git(folder, ['commit', '--quiet', '--message', 'Sources']);
  return git(folder, ['rev-parse', 'HEAD']);
}

/** A command that leaves a file behind, so that a test sees that it ran. */
export interface Trap {
  readonly script: string;
  readonly marker: string;
}

export async function writeTrap(folder: string, name: string): Promise<Trap> {
  await mkdir(folder, { recursive: true });
  const [script, marker] = [path.join(folder, name), path.join(folder, `${name}-ran`)];
  await writeFile(script, `#!/bin/sh\ntouch '${marker}'\ncat >/dev/null 2>&1\nexit 0\n`);
  await chmod(script, 0o755);
  return { script, marker };
}

type Settings = readonly (readonly [key: string, value: string])[];

/** What a repository's configuration says to make git run `script`, by the way that it takes. */
export const configurations: Readonly<Record<string, (script: string) => Settings>> = {
  fsmonitor: (script) => [['core.fsmonitor', script]],
  filter: (script) => [
    ['filter.evil.clean', script],
    ['filter.evil.smudge', script],
    ['filter.evil.required', 'false'],
  ],
  'external-remote': (script) => [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${script} %S`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['protocol.ext.allow', 'always'],
    ['protocol.allow', 'always'],
  ],
  'ssh-remote': (script) => [
    ['core.sshCommand', script],
    ['remote.second.url', 'ssh://host.invalid/x'],
    ['remote.second.promisor', 'true'],
  ],
  signature: (script) => [
    ['log.showSignature', 'true'],
    ['gpg.program', script],
    ['gpg.openpgp.program', script],
  ],
  tar: (script) => [
    ['tar.tar.command', script],
    ['tar.tar.remote', 'true'],
  ],
  pager: (script) => [
    ['core.pager', script],
    ['pager.status', script],
    ['pager.log', script],
  ],
  'post-index-change': (script) => [['core.hooksPath', path.dirname(script)]],
};

/** Sets all of them, each with a trap of its own. */
export async function setTraps(folder: string, gitDir: string): Promise<Map<string, Trap>> {
  const traps = new Map<string, Trap>();
  for (const [name, settings] of Object.entries(configurations)) {
    const trap = await writeTrap(folder, name);
    traps.set(name, trap);
    configure(gitDir, settings(trap.script));
  }
  return traps;
}

export function configure(gitDir: string, settings: Settings): void {
  for (const [key, value] of settings)
    git(path.dirname(gitDir), ['config', '--file', path.join(gitDir, 'config'), key, value]);
}
