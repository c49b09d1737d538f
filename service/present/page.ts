/** What every page shows around its content. */
import type { Manifest } from '../../model/manifest.ts';
import type { Parameters, Urls } from '../urls.ts';

export interface PageFrame {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  /** The same as JSON, null where there is none. */
  readonly alternate: string | null;
  readonly alternateType: string;
  readonly home: string;
  readonly stylesheet: string;
  readonly favicon: string;
  readonly links: Readonly<
    Record<'networks' | 'openapi' | 'llms' | 'llmsFull' | 'gateway' | 'about' | 'description', string>
  >;
  /** Day of the snapshot, null before the first one. */
  readonly asOf: string | null;
  readonly generatedAt: string | null;
  readonly snapshotId: string | null;
}

export interface FrameInput {
  readonly title: string;
  readonly description: string;
  readonly network: string | null;
  readonly path: string;
  readonly urls: Urls;
  /** Path and parameters of the same as JSON. */
  readonly json?: { readonly path: string; readonly parameters?: Parameters };
  readonly manifest: Pick<Manifest, 'id' | 'generatedAt'> | null;
}

export function presentFrame({ title, description, network, path, urls, json, manifest }: FrameInput): PageFrame {
  return {
    title,
    description,
    canonical: urls.to(network, path),
    alternate: json ? urls.to(network, json.path, json.parameters) : null,
    alternateType: 'application/json',
    home: urls.href(network, null, '/'),
    stylesheet: urls.href(network, network, '/assets/style.css'),
    favicon: urls.href(network, network, '/assets/favicon.svg'),
    links: {
      networks: urls.href(network, null, '/api/networks'),
      openapi: urls.href(network, null, '/openapi.json'),
      llms: urls.href(network, null, '/llms.txt'),
      llmsFull: urls.href(network, null, '/llms-full.txt'),
      gateway: urls.href(network, null, '/mcp-gateway'),
      about: urls.href(network, null, '/about'),
      description: urls.href(network, network, '/openapi.json'),
    },
    asOf: manifest?.generatedAt.slice(0, 10) ?? null,
    generatedAt: manifest?.generatedAt ?? null,
    snapshotId: manifest?.id ?? null,
  };
}

/** The machine-readable twins of a page, for those who never read its HTML (RFC 8288). */
export function presentLinkHeader(frame: PageFrame, network: string | null, urls: Urls): string {
  const description = `<${urls.to(network, '/openapi.json')}>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"`;
  const described = `<${urls.to(null, '/llms.txt')}>; rel="describedby"; type="text/plain"`;
  const alternate =
    frame.alternate === null ? [] : [`<${frame.alternate}>; rel="alternate"; type="${frame.alternateType}"`];
  return [...alternate, description, described].join(', ');
}
