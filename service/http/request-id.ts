/** Ids of requests: unique within the machine's logs, and cheap enough for every request. */
import { randomBytes } from 'node:crypto';

const processPart = randomBytes(6).toString('hex');
let count = 0;

export function nextRequestId(): string {
  count++;
  return `${processPart}-${count.toString(36)}`;
}
