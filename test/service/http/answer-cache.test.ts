import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerCache, type Replay } from '../../../service/http/answer-cache.ts';

function makeReplay(sizeBytes: number): Replay {
  return { headers: [], unchanged: [], route: '/', etag: '""', lastModified: undefined, body: Buffer.alloc(sizeBytes) };
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
});
