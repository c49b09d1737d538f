/** What every page shows around its content. */
import type { Manifest } from '../../model/manifest.ts';
import type { Urls } from '../urls.ts';

export interface PageFrame {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly home: string;
  readonly stylesheet: string;
  readonly favicon: string;
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
  readonly manifest: Pick<Manifest, 'id' | 'generatedAt'> | null;
}

export function presentFrame({ title, description, network, path, urls, manifest }: FrameInput): PageFrame {
  return {
    title,
    description,
    canonical: urls.to(network, path),
    home: urls.href(network, null, '/'),
    stylesheet: urls.href(network, network, '/assets/style.css'),
    favicon: urls.href(network, network, '/assets/favicon.svg'),
    asOf: manifest?.generatedAt.slice(0, 10) ?? null,
    generatedAt: manifest?.generatedAt ?? null,
    snapshotId: manifest?.id ?? null,
  };
}
