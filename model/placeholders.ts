/**
 * Placeholders: texts that stand for a missing value. Rows keep them; everything else treats the
 * value as unknown.
 */
import type { Value } from './rows.ts';

/** Error values of spreadsheets, lowercase. */
const spreadsheetErrors: ReadonlySet<string> = new Set([
  ...'#ref! #n/a #value! #name? #div/0! #null! #num! #error! #getting_data #spill! #calc! #field! #busy! #blocked! #connect!'.split(
    ' ',
  ),
  // The same in German, Spanish, French, Italian, Portuguese, Dutch, Swedish, Danish, Polish,
  // Russian, Turkish, Czech and Finnish.
  ...'#wert! #bezug! #nv #zahl! #¡valor! #¡ref! #¿nombre? #¡num! #¡div/0! #¡nulo! #n/d #valeur! #nom? #nombre! #nombre? #nul!'.split(
    ' ',
  ),
  ...'#valore! #rif! #nome? #nullo! #valor! #núm! #nulo! #waarde! #verw! #naam? #getal! #leeg! #deel/0! #n/b'.split(
    ' ',
  ),
  ...'#värdefel! #referens! #namn? #ogiltigt! #saknas! #skärning! #division/0! #værdi! #reference! #navn? #i/t'.split(
    ' ',
  ),
  ...'#arg! #adr! #nazwa? #liczba! #zero! #n/d! #dziel/0! #знач! #ссылка! #имя? #число! #дел/0! #н/д #пусто!'.split(
    ' ',
  ),
  ...'#değer! #başv! #ad? #sayi! #sayi/0! #yok #boş! #hodnota! #odkaz! #název? #číslo! #arvo! #viittaus! #nimi?'.split(
    ' ',
  ),
  // A spreadsheet shows a number that does not fit into its cell like this.
  ...Array.from({ length: 39 }, (_, at) => '#'.repeat(at + 2)),
]);

/** Lowercase. `NA` is a region, and `None` is an answer. */
export const placeholders: readonly string[] = [
  ...'tbd tba tbc n/a n.a. n.a todo unknown undefined nan xxx - -- --- – — ? ?? ??? ... …'.split(
    ' ',
  ),
  ...[
    'to be determined',
    'to be announced',
    'to be confirmed',
    'not available',
    'not specified',
    'coming soon',
  ],
  ...spreadsheetErrors,
];
const known: ReadonlySet<string> = new Set(placeholders);

/** Columns that identify a row keep their texts. */
export const identifyingColumns: ReadonlySet<string> = new Set(['slug', 'provider', 'chain']);

export function isPlaceholder(text: string): boolean {
  return known.has(text.trim().toLowerCase());
}

export function isSpreadsheetError(text: string): boolean {
  return spreadsheetErrors.has(text.trim().toLowerCase());
}

/**
 * The cells with null instead of placeholders, and lists without them; the same object if there are
 * none.
 */
export function knownCells<C extends Value | number>(
  cells: Readonly<Record<string, C>>,
): Readonly<Record<string, C>> {
  let known: Record<string, C> | null = null;
  for (const key in cells) {
    const cell = cells[key] as C;
    const value = knownCell(key, cell);
    if (value !== cell) (known ??= { ...cells })[key] = value;
  }
  return known ?? cells;
}

/** Null for a placeholder, and a list without them. */
export function knownCell<C extends Value | number>(key: string, cell: C): C {
  return identifyingColumns.has(key) ? cell : knownValue(cell);
}

function knownValue<C extends Value | number>(cell: C): C {
  if (typeof cell === 'string') return isPlaceholder(cell) ? (null as C) : cell;
  if (!Array.isArray(cell) || !cell.some(isPlaceholder)) return cell;
  const items = cell.filter((item) => !isPlaceholder(item));
  return (items.length === 0 ? null : items) as C;
}
