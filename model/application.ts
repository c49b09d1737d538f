/**
 * A link into the signed-in application, which is a separate program at APP_URL: one line of
 * application.csv.
 */
import * as z from 'zod';
import { kebabCase } from './networks.ts';

/** Key of the link in the header of every page. */
export const signInKey = 'sign-in';

/** Segments of letters, digits, `.`, `_`, `~` and `-`. */
const plainPath = /^(?:\/[\w.~-]+)+$/;

/**
 * Whether a path leads to an address below APP_URL. A path that the URL parser would rewrite is
 * refused.
 */
function isApplicationPath(path: string): boolean {
  return (
    path.length <= 200 &&
    plainPath.test(path) &&
    !path.split('/').some((segment) => /^\.+$/.test(segment))
  );
}

export const applicationSchema = z
  .object({
    key: z.string().regex(kebabCase, 'is not a key: use lowercase letters, digits and hyphens'),
    label: z.string().max(40, 'has more than 40 characters'),
    description: z.string().max(200, 'has more than 200 characters').nullable(),
    /** Below APP_URL. */
    path: z.string().refine(isApplicationPath, {
      error: 'is not a path below APP_URL: write it as /endpoint-groups, without "..", "?" and "#"',
    }),
    /** Keys of the categories that the link is about; empty if it is about none in particular. */
    categories: z.array(z.string()).default([]),
  })
  .readonly();

export type ApplicationDefinition = z.infer<typeof applicationSchema>;
