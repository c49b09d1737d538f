/**
 * Lossless CSV scanner (RFC 4180; lines end with LF or CRLF), for what csv-parse does not do: it
 * keeps the line, the quotes and the line end of every record, so that `fix` can write back what it
 * does not change, and names every quoting mistake of a file (docs/decisions/0004-csv-reading.md).
 */

import { limits } from '../../limits.ts';
import { countIn, countNewlines } from './csv-cells.ts';

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
  /**
   * Whitespace between the closing quote and the next comma or line end; strict readers reject it.
   */
  readonly gap: string;
}

/**
 * A quoting mistake. Its record is left out; reading goes on at the next line that looks like a
 * record.
 */
export interface CsvFault {
  readonly rule: 'unclosed-quote' | 'text-after-quote' | 'stray-quote';
  /** Line of the mistake; for an unclosed quote, the line on which the quote opens. */
  readonly line: number;
  /** Index of the cell in its record. */
  readonly cell: number;
  /**
   * The cell as written, up to the next comma after the mistake or the end of the line; at most 200
   * characters.
   */
  readonly source: string;
  /** The lines that are left out. */
  readonly skipped: string;
}

/** A limit of the source folder that the text exceeds; reading stops there. */
export interface CsvLimit {
  readonly rule: 'row-size' | 'line-count';
  readonly line: number;
}

export interface CsvResult {
  readonly records: readonly CsvRecord[];
  /** Line of the first gap after a closing quote. */
  readonly gapLine: number | null;
  readonly faults: readonly CsvFault[];
  readonly limit: CsvLimit | null;
}

export function readCsv(text: string): CsvResult {
  return new CsvReader(text).read();
}

/** Bounds the memory of a file of commas or of newlines. A character has at least one byte. */
const maxRowChars = limits.rowBytes;
const maxRecords = limits.linesPerFile;

const maxFaultChars = 200;

