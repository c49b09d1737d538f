/** Addresses of lines of the source files, on the website of their repository. */
import { stripEnd } from '../../common/strip.ts';
import type { SourcePlace } from '../../model/rows.ts';

export interface SourceLinks {
  /** `references/offers/apis.csv, line 12` */
  readonly name: string;
  readonly view: string;
  /** Form that edits the file; the same as `view` if the website has none that is known. */
  readonly edit: string;
}

/**
 * GitLab, at any host: `/group/name/-/blob/main/sources`. GitHub, and what copies it:
 * `/owner/name/blob/main/sources`.
 */
function matchRepository(folder: URL): readonly [start: string, rest: string] | null {
  const parts = folder.pathname.split('/');
  const isBlob = (at: number) =>
    /^(?:blob|tree)$/.test(parts[at] ?? '') && (parts[at + 1] ?? '') !== '';
  const ofGitLab = parts.findLastIndex((part, at) => at > 1 && part === '-' && isBlob(at + 1)) + 1;
  const isGitHub = parts[1] !== '' && parts[2] !== '' && isBlob(3);
  const at = ofGitLab > 0 ? ofGitLab : isGitHub ? 3 : -1;
  return at === -1
    ? null
    : [`${parts.slice(0, at).join('/')}/`, `/${parts.slice(at + 1).join('/')}`];
}

/** Whether an address is that of a repository on GitHub or GitLab, but of no folder in it. */
export function lacksFolder(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    ['github.com', 'www.github.com', 'gitlab.com'].includes(url.hostname) &&
    matchRepository(url) === null
  );
}

/** `folder`: address of the source folder. Null for a path that is not below it. */
export function sourceLinks(folder: string, { file, line }: SourcePlace): SourceLinks | null {
  const segments = file.split('/');
  if (segments.some((segment) => /^\.{0,2}$/.test(segment))) return null;
  const path = segments.map(encodeURIComponent).join('/');
  const name = `${file}, line ${line}`;
  const address = (start: string) => new URL(`${start}/${path}#L${line}`, folder).href;
  const repository = matchRepository(new URL(folder));
  if (repository === null) {
    const view = address(stripEnd(new URL(folder).pathname, '/'));
    return { name, view, edit: view };
  }
  const [start, rest] = repository;
  return { name, view: address(`${start}blob${rest}`), edit: address(`${start}edit${rest}`) };
}
