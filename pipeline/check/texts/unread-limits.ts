/** Limits of use in a form from which no quota can be read. */
import { quotaKind } from '../../../model/columns.ts';
import { type BuildTextRule, shorten } from './texts.ts';

export const limitWithoutNumber: BuildTextRule = ({ resolved }) => {
  const stated = [...resolved.numbers.values()].flatMap((byText) => [...byText.values()]);
  const unread = new Set(stated.flatMap((limits) => (limits !== null && 'unread' in limits ? limits.unread : [])));
  return {
    rule: 'limit-without-number',
    find: (text, column) => {
      if (quotaKind(column) !== 'limits' || !unread.has(text)) return null;
      return {
        message: `no quota could be read from "${shorten(text)}": comparisons and estimates do not know it`,
        suggestion:
          'write it as 25 reqs/s, 30M CUs/mo, 100K reqs/day or Unlimited reqs/mo, and each quota as an item of its own',
      };
    },
  };
};
