/** A provider's `website` and `docs` are absolute URLs. */
import type { AddProblem } from '../../problem.ts';
import type { CheckContext } from '../context.ts';
import { checkProviderTexts, type Finding, shorten } from '../texts/texts.ts';

export function checkProviderLinks({ sources }: CheckContext, add: AddProblem): void {
  checkProviderTexts(sources, ['website', 'docs'], { rule: 'provider-link', find }, add);
}

function find(text: string): Finding | null {
  if (/^https?:\/\/[^/?#\s]\S*$/i.test(text) && URL.canParse(text)) return null;
  if (/^mailto:|^[^\s/@]+@[^\s/@]+$/i.test(text)) {
    const message = `"${shorten(text)}" is an e-mail address, not an address of a page`;
    return { message, suggestion: 'move it to the column "supportEmail", without "mailto:"' };
  }
  const host = text.replace(/^[a-z]*:?\/*/i, (start) => (/[:/]$/.test(start) ? '' : start));
  const suggestion = /^[\w-]+(?:\.[\w-]+)+(?:[/:?#]\S*)?$/.test(host)
    ? `write "https://${shorten(host)}"`
    : 'write the whole URL, beginning with https://';
  return { message: `"${shorten(text)}" is not an absolute URL`, suggestion };
}
