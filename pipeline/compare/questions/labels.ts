/** Labels of links of edited lines, beside those that other links have. */
import { countBy } from '../../../common/group-by.ts';
import { nearestSpelling, typingErrors } from '../../../common/nearest-name.ts';
import { textsOf } from '../../check/rule.ts';
import { type Counts, type FaultInText, type Known, linksIn } from './known.ts';

export function labelsOf(texts: ReadonlySet<string>): ReadonlySet<string | null> {
  return new Set([...texts].flatMap(linksIn).map(({ label }) => label));
}

/** Least lines of a file with a label that nobody typed by mistake. */
const leastLabels = 3;

export function wantedLabels(file: string, key: string, { afterByFile }: Known): string[] {
  const labels = (afterByFile.get(file) ?? []).flatMap(({ values }) => [
    ...labelsOf(new Set(textsOf(values[key]))),
  ]);
  return [...countBy(labels, (label) => label ?? '')].flatMap(([label, count]) =>
    count >= leastLabels ? [label] : [],
  );
}

/** `meant`: labels that are no slips. */
export function findInLabels(
  text: string,
  labels: Counts,
  meant: ReadonlySet<string | null>,
): FaultInText | null {
  for (const { label } of linksIn(text)) {
    if (label === null || label.length < 3 || meant.has(label)) continue;
    const least = Math.max(10, 10 * (labels.get(label) ?? 0));
    const usual = [...labels].flatMap(([name, count]) =>
      count >= least && name !== label ? [name] : [],
    );
    const near = nearestSpelling(label, usual);
    // `Contracts` is another word than `Contact`.
    if (near !== null && typingErrors(near, label, 2) < 2)
      return [
        'new-value',
        `the label "${label}" is rare, and similar to "${near}"`,
        `did you mean "${near}"?`,
      ];
  }
  return null;
}
