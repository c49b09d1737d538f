/** Hostile changes to the small source folder. */
import { places, smallTree, type Tree } from '../../support/source-tree.ts';

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
