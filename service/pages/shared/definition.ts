/**
 * Definition of a page: its handlers, and the facts from which routes, sitemaps, navigation, OpenAPI
 * documents and the tests in a browser follow.
 */
import type { Address, Omitted } from '../../api/address.ts';
import type { Described } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import type { findChangeTimes } from '../../query/change-times.ts';
import type { Shape } from '../../questions/parameter.ts';
import { fieldPrefix } from '../../questions/parse.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';

export interface PageFacts extends Address {
  /** Name of its screenshots and of its tests in a browser. */
  readonly name: string;
  readonly sitemap: Sitemap | Omitted;
  /** Label in the header, and whether the footer has the page as well. */
  readonly navigation: { readonly label: string; readonly isInFooter?: boolean } | Omitted;
  /** What people search for who want the page. */
  readonly asked?: readonly AskedPage[];
  /** What the OpenAPI document says besides the path and the media types. */
  readonly operation:
    | (Pick<Described, 'operationId' | 'summary' | 'inPath' | 'isPublished'> & {
        readonly parameters?: Shape;
      })
    | Omitted;
  /** Its path without placeholders, which the tests in a browser visit. */
  readonly example: string | Omitted;
}

export interface AskedPage {
  /** Phrases of a search, one of which is enough. */
  readonly phrases: readonly string[];
  /** Text of the link. */
  readonly label: string;
  /** Section of the page. */
  readonly fragment?: string;
}

/**
 * When the page changed last: with the data of its network or of the site, or with each build. A
 * path with placeholders lists its addresses.
 */
type Sitemap = 'data' | 'build' | ((place: SitemapPlace) => Listed | Promise<Listed>);

export type Listed = readonly {
  readonly path: string;
  /** Time of the last change; nothing for the time of the build. */
  readonly changedMs: number | null | undefined;
}[];

export interface SitemapPlace {
  readonly snapshot: Snapshot;
  /** Network key; null for the site. */
  readonly network: string | null;
  readonly urls: Urls;
  /** Last changes there. */
  readonly times: Awaited<ReturnType<typeof findChangeTimes>>;
}

export interface Page<Deps> extends PageFacts {
  readonly kind: 'page';
  /**
   * Query parameters that the page reads, as `Route` has them; `site` and `network` if they differ.
   */
  readonly parameters: readonly string[] | Readonly<Record<'site' | 'network', readonly string[]>>;
  readonly handler: (deps: Deps) => Handler;
  /** Its Markdown, at the path with `.md` and for clients that prefer it. */
  readonly markdown?: (deps: Deps) => Handler;
  /** Whether the handler chooses between more media types. */
  readonly byAccept?: boolean;
}

export function page<Deps>(definition: Omit<Page<Deps>, 'kind'>): Page<Deps> {
  return { kind: 'page', ...definition };
}

/** Names of parameters. A shape with `filters` has fields of a form as well. */
export function namesOf(shape: Shape): readonly string[] {
  return [...Object.keys(shape), ...('filters' in shape ? [fieldPrefix] : [])];
}
