/** Paths of a source folder and what each file holds: the layout of sources/README.md, nothing else. */

import type { NameFinder } from '../../common/nearest-name.ts';
import type { AddProblem } from '../problem.ts';
import { sourcePaths } from '../sources.ts';

/** Kind of a table: offers, or listings of one or all networks. */
export type TablePlace =
  | { readonly kind: 'offers'; readonly category: string }
  | { readonly kind: 'all-networks'; readonly category: string }
  | { readonly kind: 'network'; readonly category: string; readonly network: string };

/** Folders are spelled exactly: networks are found by them. An extension in capitals gets a problem of its own. */
const patterns: readonly { readonly pattern: RegExp; readonly place: (groups: string[]) => TablePlace }[] = [
  {
    pattern: /^references\/offers\/([^/]+)\.[cC][sS][vV]$/,
    place: ([category = '']) => ({ kind: 'offers', category }),
  },
  {
    pattern: /^listings\/all-networks\/([^/]+)\.[cC][sS][vV]$/,
    place: ([category = '']) => ({ kind: 'all-networks', category }),
  },
  {
    pattern: /^listings\/specific-networks\/([^/]+)\/([^/]+)\.[cC][sS][vV]$/,
    place: ([network = '', category = '']) => ({ kind: 'network', category, network }),
  },
];

const known: readonly string[] = Object.values(sourcePaths).filter((path) => typeof path === 'string');

/** Whether the code knows the file by its path. */
export function isDefinition(path: string): boolean {
  return known.includes(path);
}

/** The file of offers that a misspelt or misplaced file seems to be; null if it is near none. */
export function meantOffers(path: string, categories: NameFinder): string | null {
  if (isDefinition(path) || path.startsWith('listings/')) return null;
  const name = path.slice(path.lastIndexOf('/') + 1, -'.csv'.length);
  const category = categories.find(name);
  return category === null ? null : sourcePaths.offers(category);
}

/** The table that a path holds; null for files that are no tables, and for those a problem was reported of. */
export function placeOf(path: string, categories: NameFinder, add: AddProblem): TablePlace | null {
  if (!/\.csv$/i.test(path) || isDefinition(path)) return null;
  const place = matchPlace(path);
  if (place === null) {
    add({
      rule: 'misplaced-file',
      file: path,
      line: null,
      column: null,
      message: 'the CSV file is outside the folders of the source layout',
      suggestion:
        'move it to references/offers/, listings/all-networks/ or listings/specific-networks/<network>/, or remove it',
    });
    return null;
  }
  if (!path.endsWith('.csv')) {
    add({
      rule: 'file-extension',
      file: path,
      line: null,
      column: null,
      message: 'the extension of a CSV file must be lowercase',
      suggestion: `rename the file to "${path.slice(path.lastIndexOf('/') + 1, -4)}.csv"`,
    });
    return null;
  }
  return knownCategory(path, place, categories, add) ? place : null;
}

function matchPlace(path: string): TablePlace | null {
  for (const { pattern, place } of patterns) {
    const match = pattern.exec(path);
    if (match) return place(match.slice(1));
  }
  return null;
}

function knownCategory(path: string, place: TablePlace, categories: NameFinder, add: AddProblem): boolean {
  if (categories.has(place.category)) return true;
  const near = categories.find(place.category);
  add({
    rule: 'unknown-category',
    file: path,
    line: null,
    column: null,
    value: place.category,
    message: `no category "${place.category}" in ${sourcePaths.categories}`,
    suggestion: near
      ? `did you mean "${near}.csv"?`
      : `add the category to ${sourcePaths.categories}, or rename the file`,
  });
  return false;
}
