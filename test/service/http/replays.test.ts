import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Replays } from '../../../service/http/replays.ts';
import { asked, makeReplay } from '../../support/service-replays.ts';

const maxBytes = 16 * 1024 * 1024;

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
});
