/** get_connection: the configuration of an MCP client for an MCP server. */
import { z } from 'zod';
import { limitNetworks } from '../../api/offers/offers.ts';
import { clientNames, configure } from '../../connect/client-config.ts';
import { findConnection } from '../../connect/find-connection.ts';
import type { Answer } from '../answer.ts';
import { type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  offer: z.string(),
  client: z.enum(clientNames).default('mcpServers'),
});

export const getConnectionTool = tool({
  name: 'get_connection',
  description: 'Client configuration of an MCP server, with placeholders for keys.',
  input,
  run: answer,
});

function answer({ offer, client: wanted }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const { provider, connection } = findConnection(snapshot, offer, limitNetworks([], snapshot, urls));
  const { ways, placeholders, missing, notes } = connection;
  const rows = ways.flatMap((way) =>
    configure(way, connection).flatMap(({ client, text }) => (client === wanted ? [[client, text]] : [])),
  );
  const names = placeholders.map(({ name, description }) => `${name} (${description})`);
  const toFill = names.length === 0 ? [] : [`Fill in: ${names.join(', ')}.`];
  return {
    title: `${provider}: ${offer}.${rows.length === 0 ? ' No configuration.' : ''}`,
    columns: ['client', 'configuration'],
    rows,
    total: rows.length,
    offset: 0,
    isCode: true,
    notes: [...missing, ...toFill, ...notes],
  };
}
