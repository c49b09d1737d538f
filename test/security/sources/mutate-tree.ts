/** Random hostile changes to a small source tree, told by a seed. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSpecial, places, png, providerWithLogo, type Special, smallTree } from './trees.ts';

export type HostileTree = Map<string, Buffer | Special | null>;

/** Mulberry32: small, seeded and the same everywhere. */
export function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = [
  '',
  'null',
  '!none',
  '__proto__',
  'constructor',
  'toString',
  '!offer:',
  '!offer:acme-free',
  '!offer:constructor',
  '=1+1',
  ';=1',
  '\u202e',
  '\ud800',
  '\0',
  'a\u200bb',
  '"',
  '""',
  '"open',
  '[',
  '["a","a"," "]',
  '[[[[',
  '{"a":1}',
  '[a](javascript:x)',
  '[a](//b)',
  '<script>',
  '&amp;',
  'http://',
  '$1,000,000/mo',
  '1e999',
  '1/1/1/1',
  '-0',
  'NaN',
  'TRUE',
  'mainnet',
  'Mainnet',
  'Acme',
  'acme',
  '\r',
  '\n',
  '<<<<<<< HEAD',
  '٣',
  '😀',
  'ﷺ'.repeat(50),
];
const names = [
  '__proto__',
  'constructor',
  'a b',
  'a"b',
  "a'b",
  'ä',
  '.x',
  'CON',
  'a\nb',
  '-x',
  'x'.repeat(200),
  'aria',
  'new-net',
];
const links = ['/dev/zero', '/proc/self/environ', '..', '.', 'x', '../../..', 'apis.csv', '/etc/passwd', '../aria'];
const svgParts = [
  '<svg>',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '<!---->',
  '<!--',
  '<?xml?>',
  '<!DOCTYPE svg []>',
  '\n',
  '\ufeff',
];

export class TreeMutator {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = makeRandom(seed);
  }

  make(): HostileTree {
    const tree: HostileTree = new Map(Object.entries(smallTree).map(([file, text]) => [file, Buffer.from(text ?? '')]));
    const changes = [
      this.#cell,
      this.#cell,
      this.#cell,
      this.#bytes,
      this.#lines,
      this.#name,
      this.#special,
      this.#logo,
    ];
    const count = 1 + this.#below(6);
    for (let done = 0; done < count; done++) this.#pick(changes).call(this, tree);
    return tree;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    const picked = list[this.#below(list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  #text(): string {
    const text = this.#pick(texts);
    return this.#below(20) === 0 ? text.repeat(1 + this.#below(3000)) : text;
  }

  /** A file of text, and a way to replace it. */
  #edit(tree: HostileTree, change: (text: string) => string | Buffer): void {
    const files = [...tree].filter(([, content]) => Buffer.isBuffer(content));
    if (files.length === 0) return;
    const [file, content] = this.#pick(files);
    const changed = change(String(content));
    tree.set(file, Buffer.isBuffer(changed) ? changed : Buffer.from(changed));
  }

  #cell(tree: HostileTree): void {
    this.#edit(tree, (text) => {
      const cells = text.split(/([,\n])/);
      const index = 2 * this.#below((cells.length + 1) / 2);
      const value = this.#text();
      cells[index] = this.#below(3) === 0 ? value : `"${value.replaceAll('"', '""')}"`;
      return cells.join('');
    });
  }

  #bytes(tree: HostileTree): void {
    this.#edit(tree, (text) => {
      const bytes = Buffer.from(text);
      const at = this.#below(bytes.length + 1);
      const noise = Buffer.from(Array.from({ length: this.#below(4) }, () => this.#below(256)));
      const end = this.#below(3) === 0 ? bytes.length : at + this.#below(8);
      return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(end)]);
    });
  }

  #lines(tree: HostileTree): void {
    this.#edit(tree, (text) => {
      const lines = text.split('\n');
      const line = this.#pick(lines);
      const more = Array.from({ length: 1 + this.#below(4) }, () =>
        this.#below(2) === 0 ? line : `${line},${this.#text()}`,
      );
      lines.splice(this.#below(lines.length + 1), this.#below(2), ...more);
      return lines.join(this.#pick(['\n', '\r\n', '\n\n', '\r']));
    });
  }

  #name(tree: HostileTree): void {
    const [file, content] = this.#pick([...tree]);
    const parts = file.split('/');
    const at = this.#below(parts.length);
    parts[at] = at === parts.length - 1 ? `${this.#pick(names)}${this.#pick(['.csv', '.CSV', ''])}` : this.#pick(names);
    if (this.#below(2) === 0) tree.delete(file);
    tree.set(parts.join('/'), content);
  }

  #special(tree: HostileTree): void {
    const [file] = this.#pick([...tree]);
    const place = this.#below(3) === 0 ? path.posix.dirname(file) : file;
    const special: Special = this.#below(4) === 0 ? { kind: 'fifo' } : { link: this.#pick(links) };
    for (const name of tree.keys()) if (name === place || name.startsWith(`${place}/`)) tree.delete(name);
    tree.set(place, this.#below(8) === 0 ? null : special);
  }

  #logo(tree: HostileTree): void {
    const name = `${this.#pick(['mark', 'constructor', '..', 'a b'])}.${this.#pick(['svg', 'png', 'webp', 'jpg', 'gif'])}`;
    const svg = Array.from({ length: this.#below(40) }, () => this.#pick(svgParts)).join('');
    const bytes = this.#below(2) === 0 ? Buffer.from(svg) : png.subarray(0, this.#below(png.length + 1));
    tree.set(`${places.images}${name}`, bytes);
    const providers = tree.get(places.providers);
    if (!Buffer.isBuffer(providers)) return;
    tree.set(places.providers, Buffer.concat([providers, Buffer.from(providerWithLogo('mark', name))]));
  }
}

/** Parts of a tree that exclude each other are left out: a file cannot stand below a file. */
export async function writeHostileTree(folder: string, tree: HostileTree): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of tree) {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) continue;
    try {
      await mkdir(content === null ? file : path.dirname(file), { recursive: true });
      if (Buffer.isBuffer(content)) await writeFile(file, content, { flag: 'wx' });
      else if (content !== null) await makeSpecial(file, content);
    } catch {
      // Left out.
    }
  }
}
