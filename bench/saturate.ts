/**
 * Load of wrk, which saturates the service with cached responses: autocannon takes more CPU for a
 * request than the service.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunningProcess } from './processes.ts';

export const connections = 32;
/** The kernel counts CPU time in steps of 10 ms. */
const seconds = 2;

export interface Saturation {
  /** CPU time of the server process, user and system, per request. */
  readonly cpuMicros: number;
  /** Share of one core that the server used. */
  readonly coreShare: number;
}

/**
 * Requests one path over 32 connections for two seconds. Throws if a response is missing or is an
 * error.
 */
export async function saturate(
  { port, cpuMs }: RunningProcess,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Saturation> {
  const given = Object.entries(headers).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const url = `http://127.0.0.1:${port}${path}`;
  const beforeMs = cpuMs();
  const output = await runWrk([
    '--threads',
    '1',
    '--connections',
    `${connections}`,
    '--duration',
    `${seconds}s`,
    ...given,
    url,
  ]);
  const usedMs = cpuMs() - beforeMs;
  const fault = /^.*(?:Non-2xx|Socket errors).*$/m.exec(output)?.[0];
  if (fault !== undefined) throw new Error(`${url}: ${fault.trim()}`);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  return { cpuMicros: (usedMs * 1000) / requests, coreShare: usedMs / (seconds * 1000) };
}

async function runWrk(words: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('wrk', words)).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      'install wrk, which measures cached responses: apt-get install wrk, or brew install wrk',
      {
        cause: error,
      },
    );
  }
}
