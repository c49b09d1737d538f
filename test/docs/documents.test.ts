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

describe('pages of docs/', () => {
  const index = 'docs/README.md';
  const isPage = (file: string) => file.startsWith('docs/') && !/^docs\/decisions\/\d/.test(file);

  it('say first who reads them', async () => {
    const pages = (await listDocuments()).filter(isPage);
    const openings = await Promise.all(pages.map(async (file) => [file, (await readDocument(file)).split('\n')[2]]));
    assert.equal(pages.length > 15, true);
    assert.deepEqual(
      openings.filter(([, opening]) => !/^For [a-z]/.test(opening ?? '')),
      [],
    );
  });

  it('are all linked by the index', async () => {
    const linked = readLinks(await readDocument(index)).map((link) => path.join('docs', link));
    const pages = (await listDocuments()).filter((file) => isPage(file) && file !== index);
    assert.deepEqual(
      pages.filter((file) => !linked.includes(file)),
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
