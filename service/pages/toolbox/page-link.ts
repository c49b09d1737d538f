/** Links of a directory page to other views of itself. */
import { type View, viewParameters } from '../../query/view.ts';
import type { Urls } from '../../urls.ts';

export type PageLink = (view: View) => string;

export function pageLinks(urls: Urls, network: string, path: string): PageLink {
  return (view) => urls.href(network, network, path, viewParameters(view));
}
