/**
 * Faults of damaged .xlsx files that their reader passes over without a word: of two rows of one
 * number the last one stays, and a cell whose shared text does not exist is blank.
 */
import { Parser } from 'htmlparser2';
import { readParts } from './zip.ts';

const advice = 'open the file in a spreadsheet program, look at the rows, and save it again';

/** Throws Error for the first fault. */
export function assertWhole(bytes: Buffer): void {
  const parts = readParts(bytes);
  let texts = 0;
  for (const { name, read } of parts)
    if (/(?:^|\/)sharedStrings\.xml$/i.test(name))
      visit(read(), (element) => (texts += element === 'si' ? 1 : 0));
  for (const { name, read } of parts)
    if (/(?:^|\/)worksheets\/[^/]*\.xml$/i.test(name)) assertWholeSheet(read(), texts);
}

function assertWholeSheet(xml: Buffer, texts: number): void {
  const sheet = new SheetReader(texts);
  visit(
    xml,
    (element, attributes) => sheet.open(element, attributes),
    (text) => sheet.read(text),
  );
}

class SheetReader {
  /** Number of shared texts. */
  readonly #texts: number;
  readonly #rows = new Set<string>();
  /** Of the row. */
  #cells = new Set<string>();
  #row = '0';
  #cell = '';
  /** Whether the next text is the place of a shared text. */
  #isPlace = false;
  #isShared = false;

  constructor(texts: number) {
    this.#texts = texts;
  }

  open(element: string, { r: place, t: type }: Readonly<Record<string, string>>): void {
    this.#isPlace = element === 'v' && this.#isShared;
    if (element === 'row') this.#openRow(place ?? String(Number(this.#row) + 1));
    if (element === 'c') this.#openCell(place ?? '', type);
  }

  read(text: string): void {
    if (!this.#isPlace) return;
    this.#isPlace = false;
    if (/^\d+$/.test(text.trim()) && Number(text) < this.#texts) return;
    const cell = this.#cell || `of row ${this.#row}`;
    throw new Error(`the text of the cell ${cell} is not in the file; ${advice}`);
  }

  #openRow(row: string): void {
    if (this.#rows.has(row)) throw new Error(`it has the row ${row} twice; ${advice}`);
    this.#rows.add(row);
    this.#row = row;
    this.#cells = new Set();
  }

  #openCell(cell: string, type: string | undefined): void {
    this.#isShared = type === 's';
    this.#cell = cell;
    if (cell === '') return;
    if (this.#cells.has(cell)) throw new Error(`it has the cell ${cell} twice; ${advice}`);
    if (cell.replace(/^[A-Z]+/, '') !== this.#row)
      throw new Error(`the cell ${cell} stands in the row ${this.#row}; ${advice}`);
    this.#cells.add(cell);
  }
}

/** Names of elements without their prefix. */
function visit(
  xml: Buffer,
  onOpen: (element: string, attributes: Readonly<Record<string, string>>) => void,
  onText: (text: string) => void = () => undefined,
): void {
  const onopentag = (name: string, attributes: Record<string, string>) =>
    onOpen(name.replace(/^.*:/, ''), attributes);
  const parser = new Parser({ onopentag, ontext: onText }, { xmlMode: true });
  parser.end(xml.toString('utf8'));
}
