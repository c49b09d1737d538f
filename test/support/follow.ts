/** A follower of a folder of the test, with an origin in the test's process. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Follower } from '../../pipeline/follow/follower.ts';
import { defaultTiming, Origin, type OriginOptions, type Timing } from '../../pipeline/follow/origin.ts';
import { OriginServer } from './origin-server.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

const timing: Timing = { ...defaultTiming, attempts: 3, backoff: { firstMs: 1, mostMs: 2 } };

/** An origin over a folder, a new one unless it is given, and an empty build folder inside a folder that has nothing else. */
export async function prepareOrigin(cleanUp: CleanUp, given?: string) {
  const parent = await makeTemporaryFolder(cleanUp);
  const folder = given ?? path.join(parent, 'origin');
  const build = path.join(parent, 'follower/build');
  for (const each of [folder, build]) await mkdir(each, { recursive: true });
  return { folder, build, parent, server: await OriginServer.start(folder, cleanUp) };
}

export function createFollower(
  server: Pick<OriginServer, 'address'>,
  build: string,
  options: Partial<OriginOptions> = {},
) {
  const told: string[] = [];
  const origin = new Origin(server.address, { signal: new AbortController().signal, timing, ...options });
  const follower = new Follower({ origin, build, lockWaitMs: 5000, tell: (message) => told.push(message) });
  return { follower, told };
}
