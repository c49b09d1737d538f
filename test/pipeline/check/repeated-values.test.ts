import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, offers } = paths;

describe('checkRepeatedValues', () => {
  itReports(
    'warns of cells that equal those of the offer, once for each line',
    {
      [offers]: lines('slug,provider,accessPrice,trial,tag', 'a,Acme,$5,TRUE,"[""x""]"'),
      [apis]: lines(
        'slug,offer,chain,accessPrice,trial,tag',
        'a,!offer:a,mainnet,$5,true,"[""x""]"',
        'b,!offer:a,testnet,$6,FALSE,"[""y""]"',
      ),
    },
    [
      `warning ${apis}:2 accessPrice: the cell repeats what the offer states, as do "trial", "tag"; clear it, so that an edit of the offer reaches this line [repeats-offer]`,
    ],
  );
});
