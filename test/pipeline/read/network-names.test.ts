import { describe } from 'node:test';
import { itReports, lines } from '../../support/problem-cases.ts';
import { projectMeta } from '../../support/service-tiny-sources.ts';

const header = 'key,name,icon,docs,chains,caip2,aliases';
const meta = { 'meta/categories.csv': projectMeta('categories'), 'meta/columns.csv': projectMeta('columns') };
const docs = 'https://docs.example/';

describe('names of networks', () => {
  itReports(
    'are reported if two networks share one',
    {
      ...meta,
      'meta/networks.csv': lines(
        header,
        `aria,Aria,,${docs},,eip155:7,"[""arie""]"`,
        `bora,Bora,,${docs},,eip155:8,"[""A-RIE""]"`,
      ),
    },
    [
      'error meta/networks.csv:3 aliases: "arie" stands for both networks "aria" and "bora"; remove the name from one of the networks [duplicate-key] also meta/networks.csv:2',
    ],
  );
  itReports(
    'are checked for their form',
    { ...meta, 'meta/networks.csv': lines(header, `aria,Aria,,${docs},,8453,`, `bora,Bora,,${docs},,,`) },
    ['error meta/networks.csv:2 caip2: "8453" is not a CAIP-2 identifier such as eip155:8453 [bad-definition]'],
  );
});
