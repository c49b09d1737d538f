/**
 * What published documents must look like: the schema of VS Code, and the rules that MCP states for
 * cards and registry entries.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import * as z from 'zod';
import { projectFolder } from './paths.ts';

const file = path.join(projectFolder, 'test/fixtures/schemas/vscode-mcp.schema.json');

/** A `mcp.json` of VS Code. Fails with the paths of the values that do not conform. */
export function assertVsCodeConfig(value: unknown): void {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  validate(value);
  assert.deepEqual(validate.errors ?? [], [], JSON.stringify(value));
}

const schemas = 'https://static.modelcontextprotocol.io/schemas';
const remote = z.strictObject({
  type: z.enum(['streamable-http', 'sse']),
  url: z.url(),
  supportedProtocolVersions: z.array(z.string()).optional(),
});
const server = {
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url(),
};

/**
 * Server card of SEP-2127, schema family v1. Strict: the card states nothing that the proposal does
 * not name.
 */
export const serverCard = z.strictObject({
  $schema: z.literal(`${schemas}/v1/server-card.schema.json`),
  ...server,
  remotes: z.array(remote).min(1),
});

/** Entry of the MCP registry, `server.json` of 2025-12-11. */
export const registryEntry = z.strictObject({
  $schema: z.literal(`${schemas}/2025-12-11/server.schema.json`),
  ...server,
  remotes: z.array(remote.omit({ supportedProtocolVersions: true })).min(1),
});
