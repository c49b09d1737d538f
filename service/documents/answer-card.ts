/**
 * GET /answer and /answer.svg of the site and of a network: the answer of a search in ordinary
 * words as a card for other sites, which show it in a frame or as a picture. It has the day of the
 * data and a link back.
 */
import { createHash } from 'node:crypto';
import { isMoney } from '../../model/columns.ts';
import { shortNameOf } from '../../model/site.ts';
import { answerWords, type WordsAnswer } from '../answers/words.ts';
import { requestedPlace } from '../api/resource.ts';
import { describeAnswer } from '../api/search/interpretation.ts';
import type { Context, Handler } from '../http/context.ts';
import { formatDay } from '../notations/changes/news.ts';
import {
  cheapestFor,
  cheapestPaid,
  countAnswer,
  type FirstAnswer,
  freeAnswer,
} from '../notations/first-answer.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { q } from '../questions/parameters.ts';
import { parseParameters } from '../questions/parse.ts';
import { siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { clip } from '../text/clip.ts';
import { joinNames } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { document } from './document.ts';

interface Deps {
  readonly urls: Urls;
  readonly templates: Templates;
}

/** Of both forms. Colours follow the theme of the reader. */
const style = [
  'body{margin:0}',
  'a{color:#13201b;text-decoration:none}',
  '.card{display:block;box-sizing:border-box;padding:12px 16px;border:1px solid #b9c5bf;border-radius:8px;background:#fff;color:#13201b;font:14px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}',
  'svg{font:14px system-ui,sans-serif;fill:#13201b}',
  'rect{fill:#fff;stroke:#b9c5bf}',
  'strong,.figure{font-size:20px;font-weight:700}',
  'span{display:block}',
  '.small{font-size:13px;color:#52615a;fill:#52615a}',
  'a:hover .small{text-decoration:underline}',
  '@media(prefers-color-scheme:dark){a,.card{color:#e7edea}.card{background:#151c19;border-color:#46554e}svg{fill:#e7edea}rect{fill:#151c19;stroke:#46554e}.small{color:#9caea6;fill:#9caea6}}',
].join('');

/** A link alone, which no click can misuse: every site may frame it. */
const policy = `default-src 'none'; script-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Characters of a line of the picture, which does not wrap. */
const [longLine, longNames] = [70, 40];

async function readCard(ctx: Context, urls: Urls) {
  const place = requestedPlace(ctx, urls);
  const { snapshot, network } = place;
  const { q: words } = parseParameters(ctx.state.parameters, { q });
  const answer = await answerWords(snapshot, words, { network, category: null, asText: [] });
  const isFound = answer !== null && answer.offers.length > 0;
  const { figure, names, also } = isFound
    ? readAnswer(snapshot, answer)
    : { figure: 'No answer', names: '', also: null };
  return {
    style,
    question: isFound ? describeAnswer(answer, snapshot) : words,
    figure,
    names,
    also,
    day: formatDay(Date.parse(snapshot.manifest.generatedAt)),
    siteName: shortNameOf(siteOf(snapshot)),
    href: place.to('/search', { q: words }),
  };
}

/** `also`: the first price where the cheapest are free, and words that have no part in it. */
function readAnswer(snapshot: Snapshot, answer: WordsAnswer) {
  const { interpretation, leftOut } = answer;
  const first = firstOf(snapshot, answer);
  const paid = first.offer === null && isByPrice(answer) ? cheapestPaid(snapshot, answer) : null;
  const ignored = leftOut.length === 0 ? null : `Left out: ${joinNames(leftOut)}`;
  const price = paid === null ? null : `Paid from ${paid.figure}: ${paid.names}`;
  return {
    ...first,
    also: interpretation.workload === null ? (ignored ?? price) : ignored,
  };
}

function firstOf(snapshot: Snapshot, answer: WordsAnswer): FirstAnswer {
  const cheapest =
    answer.interpretation.workload !== null
      ? cheapestFor(snapshot, answer)
      : isByPrice(answer)
        ? (freeAnswer(snapshot, answer) ?? cheapestPaid(snapshot, answer))
        : null;
  return cheapest ?? countAnswer(answer);
}

function isByPrice({ interpretation }: WordsAnswer): boolean {
  const [sort] = interpretation.sorting;
  return sort !== undefined && !sort.desc && isMoney(sort.column);
}

function sendHtml({ urls, templates }: Deps): Handler {
  return async (ctx) => {
    ctx.body = templates.render('answer', await readCard(ctx, urls));
    ctx.set('Content-Type', 'text/html; charset=utf-8');
  };
}

function sendSvg({ urls, templates }: Deps): Handler {
  return async (ctx) => {
    const card = await readCard(ctx, urls);
    ctx.body = templates.renderPartial('answer-picture', {
      ...card,
      question: clip(card.question, longLine),
      names: clip(card.names, longNames),
      also: card.also === null ? null : clip(card.also, longLine),
    });
    ctx.set('Content-Type', 'image/svg+xml; charset=utf-8');
  };
}

const described = {
  on: 'both',
  kind: 'file',
  parameters: ['q'],
  framedPolicy: policy,
  operations: { omitted: 'the search of the API has the same answer' },
} as const;

export const answerCard = document<Deps>({ ...described, path: '/answer', handler: sendHtml });

export const answerPicture = document<Deps>({
  ...described,
  path: '/answer.svg',
  handler: sendSvg,
});
