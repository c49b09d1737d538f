import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { groupBy } from '../../../common/group-by.ts';
import { contrast, monogramOf, monogramSvg, networkMonograms } from '../../../service/text/monogram.ts';

const minContrast = 4.5;
const contrastOf = ({ color, ink }: { readonly color: string; readonly ink: string }) =>
  contrast(color, ink === '#fff' ? '#ffffff' : '#000000');

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
    assert.equal(monogramOf('Aria').color, monogramOf('Aria').color);
    const colors = new Set(Array.from({ length: 100 }, (_, index) => monogramOf(`Network ${index}`).color));
    assert.ok(colors.size > 6, 'many names have many colours');
  });

  it('takes letters that can be read on any colour', () => {
    assert.equal(contrast('#ffffff', '#000000'), 21);
    assert.ok(Math.abs(contrast('#ffffff', '#767676') - 4.54) < 0.01);
    const onColor = (color: string) => [...networkMonograms([{ network: 'x', name: 'X', color }]).values()];
    const inks = onColor('#f7931a').map(({ ink }) => ink);
    assert.deepEqual(inks, ['#000']);
    const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(colors, (color) => onColor(color).every((monogram) => contrastOf(monogram) >= minContrast)));
    fc.assert(fc.property(fc.string(), (name) => contrastOf(monogramOf(name)) >= minContrast));
  });

  it('draws something harmless for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const monogram = monogramOf(name);
        assert.ok(monogram.letters.length > 0);
        const drawing = /^<svg xmlns="[^"]*"[^<]*><rect [^<]*\/><text [^<]*>[^<>&]+<\/text><\/svg>$/;
        assert.match(monogramSvg(monogram), drawing);
      }),
    );
  });
});

describe('networkMonograms', () => {
  const lettersOf = (...networks: readonly (readonly [name: string, color?: string])[]) => {
    const entries = networks.map(([name, color = null]) => ({ network: name.toLowerCase(), name, color }));
    return Object.fromEntries([...networkMonograms(entries)].map(([key, { letters }]) => [key, letters]));
  };

  it('tells networks apart whose names begin alike', () => {
    assert.deepEqual(lettersOf(['Solana'], ['Sonic']), { solana: 'SO', sonic: 'SN' });
    assert.deepEqual(lettersOf(['Sonic'], ['Solana']), { solana: 'SO', sonic: 'SN' });
  });

  it('leaves the first letters to networks with a colour of their own', () => {
    assert.deepEqual(lettersOf(['Opbnb'], ['Optimism', '#ec041e']), { optimism: 'OP', opbnb: 'OB' });
  });

  it('leaves its first letters to a network that nobody shares them with', () => {
    assert.deepEqual(lettersOf(['Abc'], ['Abd'], ['Ad']), { abc: 'AB', ad: 'AD', abd: 'AB' });
  });

  it('gives two networks different letters or different colours, as long as there are colours', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-c]{1,4}$/), { maxLength: 30 });
    fc.assert(
      fc.property(names, (keys) => {
        const made = [...networkMonograms(keys.map((key) => ({ network: key, name: key, color: null }))).values()];
        assert.equal(made.length, keys.length);
        const byLetters = groupBy(made, ({ letters }) => letters);
        for (const group of byLetters.values())
          assert.equal(new Set(group.map(({ color }) => color)).size, Math.min(12, group.length));
      }),
    );
  });
});
