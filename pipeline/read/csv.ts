/**
 * Lossless CSV reader (RFC 4180; lines end with LF or CRLF). It keeps the line, the quotes and the line end of every
 * record, so that `check` can name places and `fix` can write back what it does not change.
 * docs/decisions/0004-csv-reading.md says why it is not a library.
 */

import { limits } from '../limits.ts';

export interface CsvRecord {
  /** Line on which the record starts, counted from 1. */
  readonly line: number;
  /** At least one; a blank line has one empty cell. */
  readonly cells: readonly string[];
  /** Quoted cells by index; null if the record has none. */
  readonly quoted: ReadonlyMap<number, QuotedCell> | null;
  /** Empty if the file ends without a line end. */
  readonly lineEnd: '\r\n' | '\n' | '';
}

export interface QuotedCell {
  /** The cell as written, with its quotes. */
  readonly source: string;
  /** Whitespace between the closing quote and the next comma or line end; strict readers reject it. */
  readonly gap: string;
}

export interface CsvFault {
  readonly rule: 'unclosed-quote' | 'text-after-quote' | 'stray-quote' | 'row-size' | 'line-count';
  readonly line: number;
}

export type CsvResult =
  | { readonly records: readonly CsvRecord[] /** Line of the first gap. */; readonly gapLine: number | null }
  | { readonly fault: CsvFault };

export function readCsv(text: string): CsvResult {
  return new CsvReader(text).read();
}

/** The cell as written, without the gap after it. */
export function cellSource({ cells, quoted }: CsvRecord, index: number): string {
  return quoted?.get(index)?.source ?? cells[index] ?? '';
}

/** Encodes a cell, with quotes if it had quotes. */
export function writeCell(text: string, quoted: boolean): string {
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Bounds the memory of a file of commas or of newlines. A character has at least one byte. */
const maxRowChars = limits.rowBytes;
const maxRecords = limits.linesPerFile;

const cellEndPattern = /[,\n]/g;
const gapPattern = /(?:[\t\v\f ]|\r(?!\n))*/y;

class CsvReader {
  readonly #text: string;
  readonly #records: CsvRecord[] = [];
  #at = 0;
  #line = 1;
  /** Position of the next quote at or after `#at`, found once per quote, so that reading takes linear time. */
  #nextQuote: number;
  #gapLine: number | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#nextQuote = this.#findQuote(0);
  }

  read(): CsvResult {
    while (this.#at < this.#text.length) {
      if (this.#records.length >= maxRecords) return { fault: { rule: 'line-count', line: this.#line } };
      const newline = this.#text.indexOf('\n', this.#at);
      const end = newline === -1 ? this.#text.length : newline;
      const fault = this.#nextQuote < end ? this.#readQuotedRecord() : this.#readPlainRecord(end);
      if (fault !== null) return { fault };
    }
    return { records: this.#records, gapLine: this.#gapLine };
  }

  /** Most lines have no quote. Splitting them takes a tenth of the time that reading cell by cell takes. */
  #readPlainRecord(end: number): CsvFault | null {
    if (end - this.#at > maxRowChars) return { rule: 'row-size', line: this.#line };
    const lineEnd = this.#lineEndAt(end);
    const cells = this.#text.slice(this.#at, lineEnd === '\r\n' ? end - 1 : end).split(',');
    this.#records.push({ line: this.#line, cells, quoted: null, lineEnd });
    this.#at = end + 1;
    this.#line++;
    return null;
  }

  #readQuotedRecord(): CsvFault | null {
    const [start, line] = [this.#at, this.#line];
    const cells: string[] = [];
    const quoted = new Map<number, QuotedCell>();
    for (;;) {
      if (this.#at - start > maxRowChars) return { rule: 'row-size', line };
      const fault = this.#nextQuote === this.#at ? this.#readQuotedCell(cells, quoted) : this.#readPlainCell(cells);
      if (fault !== null) return fault;
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
    }
    const lineEnd = this.#text.startsWith('\r\n', this.#at) ? '\r\n' : this.#at < this.#text.length ? '\n' : '';
    this.#records.push({ line, cells, quoted, lineEnd });
    this.#at += lineEnd.length;
    this.#line++;
    return null;
  }

  #readPlainCell(cells: string[]): CsvFault | null {
    cellEndPattern.lastIndex = this.#at;
    const found = cellEndPattern.exec(this.#text);
    const at = found?.index ?? this.#text.length;
    const end = found?.[0] === '\n' && this.#lineEndAt(at) === '\r\n' ? at - 1 : at;
    if (this.#nextQuote < end) return { rule: 'stray-quote', line: this.#line };
    cells.push(this.#text.slice(this.#at, end));
    this.#at = end;
    return null;
  }

  #readQuotedCell(cells: string[], quoted: Map<number, QuotedCell>): CsvFault | null {
    const start = this.#at;
    let close = this.#text.indexOf('"', start + 1);
    while (close !== -1 && this.#text[close + 1] === '"') close = this.#text.indexOf('"', close + 2);
    if (close === -1) return { rule: 'unclosed-quote', line: this.#line };
    const source = this.#text.slice(start, close + 1);
    const openedLine = this.#line;
    this.#line += countNewlines(source);
    gapPattern.lastIndex = close + 1;
    const [gap = ''] = gapPattern.exec(this.#text) ?? [];
    this.#at = close + 1 + gap.length;
    if (!this.#isCellEnd()) {
      // A quote after a comma or newline opens a cell: the closing quote of this one is missing on an earlier line.
      const isOpening = this.#line > openedLine && /^[,\n]$/.test(this.#text[close - 1] ?? '');
      if (isOpening) return { rule: 'unclosed-quote', line: openedLine };
      return { rule: 'text-after-quote', line: this.#line };
    }
    if (gap !== '') this.#gapLine ??= this.#line;
    quoted.set(cells.length, { source, gap });
    cells.push(source.slice(1, -1).replaceAll('""', '"'));
    this.#nextQuote = this.#findQuote(this.#at);
    return null;
  }

  #isCellEnd(): boolean {
    const next = this.#text[this.#at];
    return next === undefined || next === ',' || next === '\n' || next === '\r';
  }

  /** Line end at a newline or at the end of the text. */
  #lineEndAt(newline: number): CsvRecord['lineEnd'] {
    if (newline >= this.#text.length) return '';
    return newline > this.#at && this.#text[newline - 1] === '\r' ? '\r\n' : '\n';
  }

  #findQuote(from: number): number {
    const at = this.#text.indexOf('"', from);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
