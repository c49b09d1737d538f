/** The page of the preview. Cells are rendered by the code and the templates of the directory's own pages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isPlaceholder } from '../model/placeholders.ts';
import type { Value } from '../model/rows.ts';
import type { Problem } from '../pipeline/problem.ts';
import { plural } from '../pipeline/report/counts.ts';
import type { Links } from '../service/pages/shared/markdown.ts';
import { presentCell } from '../service/pages/shared/offer-table/cell.ts';
import { presentFact } from '../service/pages/shared/offer-table/details.ts';
import { Templates } from '../service/pages/shared/templates.ts';
import type { Row } from '../service/snapshot/catalog.ts';
import type { EditedCell, EditedRow, Preview } from './edited-rows.ts';

/** Rows that the page shows. More are counted. */
const maxRows = 200;

/** Links into the application have no address here. */
const links: Links = { app: () => null };

export class PreviewPage {
  readonly #template: string;
  readonly #templates: Templates;

  private constructor(template: string, templates: Templates) {
    this.#template = template;
    this.#templates = templates;
  }

  static async read(project: string): Promise<PreviewPage> {
    const template = await readFile(path.join(project, 'preview/preview.mustache'), 'utf8');
    return new PreviewPage(template, await Templates.read(path.join(project, 'templates')));
  }

  /** `base`: what the sources are compared with. */
  render({ rows, others }: Preview, base: string): string {
    const count = rows.length === 0 ? 'No edited rows' : plural(rows.length, 'edited row');
    const left = Math.max(0, rows.length - maxRows);
    return this.#render({
      summary: `${count} since ${base}`,
      rows: rows.slice(0, maxRows).map(presentRow),
      left: left > 0 ? plural(left, 'more row') : null,
      others: others.map(presentProblem),
      hasOthers: others.length > 0,
      failure: null,
    });
  }

  renderFailure(failure: string): string {
    return this.#render({ summary: 'The sources cannot be read', rows: [], left: null, hasOthers: false, failure });
  }

  #render(view: object): string {
    return this.#templates.renderText(this.#template, view);
  }
}

function presentRow({ place, title, details, isNew, cells, problems }: EditedRow) {
  return {
    title,
    details,
    isNew,
    place: `${place.file}:${place.line}`,
    cells: cells.map((cell) => presentEditedCell(cell, isNew)),
    problems: problems.map(presentProblem),
  };
}

function presentEditedCell({ column, value, unread, isChanged, before, problems }: EditedCell, isNew: boolean) {
  const shown = rowValue(value);
  return {
    label: column.label,
    cell: { ...presentCell(column, [shown]), label: 'In the list' },
    unread,
    fact: presentFact(column, shown, links),
    isChanged: isChanged && !isNew,
    before: isChanged && !isNew ? textOf(before) : null,
    problems: problems.map(presentProblem),
  };
}

/** Rows of the service have flags as numbers, and no placeholders. */
function rowValue(value: Value): Row[string] {
  if (typeof value === 'string' && isPlaceholder(value)) return null;
  return typeof value === 'boolean' ? Number(value) : value;
}

function textOf(value: Value): string {
  if (value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

function presentProblem({ severity, rule, message, suggestion, file, line, column }: Problem) {
  const place = [line === null ? file : `${file}:${line}`, column ?? ''].join(' ').trim();
  return { severity, rule, message, suggestion: suggestion ?? null, place };
}
