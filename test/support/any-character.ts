/**
 * Any character of Unicode, as a `unit` of `fc.string`. The unit "binary" of fast-check takes
 * seconds to build its tables.
 */
import fc from 'fast-check';

const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;

export const anyCharacter = fc
  .nat({ max: 0x10ffff })
  .filter((point) => !isSurrogate(point))
  .map((point) => String.fromCodePoint(point));
