/** Markdown links in cells: `[label](address)`. An address that a browser should not follow makes it plain text. */

export interface CellText {
  readonly text: string;
  /** Null where there is nothing to follow. */
  readonly href: string | null;
  /** Leads to another site. */
  readonly external: boolean;
}

const wholeLink = /^\[([^\]]+)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)$/;

export function parseCellText(text: string): CellText {
  const [, label, address] = wholeLink.exec(text.trim()) ?? [];
  if (label === undefined || address === undefined)
    return parseAddress(text.trim()) ?? { text, href: null, external: false };
  return { text: label, href: safeHref(address), external: !address.startsWith('/') };
}

/** A cell that is nothing but an address. */
function parseAddress(text: string): CellText | null {
  if (!/^https?:\/\/\S+$/.test(text) || safeHref(text) === null) return null;
  return { text: text.replace(/^https?:\/\//, '').replace(/\/$/, ''), href: text, external: true };
}

function safeHref(address: string): string | null {
  if (/^\/(?![/\\])/.test(address)) return address;
  if (!URL.canParse(address)) return null;
  return ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol) ? address : null;
}
