/** Answers of tools: lists of networks within the budget. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, writeAnswer } from '../../../service/mcp/answer.ts';

const networks = Array.from({ length: 155 }, (_, at) => `network-${at}`);
const answer: Answer = {
  title: 'Offers.',
  columns: ['slug', 'networks'],
  rows: Array.from({ length: 5 }, (_, at) => [`offer-${at}`, { networks }]),
  total: 5,
  offset: 0,
  allNetworks: 'find_network with `offer`',
  notes: [],
};

describe('a list of networks in an answer', () => {
  it('is whole if the budget allows it for all rows', () => {
    const { text, structured } = writeAnswer(answer, 20_000);
    for (const [, cell] of structured.rows) assert.deepEqual(cell, networks);
    assert.ok(text.includes(networks.join(', ')));
    assert.doesNotMatch(text, /All networks/);
  });

  it('ends in the number of the others, with the call that gives them', () => {
    const { text, structured } = writeAnswer(answer, 1500);
    assert.equal(structured.rows.length, 5);
    for (const [, cell] of structured.rows) {
      assert.ok(Array.isArray(cell));
      const [, count] = /^and (\d+) more$/.exec(String(cell.at(-1))) ?? [];
      assert.equal(cell.length - 1 + Number(count), networks.length);
    }
    assert.match(text, /and \d+ more\|/);
    assert.match(text, /All networks of one: find_network with `offer`\./);
  });

  it('leaves out rows before it names fewer than three', () => {
    const { structured } = writeAnswer(answer, 250);
    assert.ok(structured.rows.length < 5);
    for (const [, cell] of structured.rows) assert.equal((cell as string[]).length, 4);
  });
});
