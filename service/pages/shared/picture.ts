/** Pictures of pages at addresses of their own: that of the page with `.png`. */
import { HttpError } from '../../errors.ts';
import { type Handler, type RequestState, type Route, snapshotOf } from '../../http/context.ts';
import { drawCard } from './card.ts';
import { isDrawable, pageOf, pictureOf } from './picture-address.ts';

/** The route of the picture of a page. The page's handler says what is on it. */
export function pictureRoute({ path, parameters = [], handler }: Route): Route {
  return { path: pictureOf(path), kind: 'file', parameters, handler: sendPicture(handler) };
}

function sendPicture(page: Handler): Handler {
  return async (ctx, next) => {
    const { path } = ctx;
    ctx.path = pageOf(path);
    // A page that has other forms shall choose none of them.
    ctx.headers.accept = 'text/html';
    const picture: NonNullable<RequestState['picture']> = { card: null };
    ctx.state.picture = picture;
    await Promise.resolve(page(ctx, next)).finally(() => {
      ctx.path = path;
    });
    const { card } = picture;
    if (card === null || !isDrawable(card.title))
      throw new HttpError(
        404,
        'not-found',
        'no picture of this page: the font lacks letters of its title',
      );
    ctx.body = await drawCard(card, snapshotOf(ctx));
    ctx.type = 'image/png';
  };
}
