/** GET /compare of the site and of a network: offers of a category side by side, or providers; without either, examples. */
import { categoryOf, comparisonFormats, sendComparison } from '../../api/offers/compare.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { estimatedCategories } from '../../query/offers/estimates.ts';
import { maxPicked, usualWorkload } from '../../query/parameters.ts';
import { readGivenWorkload } from '../../query/view.ts';
import { preferredForm } from '../shared/forms.ts';
import type { PageDeps } from '../shared/page.ts';
import { sendExamples } from './examples.ts';
import { sendOffers } from './offers.ts';
import { sendProviders } from './providers.ts';

export function comparePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const place = requestedPlace(ctx, deps.urls);
    const { snapshot } = place;
    const given = new URLSearchParams(ctx.querystring);
    const valuesOf = (name: string) => [...new Set(given.getAll(name).filter((value) => value !== ''))];
    const key = given.get('category') ?? '';
    const [slugs, names] = [valuesOf('offer'), valuesOf('provider')];
    const format = preferredForm(ctx, comparisonFormats);
    if (format === null && key === '' && slugs.length + names.length === 0) return sendExamples(ctx, place, deps);
    const workloadIn = (category: string) =>
      estimatedCategories(snapshot.catalog).includes(category)
        ? (readGivenWorkload(category, given, snapshot.catalog) ?? usualWorkload)
        : null;
    if (format === null && slugs.length === 0 && names.length > 0)
      return sendProviders(ctx, { place, names: names.slice(0, maxPicked), category: key, workloadIn }, deps);
    const category = categoryOf(snapshot, key);
    if (format !== null) return sendComparison(ctx, format, { ...place, category: category.key, slugs });
    return sendOffers(ctx, { place, category, all: slugs, workload: workloadIn(category.key) }, deps);
  };
}
