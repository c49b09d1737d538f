/** A follower of a folder of the test, with an origin in the test's process. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { followOrigin } from '../../pipeline/commands/follow/follow.ts';
import { Origin } from '../../pipeline/commands/follow/origin.ts';
import { createRclone } from '../../pipeline/rclone.ts';
import { OriginServer } from './origin-server.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

/**
 * An origin over a folder, a new one unless it is given, and an empty build folder inside a folder
 * that has nothing else.
 */
export async function prepareOrigin(cleanUp: CleanUp, given?: string) {
  const parent = await makeTemporaryFolder(cleanUp);
  const folder = given ?? path.join(parent, 'origin');
  const build = path.join(parent, 'follower/build');
  for (const each of [folder, build]) await mkdir(each, { recursive: true });
  return { folder, build, parent, server: await OriginServer.start(folder, cleanUp) };
}

/** `address`: of a web server, a remote or a folder. */
export function createFollower(
  address: string,
  build: string,
  signal = new AbortController().signal,
) {
  const told: string[] = [];
  const origin = new Origin(address, createRclone({ signal, isBounded: true }));
  const input = { origin, build, lockWaitMs: 5000, tell: (message: string) => told.push(message) };
  return { follow: () => followOrigin(input), told };
}
