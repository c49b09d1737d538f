/** Names and texts as SQL spells them. Only for names that come from the sources' own headers, and for file paths. */

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
