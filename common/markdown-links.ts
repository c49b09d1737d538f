/** Replaces each Markdown link, `[label](address)`, with its label. One pass: a regular expression took quadratic time for `[[[`. */
export function labelsOnly(text: string): string {
  let labels = '';
  let at = 0;
  for (let open = text.indexOf('['); open !== -1; open = text.indexOf('[', at)) {
    const close = text.indexOf(']', open);
    if (close === -1) break;
    if (text[close + 1] !== '(') {
      labels += text.slice(at, close + 1);
      at = close + 1;
      continue;
    }
    const end = text.indexOf(')', close);
    if (end === -1) break;
    labels += text.slice(at, open) + text.slice(open + 1, close);
    at = end + 1;
  }
  return labels + text.slice(at);
}
