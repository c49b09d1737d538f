/**
 * Links into the signed-in application, which is a separate program at APP_URL. The snapshot has
 * them as data.
 */
import { type ApplicationDefinition, signInKey } from '../../model/application.ts';
import type { Urls } from '../urls.ts';

export interface ApplicationLink {
  readonly label: string;
  readonly description: string | null;
  readonly href: string;
}

export interface Application {
  readonly signIn: ApplicationLink | null;
  readonly links: readonly ApplicationLink[];
}

interface Defined {
  readonly application: readonly ApplicationDefinition[];
}

/** The link to sign in. Null without APP_URL. */
export function signInLink(
  { application }: Defined,
  urls: Pick<Urls, 'app'>,
): ApplicationLink | null {
  const definition = application.find(({ key }) => key === signInKey);
  return (definition && linkTo(definition, urls)) ?? null;
}

/** All links, or those about one of the categories. Null if there are none, and without APP_URL. */
export function applicationOf(
  catalog: Defined,
  urls: Pick<Urls, 'app'>,
  categories: readonly string[] | null,
): Application | null {
  const links = catalog.application
    .filter(({ key }) => key !== signInKey)
    .filter(
      (part) =>
        categories === null || part.categories.some((category) => categories.includes(category)),
    )
    .flatMap((definition) => linkTo(definition, urls) ?? []);
  return links.length === 0 ? null : { signIn: signInLink(catalog, urls), links };
}

function linkTo(
  { label, description, path }: ApplicationDefinition,
  urls: Pick<Urls, 'app'>,
): ApplicationLink | null {
  const href = urls.app(path);
  return href === null ? null : { label, description, href };
}
