/** Lines about facts of offers: where they were read, when they hold, and what was wrong. */
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import { type Correction, correctionSchema } from '../../model/corrections.ts';
import { type Period, periodSchema } from '../../model/periods.ts';
import { type Quotation, quotationSchema } from '../../model/quotations.ts';
import { type DatedCell, type Definition, type Sources, sourcePaths } from '../sources.ts';
import {
  type DefinitionShape,
  type ReadSource,
  readDefinitions,
} from './definitions/parse-definitions.ts';
import { parseValue } from './parse-entries.ts';
import type { ReadContext } from './tables/parse-table.ts';

/** A page may have several facts of an offer, and a fact may stand on several pages. */
const quotationShape: DefinitionShape<Quotation> = {
  schema: quotationSchema,
  key: ['category', 'slug', 'column', 'address'],
};

const correctionShape: DefinitionShape<Correction> = {
  schema: correctionSchema,
  key: ['category', 'slug', 'column', 'was'],
};

const periodShape: DefinitionShape<Period> = {
  schema: periodSchema,
  key: ['category', 'slug', 'column', 'from', 'until'],
};

export type Facts = Pick<Sources, 'quotations' | 'corrections' | 'periods'>;

export function readFacts(
  read: ReadSource,
  columns: readonly ColumnDefinition[],
  context: ReadContext,
): Facts {
  return {
    quotations: readDefinitions(sourcePaths.quotations, read, quotationShape, context),
    corrections: readDefinitions(sourcePaths.corrections, read, correctionShape, context),
    periods: readPeriods(read, columns, context),
  };
}

/** A value that cannot be read is reported, and blank. A check reports unknown names. */
export function readPeriods(
  read: ReadSource,
  columns: readonly ColumnDefinition[],
  context: ReadContext,
): readonly Definition<DatedCell>[] {
  const file = sourcePaths.periods;
  return readDefinitions(file, read, periodShape, context).map(({ value, line }) => {
    const { category, column: key, value: text, ...rest } = value;
    const column = columnsOfCategory(columns, category).find((each) => each.key === key);
    const parsed = parseValue(column?.valueKind ?? 'string', text ?? '');
    if ('fault' in parsed)
      context.add({ ...parsed.fault, file, line, column: 'value', value: text ?? '' });
    const cell = 'fault' in parsed ? null : parsed.value;
    return { line, value: { ...rest, category, column: key, cell } };
  });
}
