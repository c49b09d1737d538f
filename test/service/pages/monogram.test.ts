import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { monogramOf, monogramSvg } from '../../../service/pages/shared/monogram.ts';

describe('monogramOf', () => {
  const cases: readonly (readonly [name: string, letters: string])[] = [
    ['Ethereum', 'ET'],
    ['BNB Smart Chain', 'BS'],
    ['1RPC', '1R'],
    ['éclair', 'ÉC'],
    ['x', 'X'],
    ['O’Neil & Sons', 'ON'],
  ];
  for (const [name, letters] of cases) {
    it(`takes ${letters} of ${name}`, () => {
      assert.equal(monogramOf(name).letters, letters);
    });
  }

  it('gives one name one colour, always', () => {
    assert.equal(monogramOf('Aria').hue, monogramOf('Aria').hue);
    const hues = new Set(Array.from({ length: 100 }, (_, index) => monogramOf(`Network ${index}`).hue));
    assert.ok(hues.size > 6, 'many names have many colours');
  });

  it('draws something harmless for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { letters, hue } = monogramOf(name);
        assert.ok(letters.length > 0 && hue >= 0 && hue < 12);
        assert.match(monogramSvg(name), /^<svg xmlns="[^"]*"[^<]*><rect [^<]*\/><text [^<]*>[^<>&]+<\/text><\/svg>$/);
      }),
    );
  });
});
