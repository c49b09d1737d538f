/** Columns for what is looked for in texts: buttons, words of a list, a sequence, limits. */
import { readSmallTree } from './source-tree.ts';

const columns = [
  'actionButtons,Actions,,,,,left,actionButtons,array,string,true,"[""apis""]",,false',
  'planType,Plan type,,,searchableMultiSelect,string,,planType,string,,false,"[""apis""]",,false',
  'limitations,Limitations,,,searchableMultiSelect,arrayLength,,arrayPopover,array,string,true,"[""apis""]",,false',
  'args,Arguments,,,,arrayLength,,,array,string,true,"[""apis""]",,false',
];

const small = await readSmallTree('meta/');

const textMeta = {
  ...small,
  'meta/columns.csv': `${small['meta/columns.csv']}${columns.map((column) => `${column}\n`).join('')}`,
};

/** Listings of the network aria, one for each cell of the column: slugs aa, ab, ... from line 2 on. */
export function apisWith(column: string, cells: readonly string[]): Record<string, string> {
  const slug = (index: number) => `a${String.fromCharCode(97 + index)}`;
  // The plan type of a row may not be blank.
  const [head, first] = column === 'planType' ? ['', ''] : ['planType,', 'Free,'];
  const records = cells.map((cell, index) => `${slug(index)},Acme,mainnet,${first}"${cell.replaceAll('"', '""')}"\n`);
  return {
    ...textMeta,
    'listings/specific-networks/aria/apis.csv': `slug,provider,chain,${head}${column}\n${records.join('')}`,
  };
}
