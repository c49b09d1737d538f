/** Published JSON schemas in test/fixtures/schemas; each names its source and licence in `$comment`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { projectFolder } from './paths.ts';

const files = {
  'server-card': 'server-card.schema.json',
  'registry-server': 'registry-server.schema.json',
  'vscode-mcp': 'vscode-mcp.schema.json',
} as const;

/** Fails with the paths of the values that do not conform. Addresses may have placeholders, as clients accept them. */
export function assertConforms(name: keyof typeof files, value: unknown): void {
  const schema = JSON.parse(readFileSync(path.join(projectFolder, 'test/fixtures/schemas', files[name]), 'utf8'));
  const ajv = new (schema.$schema.includes('2020-12') ? Ajv2020 : Ajv)({ allErrors: true, strict: false });
  for (const format of ['uri', 'uri-template']) ajv.addFormat(format, (text: string) => URL.canParse(text));
  const validate = ajv.compile(schema);
  validate(value);
  assert.deepEqual(validate.errors ?? [], [], `${name}: ${JSON.stringify(value)}`);
}
