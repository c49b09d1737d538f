/** A match that begins exactly there. The pattern must be sticky; its place is set on each use, so that it can be shared. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
