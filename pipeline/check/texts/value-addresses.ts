/** Addresses in columns whose values are a few words, such as plans and types. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type BuildTextRule, shorten } from './texts.ts';

const address = /[a-z0-9+.-]:\/\/|\bwww\.|[^\s@]@[\w-]+\.[a-z]{2,}/i;
const account = /\b0x[\da-f]{40}\b/i;

export const addressAsValue: BuildTextRule = () => ({
  rule: 'address-as-value',
  find: (text, column) => {
    if (!isPlanOrType(column) || !(address.test(text) || account.test(text))) return null;
    const message = `"${shorten(text)}" is an address, but the column holds a few words, such as a plan or a type`;
    return { message, suggestion: 'move it to the column of links, and write the plan or the type' };
  },
});

function isPlanOrType({ key, valueKind }: ColumnDefinition): boolean {
  return valueKind === 'string' && /^plan(?:Name|Type)$|(?:Type|Level|Language|Model)$|^technology$/.test(key);
}
