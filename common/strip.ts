/**
 * Removes characters at the ends of texts. A regular expression that looks for the end of a run
 * takes quadratic time.
 */

/** `marks`: characters to remove at both ends. */
export function strip(text: string, marks: string): string {
  let start = 0;
  while (start < text.length && marks.includes(text.charAt(start))) start++;
  return stripEnd(text.slice(start), marks);
}

export function stripEnd(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
