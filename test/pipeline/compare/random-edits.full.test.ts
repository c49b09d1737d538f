/** Random edits of sources: the old rows with the changes are the new rows. */
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changesOfTrees } from '../../support/apply-changes.ts';
import { runs } from '../../support/lane.ts';
import { smallTree, type Tree, without } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();

interface Edit {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly cell: number;
  readonly text: string;
}

function applyEdit(tree: Tree, { file, line, what, cell, text }: Edit): Tree {
  if (what === 'file' || tree[file] === undefined) return without(tree, file);
  const [header = '', ...lines] = String(tree[file]).trimEnd().split('\n');
  const at = line % Math.max(1, lines.length);
  const [edited = ''] = lines.splice(at, 1);
  const cells = edited.split(',');
  cells[what === 'slug' ? 0 : cell % cells.length] = text;
  if (what === 'move' || what === 'repeat') lines.push(edited);
  if (what !== 'move' && what !== 'remove') lines.splice(at, 0, cells.join(','));
  return { ...tree, [file]: `${[header, ...lines].join('\n')}\n` };
}

describe('changes of random edits', () => {
  const files = Object.keys(smallTree).filter((file) =>
    /^(?:listings|references\/offers)\/.*\.csv$/.test(file),
  );
  const texts = [
    '',
    'TRUE',
    '$9',
    '!none',
    '["a"]',
    'mainnet',
    'testnet',
    '!offer:acme-pro',
    'x-new',
    'acme-pro',
  ];
  const edit = fc.record({
    file: fc.constantFrom(...files),
    line: fc.nat(6),
    what: fc.constantFrom('remove', 'repeat', 'cell', 'cell', 'slug', 'move', 'file'),
    cell: fc.nat(12),
    text: fc.constantFrom(...texts),
  });
  const edits = fc.array(edit, { minLength: 1, maxLength: 5 });

  it('make the new rows from the old ones', async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, async (first, second) => {
        const before = first.reduce(applyEdit, smallTree);
        await changesOfTrees(cleanUp, before, second.reduce(applyEdit, before));
      }),
      { numRuns: runs(100, 20) },
    );
  });
});
