/** Texts that spreadsheet programs, browsers and word processors damage when a value is typed, pasted or saved. */
import { type Damage, findDamage, findTextDamage } from '../../damage.ts';
import { type BuildTextRule, type Finding, shorten } from './texts.ts';

export const spreadsheetDamage: BuildTextRule = () => ({
  rule: 'spreadsheet-damage',
  find: (text, column) => describe(text, findDamage(text, column)),
  ofProviders: {
    keys: ['name', 'description', 'website', 'docs'],
    find: (text) => describe(text, findTextDamage(text)),
  },
});

function describe(text: string, damage: Damage | null): Finding | null {
  return damage && { message: `"${shorten(text)}" ${damage.message}`, suggestion: damage.suggestion };
}
