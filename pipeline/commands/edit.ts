/** Commands that edit the sources. With DRY_RUN they show what they would write. */
import { groupBy } from '../../common/group-by.ts';
import { makeVisible } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';
import { type Problem, ProblemCollector } from '../problem.ts';
import { readSpreadsheet } from '../read/spreadsheet/read-spreadsheet.ts';
import { countChanges, listSome, plural } from '../report/counts.ts';
import { groupProblems } from '../report/group-problems.ts';
import { formatProblem } from '../report/problem-line.ts';
import { sourcePaths } from '../sources.ts';
import { addProvider as addProviderLine } from './edit/add-provider.ts';
import { Edits } from './edit/edits.ts';
import { parseValues } from './edit/given-values.ts';
import { Import } from './edit/import-rows.ts';
import { list as listOffers } from './edit/list.ts';
import { move as moveOffers } from './edit/move.ts';
import { remove as removeLines } from './edit/remove.ts';
import { rename as renameAll } from './edit/rename.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

export async function importFile(flags: Flags): Promise<number> {
  const { file, category } = flags;
  if (!file || !category)
    throw new PipelineError('usage', 'name FILE=rows.xlsx (or .ods, .csv, .tsv) and CATEGORY=apis');
  const problems = new ProblemCollector();
  const edits = await Edits.open(flags.sources, flags.project);
  const target = new Import(edits, category);
  const table = await readSpreadsheet(file, {
    add: problems.add,
    tell: printNote,
    isHeader: target.isHeader,
  });
  if (table === null || problems.hasErrors) return refuse(problems.sorted());
  for (const problem of problems.sorted()) print(formatProblem(problem));
  const faults = new ProblemCollector();
  const { added, changed, unchanged, notes, inFile } = target.addRows(
    table,
    splitNames(flags.ignore),
    faults.add,
  );
  for (const note of groupNotes(notes)) printNote(note);
  if (faults.sorted().length > 0) return refuse(faults.sorted());
  print(`offers: ${countChanges({ added, changed, unchanged })}`);
  const problemsOfEdit = (await edits.findProblems()).filter(({ rule }) => rule !== 'unused-offer');
  const placed = problemsOfEdit.map(inFile);
  if (placed.some(({ severity }) => severity === 'error')) return refuse(placed);
  for (const problem of groupProblems(placed)) print(formatProblem(problem));
  return finish(edits, flags);
}

/** Adds nothing that `check` would report, but for a provider without offers. */
export async function addProvider(flags: Flags): Promise<number> {
  const { provider, website, description, logo, values } = flags;
  const edits = await Edits.open(flags.sources, flags.project);
  await addProviderLine(edits, {
    name: provider ?? '',
    website: website ?? '',
    description: description ?? '',
    logo,
    values: parseValues(values),
  });
  const problems = (await edits.findProblems()).filter(({ rule }) => rule !== 'unused-provider');
  if (problems.length > 0) return refuse(problems);
  if (logo !== null)
    printNote(`write the origin and the licence of the logo into ${sourcePaths.images}NOTICE.md`);
  return finish(edits, flags);
}

function refuse(problems: readonly Problem[]): number {
  for (const problem of groupProblems(problems)) print(formatProblem(problem));
  print('nothing was written');
  return 1;
}

export function rename(flags: Flags): Promise<number> {
  const { what, from, to, category, texts } = flags;
  const renaming = { what: what ?? '', from: from ?? '', to: to ?? '', category, texts };
  return edit(flags, (edits) => {
    const places = renameAll(edits, renaming);
    const shown = listSome(places, 10);
    if (places.length === 0) return;
    printNote(
      texts
        ? `${plural(places.length, 'text')} said "${from}", too: ${shown}`
        : `${plural(places.length, 'text')} still ${places.length === 1 ? 'says' : 'say'} "${from}": ${shown}; TEXTS=1 changes them`,
    );
  });
}

/** A listing has no cell of its own that could be wrong, so that nothing is checked. */
export async function list(flags: Flags): Promise<number> {
  const { offer, networks, chains, category } = flags;
  const names = {
    offers: splitNames(offer),
    networks: splitNames(networks),
    chains: splitNames(chains),
  };
  const edits = await Edits.open(flags.sources, flags.project);
  listOffers(edits, { ...names, category });
  return finish(edits, flags);
}

export function move(flags: Flags): Promise<number> {
  const { offer, chains, ignore, category } = flags;
  const names = {
    offers: splitNames(offer),
    chains: splitNames(chains),
    ignored: splitNames(ignore),
    values: parseValues(flags.values),
  };
  return edit(flags, (edits) => moveOffers(edits, { ...names, category, to: flags.to ?? '' }));
}

export function remove(flags: Flags): Promise<number> {
  const { offer, provider, category } = flags;
  return edit(flags, (edits) =>
    removeLines(edits, { offers: splitNames(offer), provider, category }),
  );
}

async function edit(flags: Flags, change: (edits: Edits) => unknown): Promise<number> {
  const edits = await Edits.open(flags.sources, flags.project);
  change(edits);
  const errors = await edits.findErrors();
  if (errors.length === 0) return finish(edits, flags);
  const lacking = errors.filter(({ rule }) => rule === 'required-cell');
  const columns = [...new Set(lacking.flatMap(({ column }) => column ?? []))];
  if (columns.length > 0 && flags.to !== null)
    printNote(
      `${flags.to} needs cells: name them with VALUES="${columns.map((column) => `${column}=...`).join(',')}"`,
    );
  return refuse(errors);
}

async function finish(edits: Edits, { dryRun }: Flags): Promise<number> {
  const lines = await edits.finish(dryRun);
  const notice = dryRun ? 'nothing was written, because this is a dry run' : 'run make check';
  for (const line of [...lines, lines.length === 0 ? 'nothing changes' : notice]) printNote(line);
  return 0;
}

function splitNames(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Notes that differ only in names and rows are one, from the third on. */
function groupNotes(notes: readonly string[]): string[] {
  const groups = groupBy(notes, (note) => note.replace(/"[^"]*"|\d+|https?:\S+/g, ''));
  return [...groups.values()].flatMap(([first = '', ...others]) => {
    return others.length < 2
      ? [first, ...others]
      : [`${first} (and ${others.length} more like it)`];
  });
}

/** A note is one line, whatever the names and cells in it are. */
function printNote(note: string): void {
  print(makeVisible(note));
}
