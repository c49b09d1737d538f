/**
 * One HTTP request to a service under test; the path goes out as it is written, nothing is
 * normalised or followed.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body read as JSON; throws where it is none. */
  json(): unknown;
}

export interface GetOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

export type Get = (path: string, options?: GetOptions) => Promise<Answer>;

/** What a browser asks for when it opens a page. */
export const asBrowser: GetOptions = {
  headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
};

/** A connection of its own for each request. */
const oneShot = new Agent({ keepAlive: false });

export function get(port: number, path: string, options: GetOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, agent = oneShot } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  return { status, headers, text, bytes, json: () => JSON.parse(text) };
}
