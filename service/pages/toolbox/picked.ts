/** Tray of the offers picked for comparison, with names and logos, on every page of a listing. */
import { findRows } from '../../answers/compare.ts';
import { distinguishTitles, labelOf } from '../../notations/offer-title.ts';
import { conditionsOf } from '../../questions/compare.ts';
import { maxPicked } from '../../questions/parameters.ts';
import { hiddenFields } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import { distinguishingTexts } from './columns/listing.ts';
import { slugOfRow, type Toolbox } from './read.ts';

export function presentPicked(toolbox: Toolbox) {
  const { question, href, link } = toolbox;
  const { groups } = toolbox.page;
  const { picked } = question;
  const kept = conditionsOf(question);
  const offers = readPicked(toolbox);
  const logoOf = logosOf(toolbox);
  const ids = picked.length === 0 ? [] : groups.flatMap(({ rows }) => rows);
  const shown = new Set(ids.map(slugOfRow(toolbox)));
  return {
    action: link('/compare'),
    link: link('/compare', { ...kept, offer: picked }),
    kept: hiddenFields(kept),
    most: maxPicked,
    count: picked.length === 0 ? null : picked.length,
    isFull: picked.length >= maxPicked,
    picked: picked.map((slug) => {
      const { provider: name, label: title } = offers.get(slug) ?? { provider: slug, label: '' };
      const rest = picked.filter((other) => other !== slug);
      // Offers of this page have checkboxes.
      const elsewhere = !shown.has(slug);
      return {
        slug,
        name,
        title,
        ...logoOf(name),
        elsewhere,
        href: href({ ...question, picked: rest }),
      };
    }),
    offered: groups.length > 0 || picked.length > 0,
  };
}

/** Provider and title of the picked offers by slug, as far as the listing has them. */
function readPicked(toolbox: Toolbox) {
  const { snapshot, category, question } = toolbox;
  const distinguish = distinguishingTexts(toolbox);
  const wanted = { category: category.key, slugs: question.picked };
  const found = findRows(snapshot, toolbox, wanted).map(
    ({ slug, rows: [id = 0] }) => [slug, id] as const,
  );
  const rows = found.map(([, id]) => snapshot.row(id));
  // Listings of one offer are different things to compare.
  const among = distinguishTitles(rows, String);
  return new Map(
    found.map(([slug, id], at) => {
      const provider = snapshot.providerOf(id);
      const label = labelOf(rows[at] ?? {}, among[at] ?? distinguish(provider).get(id) ?? null);
      return [slug, { provider, label }];
    }),
  );
}
