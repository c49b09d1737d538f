/** What routes work with besides the request. */
import type { Templates } from '../templates.ts';
import type { Urls } from '../urls.ts';

export interface RouteContext {
  readonly urls: Urls;
  readonly templates: Templates;
  /** Files of templates/assets by name. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
}
