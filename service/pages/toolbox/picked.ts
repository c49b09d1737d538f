/** Tray of the offers picked for comparison, with names and logos, on every page of a listing. */
import { findRows } from '../../answers/compare.ts';
import { distinguishTitles, labelOf } from '../../notations/offer-title.ts';
import { conditionsOf } from '../../questions/compare.ts';
import { maxPicked } from '../../questions/parameters.ts';
import { hiddenFields, type Parameters } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import { distinguishingTexts } from './columns/listing.ts';
import { slugOfRow, type Toolbox } from './read.ts';

const anyNetwork = { network: null, networks: [] } as const;

export function presentPicked(toolbox: Toolbox) {
  const { question, href, network, urls } = toolbox;
  const { groups } = toolbox.page;
  const { picked } = question;
  const kept = conditionsOf(question);
  const offers = readPicked(toolbox);
  const logoOf = logosOf(toolbox);
  // An offer that is not on this network can be compared over all networks only.
  const isHere = [...offers.values()].every((offer) => offer.isHere);
  const link = (parameters?: Parameters) =>
    urls.href(toolbox.from, isHere ? network : null, '/compare', parameters);
  const ids = picked.length === 0 ? [] : groups.flatMap(({ rows }) => rows);
  const shown = new Set(ids.map(slugOfRow(toolbox)));
  return {
    action: link(),
    link: link({ ...kept, offer: picked }),
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

/** Provider and title of the picked offers by slug, as far as the category has them. */
function readPicked(toolbox: Toolbox) {
  const { snapshot, category, question } = toolbox;
  const { roles } = snapshot.catalog;
  const distinguish = distinguishingTexts(toolbox);
  const wanted = { category: category.key, slugs: question.picked };
  const here = new Set(findRows(snapshot, toolbox, wanted).map(({ slug }) => slug));
  const picked = [toolbox, anyNetwork]
    .flatMap((place) => findRows(snapshot, place, wanted))
    .filter(({ slug }, at, all) => all.findIndex((other) => other.slug === slug) === at)
    .map(({ slug, rows: [id = 0] }) => [slug, id] as const);
  const rows = picked.map(([, id]) => snapshot.row(id));
  // Listings of one offer are different things to compare.
  const among = distinguishTitles(rows, String, roles);
  return new Map(
    picked.map(([slug, id], at) => {
      const provider = snapshot.providerOf(id);
      const apart = among[at] ?? distinguish(provider).get(id) ?? null;
      const label = labelOf(rows[at] ?? {}, apart, roles);
      return [slug, { provider, label, isHere: here.has(slug) }];
    }),
  );
}
