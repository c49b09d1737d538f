/** Properties of all documents: links, make targets, the length of README. */
import assert from 'node:assert/strict';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { listDocuments, readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';

/** Links of the text outside code, images included. */
function readLinks(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** Anchors of headings, as GitHub makes them. */
function readAnchors(text: string): string[] {
  const headings = [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

async function isBroken(file: string, link: string): Promise<boolean> {
  if (/^(https?|mailto):/.test(link)) return false;
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? file : path.join(path.dirname(file), name);
  const isThere = await access(path.join(projectFolder, target)).then(
    () => true,
    () => false,
  );
  return !isThere || (anchor !== undefined && !readAnchors(await readDocument(target)).includes(anchor));
}

describe('documents', () => {
  it('link to files and headings that exist', async () => {
    const broken: string[] = [];
    for (const file of await listDocuments()) {
      for (const link of readLinks(await readDocument(file))) {
        if (await isBroken(file, link)) broken.push(`${file}: ${link}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('name only make targets that exist', async () => {
    const targets = [...(await readDocument('Makefile')).matchAll(/^([a-z-]+):/gm)].map(([, target = '']) => target);
    const named = new Set<string>();
    for (const file of await listDocuments()) {
      const commands = (await readDocument(file)).matchAll(/(?:`|^|\$ |&& )make ([a-z][a-z-]*)/gm);
      for (const [, target = ''] of commands) named.add(target);
    }
    assert.ok(named.size > 10);
    assert.deepEqual(
      [...named].filter((target) => !targets.includes(target)),
      [],
    );
  });
});

describe('README', () => {
  it('has at most 70 lines', async () => {
    assert.equal((await readDocument('README.md')).trimEnd().split('\n').length <= 70, true);
  });

  it('shows a picture of at most 200 kB, the way to run and to test, and an API call', async () => {
    const text = await readDocument('README.md');
    for (const part of [/^!\[.+\]\(docs\/images\/.+\)$/m, /^make serve$/m, /^make test$/m, /^curl /m]) {
      assert.match(text, part);
    }
    const [, picture = ''] = /\]\((docs\/images\/[^)]+)\)/.exec(text) ?? [];
    assert.ok((await stat(path.join(projectFolder, picture))).size <= 200_000);
  });
});
