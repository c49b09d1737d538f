/**
 * Version of the product: of the package, the MCP server and the images of deployments; and the
 * version of its HTTP interface.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** package.json is above this folder and above `dist/`. */
const text = readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8');

export const { version, dependencies } = JSON.parse(text) as {
  readonly version: string;
  /** Exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
};

/**
 * Version that the OpenAPI documents state: that of the public interface, which grows and breaks
 * nothing.
 */
export const interfaceVersion = '1.0.0';
