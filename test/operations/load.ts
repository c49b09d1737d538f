/** Constant mixed load from this process on a service on the loopback: bounded in time, every answer looked at. */
import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Response {
  readonly status: number;
  readonly etag: string;
  readonly sha256: string;
  readonly tookMs: number;
}

export class Client {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects where no whole answer comes. */
  request(path: string): Promise<Response> {
    const startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent };
      get(options, (response) => {
        const hash = createHash('sha256');
        response.on('data', (chunk: Buffer) => hash.update(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          const tookMs = performance.now() - startedMs;
          resolve({ status, etag: headers.etag ?? '', sha256: hash.digest('hex'), tookMs });
        });
      }).on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface LoadOptions {
  readonly connections: number;
  readonly nextPath: () => string;
  readonly until: () => boolean;
  readonly onResponse: (path: string, response: Response) => void;
  readonly onFailure: (path: string, error: Error) => void;
  /** After each answer, none by default. */
  readonly pauseMs?: number;
}

export async function runLoad(client: Client, options: LoadOptions): Promise<void> {
  const worker = async () => {
    while (!options.until()) {
      const path = options.nextPath();
      try {
        options.onResponse(path, await client.request(path));
      } catch (error) {
        options.onFailure(path, error as Error);
      }
      if (options.pauseMs !== undefined) await delay(options.pauseMs);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
