/** Rules for texts that other programs damage. */
import { damages } from '../../damage.ts';
import { shorten, type TextRule } from '../rule.ts';

export const damageRules: readonly TextRule[] = damages.map(({ columns, isOfProviders, pattern, message, fix }) => ({
  rule: 'spreadsheet-damage',
  columns,
  ...(isOfProviders ? { providers: ['name', 'description', 'website', 'docs'] } : {}),
  find: (text) => (pattern.test(text.trim()) ? [`"${shorten(text)}" ${message}`, fix] : null),
}));
