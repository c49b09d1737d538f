import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Activity, ActivityReader } from '../../service/activity.ts';

describe('Activity', () => {
  it('is read as it was noted', () => {
    const activity = new Activity();
    const reader = new ActivityReader(activity.memory);
    assert.deepEqual(reader.read(), { arrived: null, opening: null, inProgress: [] });
    activity.note('arrived', 'a');
    activity.note('opening', 'hashes');
    const end = activity.begin('b');
    assert.deepEqual(reader.read(), { arrived: 'a', opening: 'hashes', inProgress: ['b'] });
    end();
    activity.note('opening', null);
    assert.deepEqual(reader.read(), { arrived: 'a', opening: null, inProgress: [] });
    const { beats } = reader;
    activity.beat();
    assert.equal(reader.beats, beats + 1);
  });

  it('cuts long texts, and keeps texts beside each other apart', () => {
    const activity = new Activity();
    const reader = new ActivityReader(activity.memory);
    const ends = ['x', 'y'].map((letter) => activity.begin(letter.repeat(20_000)));
    const lengths = reader.read().inProgress.map((text) => [text[0], new Set(text).size, text.length]);
    assert.deepEqual(lengths.toSorted(), [
      ['x', 1, 510],
      ['y', 1, 510],
    ]);
    for (const end of ends) end();
  });

  it('notes nothing more when all slots are in use, and goes on later', () => {
    const activity = new Activity();
    const reader = new ActivityReader(activity.memory);
    const ends = Array.from({ length: 100 }, (_, at) => activity.begin(`${at}`));
    assert.equal(reader.read().inProgress.length, 16);
    for (const end of ends) end();
    assert.deepEqual(reader.read().inProgress, []);
    activity.begin('again');
    assert.deepEqual(reader.read().inProgress, ['again']);
  });
});
