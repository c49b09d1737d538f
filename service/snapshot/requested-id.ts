/** The snapshot that a request asks for by its id. */
import { snapshotIdPattern } from '../../model/manifest.ts';
import { badParameter } from '../errors.ts';

/**
 * Parameter of every API route that names the snapshot to answer from. The snapshot is chosen
 * before the route runs.
 */
export const snapshotParameter = 'snapshot';

/** Id in an address, null without one. Throws 400. */
export function parseSnapshotId(parameters: URLSearchParams): string | null {
  const ids = parameters.getAll(snapshotParameter);
  const [id = ''] = ids;
  if (ids.length === 0) return null;
  if (ids.length === 1 && snapshotIdPattern.test(id)) return id;
  const message = 'snapshot must be one id of a snapshot, such as 20261120T093000000Z-1a2b3c4d';
  throw badParameter(snapshotParameter, message);
}
