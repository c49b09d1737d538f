/** Codes of standards: of languages and countries (ISO 639 and 3166), and of licences (SPDX). */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { shorten } from '../../check/rule.ts';
import { type Counts, enough, type FaultInText, sum } from './known.ts';

const isCode = (text: string) => /^[A-Z]{2}$/.test(text);

/** Columns of codes of languages or countries, as nearly all of their items are. */
export function findCode(
  text: string,
  { key }: ColumnDefinition,
  counts: Counts,
): FaultInText | null {
  const total = sum(counts.values());
  const codes = sum([...counts].map(([value, count]) => (isCode(value) ? count : 0)));
  if (total < enough || codes < total * 0.9) return null;
  const type = /countr/i.test(key) ? 'region' : /^languages?$/i.test(key) ? 'language' : null;
  if (isCode(text)) return type === null ? null : findUnknownCode(text, type);
  const code = type === null ? null : codeOf(text, type);
  const fix = `write ${code === null ? 'its code' : `"${code}"`}`;
  return [
    'value-form',
    `"${shorten(text)}" is not a code of two letters, as the other items are`,
    fix,
  ];
}

type CodeType = 'region' | 'language';

/** A code that ISO does not have, such as UK for GB. */
function findUnknownCode(text: string, type: CodeType): FaultInText | null {
  const canonical = Intl.getCanonicalLocales(type === 'region' ? `und-${text}` : text)[0] ?? '';
  const code = canonical.replace(/^und-/, '').toUpperCase();
  if (code === text && nameOf(text, type) !== null) return null;
  const message = `"${text}" is not the code of a ${type === 'region' ? 'country' : 'language'}`;
  return [
    'value-form',
    message,
    code === text ? 'write its code of two letters' : `write "${code}"`,
  ];
}

function nameOf(code: string, type: CodeType): string | null {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
  return names.of(type === 'region' ? code : code.toLowerCase()) ?? null;
}

function codeOf(name: string, type: CodeType): string | null {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return (
    codes.find((code) => nameOf(code, type)?.toLowerCase() === name.trim().toLowerCase()) ?? null
  );
}

/** Of SPDX (https://spdx.org/licenses/), those that code of directories has. */
const licences: ReadonlySet<string> = new Set([
  ...'MIT MIT-0 Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD ISC Zlib Unlicense CC0-1.0 CC-BY-4.0 CC-BY-SA-4.0'.split(
    ' ',
  ),
  ...'MPL-2.0 EPL-2.0 EUPL-1.2 BSL-1.0 BUSL-1.1 SSPL-1.0 Elastic-2.0 PolyForm-Noncommercial-1.0.0 Proprietary'.split(
    ' ',
  ),
  ...['GPL-2.0', 'GPL-3.0', 'LGPL-2.1', 'LGPL-3.0', 'AGPL-3.0'].flatMap((name) => [
    ...[name, `${name}-only`, `${name}-or-later`],
  ]),
]);

export function findLicence(text: string, { key }: ColumnDefinition): FaultInText | null {
  if (key !== 'license') return null;
  const names = text.split(/ (?:OR|AND|WITH|\/) |[()]/).filter((name) => name.trim() !== '');
  const other = names.find(
    (name) => !licences.has(name.trim()) && !/^LicenseRef-|-exception$/.test(name.trim()),
  );
  if (other === undefined) return null;
  const near = nearestSpelling(other, [...licences]);
  const fix =
    near === null
      ? 'write it as SPDX does, such as "Apache-2.0" or "GPL-3.0-only"'
      : `did you mean "${near}"?`;
  return ['value-form', `"${shorten(other)}" is not the identifier of a licence`, fix];
}
