/** Texts of a content that rank it in a search: its names, and what kind of offer it is. */
import { foldCell } from '../../common/fold.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from './catalog.ts';
import { Vocabulary, wordsOf } from './vocabulary.ts';

/** Words between spaces, with a space before the first and after the last, so that ` word ` finds a whole word. */
export interface SearchTexts {
  /** Provider, offer, plan and slug. */
  readonly name: string;
  /** Cells with one of a list of values, such as plan type, API type and chain. */
  readonly kind: string;
}

const nameKeys: ReadonlySet<string> = new Set(['provider', 'offer', 'planName', 'slug']);

function isName({ key }: ColumnDefinition): boolean {
  return nameKeys.has(key);
}

function isKind({ valueKind, filter }: ColumnDefinition): boolean {
  return valueKind === 'string' && (filter === 'select' || filter === 'searchableMultiSelect');
}

/** Takes the contents of a snapshot one by one. */
export class SearchTextsBuilder {
  readonly vocabulary = new Vocabulary();
  readonly #known = new Map<string, SearchTexts>();

  add(cells: Row, columns: readonly ColumnDefinition[]): SearchTexts {
    for (const text of Object.values(cells).flat()) if (typeof text === 'string') this.vocabulary.add(text);
    const textsOf = (wanted: (column: ColumnDefinition) => boolean) =>
      columns.filter(wanted).flatMap(({ key }) => (typeof cells[key] === 'string' ? [cells[key]] : []));
    const name = textsOf(isName).join(' ');
    const kind = textsOf((column) => isKind(column) && !isName(column)).join(' ');
    return this.#share(name, kind);
  }

  /** Contents of an offer often differ in cells that do not rank them. */
  #share(name: string, kind: string): SearchTexts {
    const key = `${name}\n${kind}`;
    const texts = this.#known.get(key) ?? { name: spaced(name), kind: spaced(kind) };
    this.#known.set(key, texts);
    return texts;
  }
}

function spaced(text: string): string {
  return ` ${wordsOf(foldCell(text)).join(' ')} `;
}
