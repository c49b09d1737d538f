import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { projectFolder } from '../support/paths.ts';

const maxAssetBytes = 50_000;

describe('style sheet and scripts', () => {
  it(`weigh at most ${maxAssetBytes} bytes together, compressed`, async () => {
    const folder = path.join(projectFolder, 'templates');
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(css|js)$/.test(name));
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name))));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text, quality).length, 0);
    assert.ok(bytes <= maxAssetBytes, `${bytes} bytes`);
  });
});
