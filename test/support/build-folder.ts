/** Builds snapshots inside the test's process, of the small sources unless others are given. */
import { type BuildOutcome, buildSnapshot } from '../../pipeline/build.ts';
import { projectFolder, smallSources } from './paths.ts';

export interface Build {
  readonly build: string;
  readonly sources?: string;
  /** Seconds after a fixed beginning; builds of later seconds have later ids. */
  readonly second?: number;
  readonly force?: boolean;
  readonly warn?: (message: string) => void;
}

const beginningMs = Date.UTC(2026, 0, 1);

export async function buildInto({
  build,
  sources,
  second,
  force,
  warn,
}: Build): Promise<BuildOutcome> {
  const options = {
    build,
    sources: sources ?? smallSources,
    now: new Date(beginningMs + (second ?? 0) * 1000),
    force: force ?? false,
    project: projectFolder,
    lockWaitMs: 5000,
    warn: warn ?? (() => undefined),
  };
  return buildSnapshot(options);
}

/** The id of the snapshot that it published; fails where it did not publish. */
export async function publishInto(options: Build): Promise<string> {
  const { kind, manifest } = await buildInto(options);
  if (kind !== 'published' || manifest === null) throw new Error(`nothing was published: ${kind}`);
  return manifest.id;
}
