import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Answer } from '../../../service/http/answer.ts';
import { AnswerCache, type Replay } from '../../../service/http/answer-cache.ts';
import type { Context } from '../../../service/http/state.ts';

function makeReplay(sizeBytes: number): Replay {
  const body = Buffer.alloc(sizeBytes);
  return { headers: [], unchanged: [], route: '/', described: '', etag: '""', lastModified: undefined, body };
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
    cache.of(first).replays.set('question', makeReplay(1));
    assert.ok(cache.of(first).replays.has('question'));
    assert.ok(!cache.of(second).replays.has('question'));
    assert.ok(!cache.of(null).replays.has('question'));
  });

  it('holds no more than its share of memory, however large and however many the bodies are', () => {
    const { replays } = new AnswerCache().of({});
    for (let index = 0; index < 300; index++) replays.set(`question ${index}`, makeReplay(1024 * 1024));
    let heldBytes = 0;
    for (const { body } of replays.values()) heldBytes += body.length;
    assert.ok(heldBytes <= 64 * 1024 * 1024, `${heldBytes} bytes`);
    assert.ok(replays.has('question 299'), 'the newest is kept');
  });

  it('counts long questions too', () => {
    const { replays } = new AnswerCache().of({});
    let heldBytes = 0;
    for (let index = 0; index < 6000; index++) replays.set(`${index} ${'x'.repeat(20_000)}`, makeReplay(1));
    for (const key of replays.keys()) heldBytes += key.length;
    assert.ok(heldBytes <= 64 * 1024 * 1024, `${heldBytes} bytes`);
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
