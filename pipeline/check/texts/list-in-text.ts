/** JSON lists in columns of texts, which pages show with their brackets and quotes. */
import { parseJson } from '../../../common/json.ts';
import { type BuildTextRule, shorten } from './texts.ts';

export const listInText: BuildTextRule = () => ({
  rule: 'list-in-text',
  find: (text, { valueKind }) => {
    if (valueKind !== 'string' || !text.startsWith('[')) return null;
    const list = parseJson(text);
    if (!Array.isArray(list) || list.length === 0) return null;
    const [item] = list;
    const suggestion =
      list.length === 1 && typeof item === 'string' ? `write ${shorten(item)}` : 'write a text without [" and "]';
    return { message: `${shorten(text)} is a list, but the column holds a text`, suggestion };
  },
});
