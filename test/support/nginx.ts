/**
 * Debian's nginx with a file of deploy/, as it is but for its port and the folders that it writes
 * to.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectFolder } from './paths.ts';
import { findFreePort } from './service-process.ts';

/** Why nginx cannot be started here, or null. */
export function missingNginx(): string | null {
  return spawnSync('nginx', ['-v']).error
    ? 'nginx is not installed: apt-get install nginx-light'
    : null;
}

export interface NginxOptions {
  /** Everything is written below it. It must exist. */
  readonly folder: string;
  /** Text of nginx.conf. */
  readonly conf: string;
  /** Text of upstream.conf, which deploy/nginx.conf includes. */
  readonly upstream?: string;
  readonly port?: number;
}

export interface RunningNginx {
  readonly port: number;
  readonly process: ChildProcess;
}

export function readDelivered(
  name: 'nginx.conf' | 'upstream.conf' | 'origin.conf',
): Promise<string> {
  return readFile(path.join(projectFolder, 'deploy', name), 'utf8');
}

/** deploy/upstream.conf with the replicas on these ports. */
export async function upstreamOf(ports: readonly number[]): Promise<string> {
  const delivered = await readDelivered('upstream.conf');
  const [first = '', ...others] = delivered.match(/^ *server .*\n/gm) ?? [];
  const servers = ports.map((port) => first.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
  return others
    .reduce((text, line) => text.replace(line, ''), delivered)
    .replace(first, servers.join(''));
}

/** A text of the configuration with the variables of a request; maps as nginx reads them. */
export function filledIn(
  conf: string,
  text: string,
  request: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => {
    if (name in request) return request[name] ?? '';
    const [, source = '', body = ''] =
      new RegExp(`map ("[^"]*"|\\S+) \\$${name} \\{\\n(.*?)\\n  \\}`, 's').exec(conf) ?? [];
    const entries = Array.from(
      body.matchAll(/^ *("(?:[^"])*"|\S+) ("[^"]*"|'[^']*'|\S+);$/gm),
      ([, key = '', value = '']) => [unquoted(key), unquoted(value)] as const,
    );
    const value = filledIn(conf, unquoted(source), request);
    const [, chosen = ''] =
      entries.find(([key]) => key === value) ??
      entries.find(([key]) => patternOf(key)?.test(value)) ??
      entries.find(([key]) => key === 'default') ??
      [];
    return filledIn(conf, chosen, request);
  });
}

const unquoted = (text: string) => text.replace(/^(["'])(.*)\1$/s, '$2');

function patternOf(key: string): RegExp | null {
  const [, isFolded, pattern = ''] = /^~(\*?)(.*)$/.exec(key) ?? [];
  return isFolded === undefined ? null : new RegExp(pattern, isFolded === '*' ? 'i' : '');
}

/** Without the limits for one client, because the load of a test is that of many. */
export function withoutLimits(conf: string): string {
  return conf.replace(/^ *limit_(?:req|conn) .*$/gm, '');
}

/** Resolves when nginx accepts connections. */
export async function startNginx({
  folder,
  conf,
  upstream,
  port: wanted,
}: NginxOptions): Promise<RunningNginx> {
  const port = wanted ?? (await findFreePort());
  for (const name of ['cache', 'proxy', 'body'])
    await mkdir(path.join(folder, name), { recursive: true });
  const text = conf
    .replace(/listen \d+/, `listen 127.0.0.1:${port}`)
    .replace('/tmp/directory-nginx', `${folder}/cache`)
    .replace('/var/log/nginx', folder)
    .replace(
      'http {',
      `http {\n  ${conf.includes('access_log') ? '' : 'access_log off;'}\n  proxy_temp_path ${folder}/proxy;\n  client_body_temp_path ${folder}/body;`,
    );
  await writeFile(path.join(folder, 'nginx.conf'), text);
  if (upstream !== undefined) await writeFile(path.join(folder, 'upstream.conf'), upstream);
  // Workers of a master that is root run as nobody, who may not enter the folder of a test.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const globals = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${user}`;
  const child = spawn('nginx', ['-c', `${folder}/nginx.conf`, '-p', folder, '-g', globals], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with status ${child.exitCode}`);
    await delay(20);
  }
  return { port, process: child };
}

function accepts(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/robots.txt`).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
}
