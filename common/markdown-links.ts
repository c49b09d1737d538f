/** Markdown links, `[label](address)`, in texts. */

/** Replaces each link. One pass: a regular expression took quadratic time for `[[[`. */
export function replaceLinks(
  text: string,
  replace: (label: string, address: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (let open = text.indexOf('['); open !== -1; open = text.indexOf('[', at)) {
    const close = text.indexOf(']', open);
    if (close === -1) break;
    if (text[close + 1] !== '(') {
      replaced += text.slice(at, close + 1);
      at = close + 1;
      continue;
    }
    const end = text.indexOf(')', close);
    if (end === -1) break;
    replaced +=
      text.slice(at, open) + replace(text.slice(open + 1, close), text.slice(close + 2, end));
    at = end + 1;
  }
  return replaced + text.slice(at);
}

/** Replaces each link with its label. */
export function labelsOnly(text: string): string {
  return replaceLinks(text, (label) => label);
}
