/** Machine-readable forms of a page, by the extension of their addresses. */
import type { Context } from '../../http/context.ts';

type Forms<Name extends string> = Readonly<Record<Name, { readonly type: string }>>;

/** The form that the client prefers to the page, if there is one. The route says `byAccept`. */
export function preferredForm<Name extends string>(ctx: Context, forms: Forms<Name>): Name | null {
  const names = new Map((Object.keys(forms) as Name[]).map((name) => [forms[name].type.split(';')[0] ?? '', name]));
  return names.get(ctx.accepts(['text/html', ...names.keys()]) || '') ?? null;
}

export function labelOfForm(name: string): string {
  return name === 'md' ? 'Markdown' : name.toUpperCase();
}

/** Path of the HTML page of an address. */
export function htmlPath(path: string): string {
  return path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;
}
