/** Rows of MCP servers, and the configurations that they make. */
import { connectionOf } from '../../pipeline/connect/server.ts';
import { configure } from '../../service/connect/client-config.ts';

export const hosted = {
  slug: 'acme-mcp',
  hostingType: 'Hosted',
  transportType: 'http',
  authType: 'None',
};
export const own = {
  slug: 'acme-mcp',
  hostingType: 'Self-hosted',
  transportType: 'stdio',
  authType: 'API Key',
};

/** A variable as shells and clients expand it. */
export function variable(name: string): string {
  return `\${${name}}`;
}

/** Configurations by client. */
export function textsOf(row: Parameters<typeof connectionOf>[0]): Record<string, string> {
  const connection = connectionOf(row);
  return Object.fromEntries(
    connection.ways.flatMap((way) =>
      configure(way, connection).map(({ client, text }) => [client, text]),
    ),
  );
}
