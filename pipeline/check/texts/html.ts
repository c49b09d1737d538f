/** HTML in a text, which pages show as text. */
import { type BuildTextRule, type Finding, shorten } from './texts.ts';

/** Matches known elements only: `<API_KEY>` and `<slug>` are placeholders, and `a < b` is a comparison. */
const element =
  /<(?:\/?(?:a|abbr|b|blockquote|br|button|center|code|div|em|font|form|h[1-6]|hr|i|iframe|img|input|li|mark|ol|p|pre|s|script|small|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*|\/)?>|!--)/i;
const entity = /&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip|rarr|euro|copy|reg|trade|#\d+|#x[\da-f]+);/i;

export const htmlInText: BuildTextRule = () => ({
  rule: 'html-in-text',
  find,
  ofProviders: { keys: ['name', 'description'], find },
});

function find(text: string): Finding | null {
  const found = (text.includes('<') && element.exec(text)) || (text.includes('&') && entity.exec(text));
  if (!found) return null;
  const [written] = found;
  return {
    message: `"${shorten(written)}" is HTML, which pages show as text`,
    suggestion: written.startsWith('&')
      ? 'write the character itself'
      : 'write plain text, or Markdown: **bold**, [label](address)',
  };
}
