import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Answer } from '../../../service/http/answer.ts';
import { AnswerCache } from '../../../service/http/answer-cache.ts';
import type { Context } from '../../../service/http/state.ts';
import { asked, makeReplay } from '../../support/service-replays.ts';

/** What responses may hold, beside as much of answers. */
const replayBytes = 16 * 1024 * 1024;

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

  it('holds no more than its share of memory, however large and however many the bodies are', () => {
    const { replays } = new AnswerCache().of({});
    const questions = Array.from({ length: 300 }, (_, index) => asked(`/${index % 100}`, { host: `host${index}` }));
    for (const question of questions) replays.set(question, makeReplay(1024 * 1024));
    let heldBytes = 0;
    for (const question of questions) heldBytes += replays.get(question)?.body.length ?? 0;
    assert.ok(heldBytes <= replayBytes, `${heldBytes} bytes`);
    assert.ok(replays.get(asked('/99', { host: 'host299' })), 'the newest is kept');
  });

  it('counts long addresses too', () => {
    const { replays } = new AnswerCache().of({});
    const questions = Array.from({ length: 6000 }, (_, index) => asked(`${index} ${'x'.repeat(20_000)}`));
    for (const question of questions) replays.set(question, makeReplay());
    let heldBytes = 0;
    for (const question of questions) if (replays.get(question)) heldBytes += question.url.length;
    assert.ok(heldBytes > 0 && heldBytes <= replayBytes, `${heldBytes} bytes`);
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
