import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Asked, Replays } from '../../../service/http/replays.ts';

const maxBytes = 16 * 1024 * 1024;

function makeReplay(sizeBytes = 1) {
  const body = Buffer.alloc(sizeBytes);
  return { headers: [], unchanged: [], route: '/', described: '', etag: '""', lastModified: undefined, body };
}

function asked(url: string, ways: Partial<Asked> = {}): Asked {
  return { url, host: 'localhost', encodings: 'br', ...ways };
}

describe('Replays', () => {
  it('gives a response to those only who ask the same of the same host with the same encodings', () => {
    const replays = new Replays({ maxBytes });
    const questions = [
      asked('/'),
      asked('/?'),
      asked('/', { host: 'other' }),
      asked('/', { host: undefined }),
      asked('/', { encodings: 'gzip' }),
      asked('/', { encodings: undefined }),
      asked('/', { host: 'other', encodings: 'gzip' }),
    ];
    const kept = questions.map((question) => {
      assert.equal(replays.get(question), undefined);
      const replay = makeReplay();
      replays.set(question, replay);
      return replay;
    });
    for (const [at, question] of questions.entries()) assert.equal(replays.get({ ...question }), kept[at]);
    assert.equal(replays.get(asked('/', { host: 'third' })), undefined);
  });

  it('puts a newer response in the place of the older', () => {
    const replays = new Replays({ maxBytes });
    const [older, newer] = [makeReplay(1000), makeReplay(2000)];
    replays.set(asked('/'), older);
    const before = replays.heldBytes;
    replays.set(asked('/'), newer);
    assert.equal(replays.get(asked('/')), newer);
    assert.equal(replays.heldBytes, before + 1000);
  });

  it('keeps some ways to ask for one address, the newest', () => {
    const replays = new Replays({ maxBytes });
    for (let at = 0; at < 100; at++) replays.set(asked('/', { host: `host${at}` }), makeReplay());
    assert.ok(replays.get(asked('/', { host: 'host99' })));
    assert.ok(replays.get(asked('/', { host: 'host95' })));
    assert.equal(replays.get(asked('/', { host: 'host0' })), undefined);
    assert.ok(replays.heldBytes < 20_000);
  });

  it('holds no more than it may, however large and however many the bodies are', () => {
    const replays = new Replays({ maxBytes });
    const question = (index: number) => asked(`/${index % 100}`, { host: `host${index}` });
    for (let index = 0; index < 300; index++) replays.set(question(index), makeReplay(1024 * 1024));
    const held = Array.from({ length: 300 }, (_, index) => replays.get(question(index))?.body.length ?? 0);
    assert.ok(held.reduce((sum, length) => sum + length) <= maxBytes);
    assert.ok(held.at(-1), 'the newest is kept');
  });

  it('counts long addresses, too', () => {
    const replays = new Replays({ maxBytes });
    const question = (index: number) => asked(`${index} ${'x'.repeat(20_000)}`);
    for (let index = 0; index < 6000; index++) replays.set(question(index), makeReplay());
    const held = Array.from({ length: 6000 }, (_, index) => (replays.get(question(index)) ? 1 : 0) as number);
    const count = held.reduce((sum, one) => sum + one);
    assert.ok(count > 0 && count * 20_000 <= maxBytes, `${count} addresses`);
  });
});
