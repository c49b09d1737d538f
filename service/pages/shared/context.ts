/** What routes work with besides the request. */

import type { Assets } from '../../files/assets.ts';
import type { Urls } from '../../urls.ts';
import type { Templates } from './templates.ts';

export interface RouteContext {
  readonly urls: Urls;
  readonly templates: Templates;
  readonly assets: Assets;
}
