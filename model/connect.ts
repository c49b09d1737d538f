/**
 * Ways to connect to what a row describes. A build computes them, so that the service reads results
 * and no cells of contributors.
 */
import * as z from 'zod';

export const rpcCategory = 'apis';
export const mcpCategory = 'mcpservers';

export const endpointSchema = z.strictObject({
  /** Credentials are placeholders such as `<API_KEY>`. */
  url: z.string(),
  transport: z.enum(['http', 'websocket']),
  /** The JSON-RPC methods that the endpoint answers; null if the row does not say. */
  protocol: z.enum(['evm', 'solana', 'filecoin']).nullable(),
  /** Names of the placeholders, without brackets. */
  placeholders: z.array(z.string()).readonly(),
});

const texts = z.record(z.string(), z.string()).readonly();

const waySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('hosted'),
    transport: z.enum(['http', 'sse']),
    url: z.string(),
    headers: texts,
  }),
  z.strictObject({
    kind: z.literal('self-hosted'),
    command: z.string(),
    args: z.array(z.string()).readonly(),
    /** Placeholders by variable. */
    env: texts,
    /**
     * Packages and images that the command downloads and runs. `registry` is a name for people:
     * `npm`.
     */
    packages: z
      .array(z.strictObject({ registry: z.string(), name: z.string() }).readonly())
      .readonly(),
  }),
]);

/** Stands as `<NAME>` in the texts of a way. */
const placeholderSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  isSecret: z.boolean(),
});

const serverSchema = z.strictObject({
  /** Name of the server in configurations. */
  name: z.string(),
  ways: z.array(waySchema.readonly()).readonly(),
  placeholders: z.array(placeholderSchema.readonly()).readonly(),
  /** Sentences: why the cells do not make a configuration. */
  missing: z.array(z.string()).readonly(),
  /** Sentences: what the user must find out or do. */
  notes: z.array(z.string()).readonly(),
});

/** Of a row: its RPC endpoints, each address once, or its MCP server. */
export const connectSchema = z.union([
  z.strictObject({ endpoints: z.array(endpointSchema.readonly()).readonly() }).readonly(),
  z.strictObject({ server: serverSchema.readonly() }).readonly(),
]);

export type StatedEndpoint = Readonly<z.infer<typeof endpointSchema>>;
export type RpcProtocol = NonNullable<StatedEndpoint['protocol']>;
export type Way = Readonly<z.infer<typeof waySchema>>;
export type SelfHostedWay = Extract<Way, { readonly kind: 'self-hosted' }>;
export type Placeholder = Readonly<z.infer<typeof placeholderSchema>>;
/** Ways to connect an MCP client to a server. */
export type Connection = Readonly<z.infer<typeof serverSchema>>;
export type Connect = z.infer<typeof connectSchema>;
