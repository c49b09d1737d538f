import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, offers, wallets } = paths;
const notAList =
  'is not a JSON list of texts; write it as ["first","second"]; in a text editor the cell is quoted: "[""first"",""second""]" [not-a-list]';

describe('headers that meta/columns.csv does not give the category', () => {
  itReports('names the nearest column of the category', { [apis]: lines('slug,provider,chain,trials') }, [
    `error ${apis}:1 trials: no column "trials" in meta/columns.csv; did you mean "trial"? [unknown-column]`,
  ]);
  itReports('minds white space and case, and names the right spelling', { [apis]: lines('Slug,provider ,chain') }, [
    `error ${apis}:1 Slug: no column "Slug" in meta/columns.csv; did you mean "slug"? [unknown-column]`,
    `error ${apis}:1 provider : no column "provider " in meta/columns.csv; did you mean "provider"? [unknown-column]`,
  ]);
  itReports('says how to add a column that is near no other', { [apis]: lines('slug,provider,chain,gasModel') }, [
    `error ${apis}:1 gasModel: no column "gasModel" in meta/columns.csv; remove the column, or describe it in meta/columns.csv [unknown-column]`,
  ]);
  itReports('knows a column of another category', { [apis]: lines('slug,provider,chain,custodial') }, [
    `error ${apis}:1 custodial: meta/columns.csv does not give the column "custodial" to the category "apis"; remove the column, or add "apis" to its categories in meta/columns.csv [unknown-column]`,
  ]);
  itReports('treats a core column that the category does not use in the same way', { [wallets]: lines('slug,chain') }, [
    `error ${wallets}:1 chain: meta/columns.csv does not give the column "chain" to the category "wallets"; remove the column, or add "wallets" to its categories in meta/columns.csv [unknown-column]`,
  ]);
});

describe('cells that are not of their column kind', () => {
  itReports(
    'reports what is no boolean, also in offers',
    {
      [offers]: lines('slug,provider,trial', 'free,Acme,yes'),
      [apis]: lines('slug,provider,offer,chain,trial', 'a,,!offer:free,mainnet,1', 'b,Acme,,mainnet,[]'),
    },
    [
      `error ${apis}:2 trial: "1" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${apis}:3 trial: "[]" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${offers}:2 trial: "yes" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
  itReports(
    'reports what is no JSON list of texts',
    {
      [apis]: lines(
        'slug,provider,chain,tag',
        'a,Acme,mainnet,archive',
        'b,Acme,mainnet,"archive, trace"',
        'c,Acme,mainnet,"[""a"",1]"',
        'd,Acme,mainnet,"{""a"":1}"',
        `e,Acme,mainnet,"['a']"`,
        'f,Acme,mainnet,"[""a"",null]"',
        `g,Acme,mainnet,${'x'.repeat(70)}`,
      ),
    },
    [
      `error ${apis}:2 tag: "archive" ${notAList}`,
      `error ${apis}:3 tag: "archive, trace" ${notAList}`,
      `error ${apis}:4 tag: "["a",1]" ${notAList}`,
      `error ${apis}:5 tag: "{"a":1}" ${notAList}`,
      `error ${apis}:6 tag: "['a']" ${notAList}`,
      `error ${apis}:7 tag: "["a",null]" ${notAList}`,
      `error ${apis}:8 tag: "${'x'.repeat(57)}..." ${notAList}`,
    ],
  );
  itReports(
    'reports a cell that stands on many lines on each of them',
    { [apis]: lines('slug,provider,chain,trial', 'a,Acme,mainnet,no', 'a,Acme,mainnet,no') },
    [
      `error ${apis}:2 trial: "no" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${apis}:3 slug: the slug "a" is already on the network "aria", on line 2; rename or remove one of the two [duplicate-slug]`,
      `error ${apis}:3 trial: "no" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
});
