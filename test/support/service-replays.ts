/** Responses as they are kept to be sent again, and who asks for them. */
import type { Asked, Replay } from '../../service/http/replays.ts';

export function makeReplay(sizeBytes = 1): Replay {
  const body = Buffer.alloc(sizeBytes);
  return { headers: [], unchanged: [], route: '/', described: '', etag: '""', lastModified: undefined, body };
}

export function asked(url: string, ways: Partial<Asked> = {}): Asked {
  return { url, host: 'localhost', encodings: 'br', ...ways };
}
