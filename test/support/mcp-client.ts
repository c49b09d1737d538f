/** The official MCP client, connected to a service under test. */
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { estimateTokens } from '../../service/text/tokens.ts';
import type { CleanUp } from './temporary-folder.ts';

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: {
    readonly total: number;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly next?: number;
    readonly quotations?: readonly { readonly source: string; readonly text: string }[];
    readonly notes?: readonly string[];
    readonly applied?: readonly string[];
  };
}

/** `era`: protocol 2026-07-28 or the handshake of 2025. */
export async function connect(
  url: string,
  cleanUp: CleanUp,
  era: 'modern' | 'legacy' = 'modern',
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  cleanUp.after(() => client.close());
  return client;
}

export async function call(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Called> {
  const result = await client.callTool({ name, arguments: given });
  const [content] = result.content as { type: string; text: string }[];
  assert.equal(content?.type, 'text');
  return {
    isError: result.isError === true,
    text: content.text,
    structured: result.structuredContent as Called['structured'],
  };
}

/** Rows of the structured content as objects. */
export function rowsOf({ structured: { columns, rows } }: Called): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
}

/** Counts too many tokens rather than too few. A tokenizer has 22 MB. */
export function createCounter(): (text: string) => number {
  return estimateTokens;
}

export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const accepted = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Sends a body to /mcp as it is. */
export function post(
  port: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  path = '/mcp',
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const target = {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { ...accepted, ...headers },
    };
    const sent = request(target, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
