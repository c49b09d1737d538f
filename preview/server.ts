/** Web server of the preview: one page and its files, on the loopback interface only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

interface PreviewFile {
  readonly type: string;
  readonly body: string | Buffer;
}

/** `default-src 'none'`: a cell cannot load anything. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export class PreviewServer {
  readonly #files: Map<string, PreviewFile>;
  readonly #server: Server;
  readonly #readers = new Set<ServerResponse>();

  /** Files by path. The page is that of `/`. */
  constructor(files: ReadonlyMap<string, PreviewFile>) {
    this.#files = new Map(files);
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** Returns the address. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** Open pages load themselves again. */
  show(html: string): void {
    this.#files.set('/', { type: 'text/html; charset=utf-8', body: html });
    for (const reader of this.#readers) reader.write('data: changed\n\n');
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get #port(): number | undefined {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  }

  #answer({ method, url = '/', headers: { host } }: IncomingMessage, response: ServerResponse): void {
    // Another host name is that of a page elsewhere whose name was made to lead here.
    const isOwn = ['127.0.0.1', 'localhost'].some((name) => host === `${name}:${this.#port}`);
    const file = this.#files.get(url.split('?')[0] ?? '');
    if (!isOwn) refuse(response, 403);
    else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405);
    else if (url === '/events') this.#follow(response);
    else if (file === undefined) refuse(response, 404);
    else response.writeHead(200, { ...headers, 'Content-Type': file.type }).end(method === 'HEAD' ? '' : file.body);
  }

  #follow(response: ServerResponse): void {
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' }).flushHeaders();
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${status}\n`);
}
