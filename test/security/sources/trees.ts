/** A small source folder without problems, and hostile changes to it. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { readSmallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

export const places = {
  ariaApis: 'listings/specific-networks/aria/apis.csv',
  everywhereApis: 'listings/all-networks/apis.csv',
  apiOffers: 'references/offers/apis.csv',
  providers: 'references/providers/providers.csv',
  images: 'references/providers/images/',
  columns: 'meta/columns.csv',
  categories: 'meta/categories.csv',
  networks: 'meta/networks.csv',
} as const;

export const smallTree: Tree = await readSmallTree();

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Something that is no regular file: where it leads, or which kind of file it is. */
export type Special = { readonly link: string } | { readonly kind: 'fifo' | 'socket' };

export async function makeTree(cleanUp: CleanUp, changes: Tree = {}): Promise<string> {
  const folder = await makeTemporaryFolder(cleanUp);
  const sources = path.join(folder, 'sources');
  await writeTree(sources, { ...smallTree, ...changes });
  return sources;
}

export async function makeSpecial(file: string, special: Special): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  if ('link' in special) await symlink(special.link, file);
  else if (special.kind === 'fifo') execFileSync('mkfifo', [file]);
  else makeSocket(file);
}

/** A socket file stays if its process is killed before it can close it. */
function makeSocket(file: string): void {
  const script = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  try {
    execFileSync(process.execPath, ['-e', script], { stdio: 'ignore' });
  } catch {
    // Killed, as intended.
  }
}

/** A provider that names a logo, as a line of providers.csv. */
export function providerWithLogo(slug: string, logo: string): string {
  return `${slug},${slug},${logo},,,,,,,,,,,\n`;
}

export function withProviders(...lines: readonly string[]): Tree {
  return { [places.providers]: `${smallTree[places.providers]}${lines.join('')}` };
}

/** A cell as CSV spells it. */
export function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