/** Up to a comma, a quote or the end of the line. */
const plainPattern = /[^",\r\n]*(?:\r(?!\n)[^",\r\n]*)*/y;
const cellEndPattern = /[^,\n]*/y;
const gapPattern = /(?:[\t\v\f ]|\r(?!\n))*/y;
/** First cell of a record, with the comma or line end after it. */
const firstCellPattern = /(?:[^",\r\n]*|"[^"\r\n]*")(?:,|\r?\n|$)/y;

/** Why a record ends early, and the position at which its lines end. */
interface Stop extends Pick<CsvFault, 'rule' | 'line' | 'cell' | 'source'> {
  readonly resumeAt: number;
}

class CsvReader {
  readonly #text: string;
  readonly #records: CsvRecord[] = [];
  readonly #faults: CsvFault[] = [];
  /** Commas of the first line. */
  readonly #commas: number;
  #at = 0;
  #line = 1;
  #gapLine: number | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#commas = countIn(text.slice(0, this.#lineEndAfter(0)), ',');
  }

  read(): CsvResult {
    let limit: CsvLimit | null = null;
    while (this.#at < this.#text.length && limit === null) {
      if (this.#records.length >= maxRecords) limit = { rule: 'line-count', line: this.#line };
      else limit = this.#readRecord();
    }
    return { records: this.#records, gapLine: this.#gapLine, faults: this.#faults, limit };
  }

  #readRecord(): CsvLimit | null {
    const [start, line] = [this.#at, this.#line];
    const cells: string[] = [];
    const quoted = new Map<number, QuotedCell>();
    for (;;) {
      if (this.#at - start > maxRowChars) return { rule: 'row-size', line };
      const stop =
        this.#text[this.#at] === '"'
          ? this.#readQuotedCell(cells, quoted)
          : this.#readPlainCell(cells);
      if (stop !== null) return this.#skip(start, line, stop);
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
    }
    const lineEnd = this.#lineEndHere();
    this.#records.push({ line, cells, quoted: quoted.size === 0 ? null : quoted, lineEnd });
    this.#at += lineEnd.length;
    this.#line++;
    return null;
  }

  #readPlainCell(cells: string[]): Stop | null {
    const from = this.#at;
    this.#at = this.#endOf(plainPattern, from);
    if (this.#text[this.#at] === '"')
      return this.#stop('stray-quote', { line: this.#line, from, to: this.#at, cells });
    cells.push(this.#text.slice(from, this.#at));
    return null;
  }

  #readQuotedCell(cells: string[], quoted: Map<number, QuotedCell>): Stop | null {
    const start = this.#at;
    const opened = { line: this.#line, from: start, to: start, cells };
    let close = this.#text.indexOf('"', start + 1);
    while (close !== -1 && this.#text[close + 1] === '"')
      close = this.#text.indexOf('"', close + 2);
    if (close === -1) return this.#stop('unclosed-quote', opened);
    const source = this.#text.slice(start, close + 1);
    const gap = this.#text.slice(close + 1, this.#endOf(gapPattern, close + 1));
    this.#at = close + 1 + gap.length;
    if (!this.#isCellEnd()) {
      if (this.#isLeftOpen(start, close)) return this.#stop('unclosed-quote', opened);
      const line = this.#line + countNewlines(source);
      return this.#stop('text-after-quote', { line, from: start, to: this.#at, cells });
    }
    this.#line += countNewlines(source);
    if (gap !== '') this.#gapLine ??= this.#line;
    quoted.set(cells.length, { source, gap });
    cells.push(source.slice(1, -1).replaceAll('""', '"'));
    return null;
  }

  /**
   * Whether the quote at `close` opens another cell, so that the closing quote of the cell at
   * `start` is missing: it follows a comma or a newline, or the line after `start` is a record of
   * its own.
   */
  #isLeftOpen(start: number, close: number): boolean {
    let run = close;
    while (run > start + 1 && this.#text[run - 1] === '"') run--;
    if (run > start + 1 && /[,\n]/.test(this.#text[run - 1] ?? '')) return true;
    const next = this.#lineEndAfter(start) + 1;
    return next <= close && this.#looksLikeRecord(next);
  }

  #stop(
    rule: CsvFault['rule'],
    { line, from, to, cells }: { line: number; from: number; to: number; cells: readonly string[] },
  ): Stop {
    const source = this.#text
      .slice(from, Math.min(this.#endOf(cellEndPattern, to), from + maxFaultChars))
      .trimEnd();
    return { rule, line, cell: cells.length, source, resumeAt: this.#lineEndAfter(to) + 1 };
  }

  /** Leaves out the record and the lines after it that do not look like records. */
  #skip(start: number, line: number, { resumeAt, ...fault }: Stop): null {
    let at = Math.min(resumeAt, this.#text.length);
    while (at < this.#text.length && !this.#looksLikeRecord(at)) at = this.#lineEndAfter(at) + 1;
    const skipped = this.#text.slice(start, at);
    this.#faults.push({ ...fault, skipped });
    this.#at = at;
    this.#line = line + countNewlines(skipped);
    return null;
  }

  /** Whether the line has a first cell and about as many commas as the header. */
  #looksLikeRecord(at: number): boolean {
    firstCellPattern.lastIndex = at;
    if (!firstCellPattern.test(this.#text)) return false;
    return (
      countIn(this.#text.slice(at, this.#lineEndAfter(at)), ',') >=
      Math.min(this.#commas, Math.max(1, this.#commas - 1))
    );
  }

  #isCellEnd(): boolean {
    const next = this.#text[this.#at];
    return next === undefined || next === ',' || next === '\n' || next === '\r';
  }

  #endOf(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.test(this.#text) ? pattern.lastIndex : from;
  }

  /** Line end at the end of a cell. */
  #lineEndHere(): CsvRecord['lineEnd'] {
    if (this.#text.startsWith('\r\n', this.#at)) return '\r\n';
    return this.#at < this.#text.length ? '\n' : '';
  }

  /** Position of the next newline, or the length of the text. */
  #lineEndAfter(from: number): number {
    const at = this.#text.indexOf('\n', from);
    return at === -1 ? this.#text.length : at;
  }
}
