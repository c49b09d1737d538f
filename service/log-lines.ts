/** Log lines for people at a terminal. Addresses come from clients. */
import { styleText } from 'node:util';
import { makeVisible, showLines } from '../common/visible.ts';

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [key: string]: unknown;
}

type Paint = (format: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string;

const plain: Paint = (_, text) => text;
/** The caller knows whether the terminal has colours. */
const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false });

/** Formats a JSON line of the log, with its newline: an address to open, a request, or a message with its facts. */
export function formatForTerminal(json: string, hasColours: boolean): string {
  const line = JSON.parse(json) as LogLine;
  const paint = hasColours ? coloured : plain;
  if (line.msg === 'listening') return `${formatListening(line, paint)}\n`;
  const time = paint('dim', new Date(line.time).toTimeString().slice(0, 8));
  const text = line.msg === 'request' ? formatRequest(line, paint) : formatMessage(line, paint);
  return `${time} ${text}\n`;
}

function formatListening({ site, snapshot }: LogLine, paint: Paint): string {
  const what = snapshot === null ? 'waiting for the first snapshot' : `snapshot ${snapshot}`;
  return `Open ${paint('bold', makeVisible(`${site}/`))} (${makeVisible(what)}; press Ctrl+C to stop)`;
}

function formatRequest({ method, status, code, tookMs, url }: LogLine, paint: Paint): string {
  const colour = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  const took = `${Math.round(Number(tookMs))} ms`.padStart(7);
  return `${makeVisible(String(method)).padEnd(4)} ${paint(colour, String(status))} ${took}  ${makeVisible(String(url))}${code === undefined ? '' : paint('dim', ` ${code}`)}`;
}

/** The lowest level of pino of each word. */
const levels = [
  [50, 'error', 'red'],
  [40, 'warning', 'yellow'],
  [0, '', 'dim'],
] as const;

function formatMessage({ level, time: _, msg = '', err, ...facts }: LogLine, paint: Paint): string {
  const [, word, colour] = levels.find(([lowest]) => level >= lowest) ?? levels[2];
  const told = Object.entries(facts).map(([key, value]) => `${key}=${makeVisible(JSON.stringify(value))}`);
  const error = err === undefined ? '' : `\n${showLines(err.stack ?? err.message ?? '')}`;
  const head = word === '' ? makeVisible(msg) : `${paint(colour, `${word}:`)} ${makeVisible(msg)}`;
  return `${[head, ...told.map((fact) => paint('dim', fact))].join('  ')}${error}`;
}
