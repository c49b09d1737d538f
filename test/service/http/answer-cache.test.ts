import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Answer } from '../../../service/http/answer.ts';
import { AnswerCache } from '../../../service/http/answer-cache.ts';
import type { Asked, Replay } from '../../../service/http/replays.ts';
import type { Context } from '../../../service/http/state.ts';

function makeReplay(sizeBytes: number): Replay {
  const body = Buffer.alloc(sizeBytes);
  return { headers: [], unchanged: [], route: '/', described: '', etag: '""', lastModified: undefined, body };
}

function asked(url: string, host = 'localhost', encodings: string | undefined = 'br'): Asked {
  return { url, host, encodings };
}

/** What a route leaves on the context, as far as an answer looks at it. */
function answered(type: string, body: string): Context {
  const response = { get: (name: string) => (name === 'Content-Type' ? type : '') };
  return { response, body, state: { snapshot: null, route: '/' } } as unknown as Context;
}

describe('AnswerCache', () => {
  it('keeps what belongs to one snapshot apart from what belongs to another', () => {
    const cache = new AnswerCache();
    const [first, second] = [{}, {}];
    cache.of(first).replays.set(asked('/'), makeReplay(1));
    assert.ok(cache.of(first).replays.get(asked('/')));
    assert.equal(cache.of(second).replays.get(asked('/')), undefined);
    assert.equal(cache.of(null).replays.get(asked('/')), undefined);
  });

  it('counts an answer as it is held: packed, once it was sent packed', async () => {
    const cache = new AnswerCache();
    const kept = cache.of({});
    const answer = new Answer(answered('text/plain', 'a'.repeat(100_000)));
    kept.answers.set('question', answer);
    assert.ok(kept.answers.calculatedSize > 100_000);
    const packed = await answer.in('br');
    cache.measure(kept, 'question');
    assert.ok(kept.answers.calculatedSize < 2000);
    assert.equal((await answer.in('identity')).body.toString(), 'a'.repeat(100_000));
    assert.deepEqual(gunzipSync((await answer.in('gzip')).body), brotliDecompressSync(packed.body));
    assert.equal((await answer.in('br')).body, packed.body);
  });
});
