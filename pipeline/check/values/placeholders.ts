/** Texts that stand for a missing value, such as TBD and #REF!. */
import { isPlaceholder, isSpreadsheetError } from '../../../model/placeholders.ts';
import type { BuildTextRule } from '../texts/texts.ts';

export const placeholder: BuildTextRule = () => ({
  rule: 'placeholder',
  find: (text, column) => {
    if (!isPlaceholder(text)) return null;
    const what = isSpreadsheetError(text) ? 'an error value of a spreadsheet' : 'a placeholder';
    return {
      message: `"${text.slice(0, 20)}" is ${what}, not a value: pages show the value as unknown`,
      suggestion: column.nullable ? 'leave the cell blank, or write the value' : 'write the value',
    };
  },
});
