/** What routes work with besides the request. */
import type { Templates } from '../templates.ts';
import type { Urls } from '../urls.ts';
import type { Assets } from './assets.ts';

export interface RouteContext {
  readonly urls: Urls;
  readonly templates: Templates;
  readonly assets: Assets;
}
