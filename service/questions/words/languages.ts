/**
 * Words of German, French and Spanish searches, and short forms of English ones, as the English words
 * that mean the same.
 */

import { wordOf } from '../../../common/amounts/lexicon.ts';
import { foldText } from '../../../common/fold.ts';
import { stripEnd } from '../../../common/strip.ts';
import type { Lexicon } from './lexicon.ts';
import { longestByFirst, phraseOf } from './split.ts';
import { numbers } from './typed.ts';

/** English, and what stands for it, folded. Nothing stands for words that say nothing. */
const table = `
  with: w/
  without: w/o, w/out, free of, no need for, no need of, without any need for
  free: free of charge, costs 0, costs nothing, for nothing, at no cost, at no charge, no charge, zero cost
  without kyc: kyc free, nokyc
  without captcha: captcha free
  without api key: keyfree, key free, api key free
  every 24 hours: once a day, once per day, once daily, once every day
  every 168 hours: once a week, once per week, once weekly, once every week
  behind: lag, lags, lagging, lagging behind, trailing
  : to connect, how do i connect
  : show us, tell us, give us, help us, find us, get us
  : all month, all day, around the clock, all the time, on average, at the same time, simultaneously
  nor: ni, noch
  support: unterstutzen, unterstutzt, unterstutzung, supporte, supportent, soporta, soportan, soporte
  neither: weder
  hosted: gehostet, gehostete, heberge, heberges, alojado, alojados
  self hosted: selbst gehostet, selbst gehostete, selbstgehostet, auto heberge, autoalojado, autohospedado
  without rate limit: uncapped, without cap, no cap
  uptime: verfugbarkeit, disponibilite, disponibilidad
  latency: latenz, latence, latencia
  not: que no sea, que no sean, que no es, que no son, die nicht, der nicht, qui ne sont pas, qui n'est pas
  centralized: zentralisiert, zentralisierte, centralise, centralises, centralizado, centralizada, centralizados, centralizadas
  historical data: historische daten, donnees historiques, datos historicos
  without api key: sans cle, sin clave, ohne schlussel, ohne key, sans cles, sin claves
  sepolia eth: eth de sepolia, eth sepolia, eth on sepolia, sepolia ether, sepolia tokens
  except: besides, aside from, save for, everything but, minus, excl, excl.
  please: pls, plz, thx, tks
  i want: i would like, i'd like, id like, we would like, we'd like
  at least: atleast, at minimum, a minimum of, minimum of
  at most: atmost, at max, a maximum of, maximum of, capped at, not exceeding, no higher than
  requests: rqs
  a month: p/m, pcm
  a year: p/a
  month: monat, mois, mes
  year: jahr, annee, ano
  day: tag, jour, dia
  or: oder, ou, o
  and: und, sowie, et, y, ainsi que, asi como
  not: nicht
  without: ohne, kein, keine, keinen, sans, pas de, pas d, sin
  except: ausser, außer, sauf, hormis, excepto, salvo
  instead of: statt, anstatt, anstelle von, au lieu de, en lugar de, en vez de
  compare: vergleich, vergleiche, vergleichen, comparer, comparez, compara, comparar
  alternatives to: alternativen zu, alternative zu, alternatives a, alternative a, alternativas a, alternativa a
  under: unter, sous, bajo
  less than: weniger als, moins de, menos de, por menos de, pour moins de
  below: unterhalb von, por debajo de, en dessous de
  more than: mehr als, plus de, mas de
  at most: hochstens, maximal, au plus, au maximum, como maximo, a lo sumo
  up to: bis zu, jusqu'a, hasta
  at least: mindestens, wenigstens, au moins, al menos, por lo menos, como minimo
  a second: pro sekunde, par seconde, por segundo, je sekunde
  an hour: pro stunde, par heure, por hora, je stunde
  a day: pro tag, am tag, je tag, par jour, al dia, por dia
  a month: pro monat, im monat, je monat, par mois, al mes, por mes
  a year: pro jahr, im jahr, je jahr, par an, al ano, por ano
  daily: taglich, quotidien, diario
  monthly: monatlich, mensuel, mensuels, mensual, mensuales
  yearly: jahrlich, annuel, anual
  every: alle, toutes les, tous les, cada
  hours: stunden, heures, horas
  days: tage, tagen, jours, dias
  million: millionen, millions de, millones, millones de
  thousand: tausend, mille
  requests: anfragen, aufrufe, aufrufen, abfragen, requetes, appels, peticiones, solicitudes, llamadas, consultas
  dollars: dolares, dolar
  networks: netzwerke, netzwerken, netze, reseaux, redes
  blocks: blocke, blocken, blocs, bloques
  cheapest: gunstigste, gunstigsten, gunstigster, billigste, billigsten, le moins cher, les moins chers, mas barato, mas barata, mas baratos
  cheap: gunstig, gunstige, gunstigen, gunstiger, gunstiges, billig, billige, billigen, billiger, pas cher, pas chers, barato, barata, baratos, baratas, economico
  free: kostenlos, kostenlose, kostenlosen, kostenloser, kostenloses, kostenfrei, gratuit, gratuite, gratuits, gratuites, gratuito, gratuita, gratuitos
  trial: testphase, testzeitraum, probezeit, probezeitraum, essai, essai gratuit, prueba, prueba gratis, prueba gratuita, periodo de prueba
  provider: anbieter, anbietern, fournisseur, fournisseurs, proveedor, proveedores
  node: knoten, noeud, noeuds, nodo, nodos
  archive: archiv, archivdaten, archivo
  archive node: archivknoten, noeud archive, noeud d'archive, noeuds d'archive, nodo de archivo, nodos de archivo
  bridge: brucke, brucken, pont, ponts, passerelle, puente, puentes
  wallet: geldborse, brieftasche, portefeuille, portefeuilles, monedero, monederos, billetera, billeteras, cartera, carteras
  hardware wallet: monedero de hardware, billetera de hardware, portefeuille materiel, hardware-geldborse
  faucet: wasserhahn, robinet, robinets, grifo, grifos
  explorer: explorador, exploradores, explorateur, explorateurs, explorador de bloques, explorateur de blocs
  oracle: orakel, oraculo, oraculos
  storage: speicher, speicherplatz, stockage, almacenamiento
  library: bibliothek, bibliotheque, biblioteca
  open source: quelloffen, quelloffene, quelloffenen, codigo abierto, de codigo abierto
  credit card: kreditkarte, carte de credit, tarjeta de credito
  debit card: carte de debit, tarjeta de debito
  card: tarjeta, carte bancaire
  bank transfer: uberweisung, bankuberweisung, virement, virement bancaire, transferencia bancaria
  login: anmeldung, connexion, inicio de sesion
  registration: registrierung, inscription, registro
  api key: api-schlussel, cle api, cle d'api, clave api, clave de api
`;

const english = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [meaning = '', forms = ''] = ` ${line.trim()}`.split(': ');
      return forms.split(', ').map((form) => [phraseOf(form), meaning.trim()] as const);
    }),
);

const longest = longestByFirst(english.keys());

/**
 * The words with those of other languages in English; a name or a value of the directory stays, and
 * so do quoted words.
 */
export function translate(words: readonly string[], { entries, columns }: Lexicon): string[] {
  const apart = words.flatMap((word) => partsOf(word, entries));
  const read: string[] = [];
  for (let at = 0; at < apart.length; ) {
    const isCounted =
      /^\d/.test(apart[at - 1] ?? '') && columns.units.has(bareWord(apart[at] ?? ''));
    // `0.1 eth sepolia` is an amount of ETH, and no sepolia eth.
    const [phraseMeaning, length] = isCounted ? ([null, 1] as const) : meantAt(apart, at, entries);
    read.push(...(phraseMeaning?.split(' ').filter((word) => word !== '') ?? [apart[at] ?? '']));
    at += length;
  }
  return archiveFirst(read).map((word, at, all) => {
    const count = numbers.get(foldText(word));
    const [next = '', end = '', unit = ''] = all.slice(at + 1, at + 4);
    const isOpen = next === 'or' && /^(?:more|less|fewer)$/.test(end);
    const isAmount = count !== undefined && isUnit(isOpen ? unit : next, columns.units);
    return isAmount ? String(count) : word;
  });
}

/** Whether amounts of columns, of requests or of time have it: `one block`, `ten requests`. */
function isUnit(word: string, units: Lexicon['columns']['units']): boolean {
  return units.has(bareWord(word)) || hasRole(word, 'use', 'period', 'short');
}

/** `30M archive calls` as `archive 30M calls`. */
function archiveFirst(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^archiv(?:e|al)$/i.test(word));
  const begin = /^[a-z]/i.test(words[at - 1] ?? '') ? at - 2 : at - 1;
  const isCounted = hasRole(words[at + 1], 'use') && /^\d/.test(words[begin] ?? '');
  if (!isCounted) return words;
  return [
    ...words.slice(0, begin),
    words[at] ?? '',
    ...words.slice(begin, at),
    ...words.slice(at + 1),
  ];
}

function hasRole(word: string | undefined, ...roles: readonly string[]): boolean {
  return wordOf(bareWord(word ?? ''))?.roles.some((role) => roles.includes(role)) === true;
}

/** The longest phrase at a word in English, and its number of words; null if it has none. */
function meantAt(words: readonly string[], at: number, entries: Lexicon['entries']) {
  const [first = ''] = phraseOf(bareWord(words[at] ?? '')).split(' ');
  const most = Math.min(longest.get(first) ?? 0, words.length - at);
  for (let length = most; length > 0; length--) {
    const phrase = phraseOf(
      words
        .slice(at, at + length)
        .map(bareWord)
        .join(' '),
    );
    const meaning = english.get(phrase);
    if (meaning !== undefined && !entries.has(phrase)) return [meaning, length] as const;
  }
  return [null, 1] as const;
}

/** `rpc-anbieter`, `d'archive`, `sub-100ms` and `w/wss` as two words. */
function partsOf(word: string, entries: Lexicon['entries']): string[] {
  if (word.startsWith('"') || entries.has(phraseOf(word))) return [word];
  const bare = bareWord(word);
  const elided = /^[dl]'(.+)$/.exec(bare)?.[1] ?? '';
  if (english.has(elided) || entries.has(elided)) return [elided];
  return shortForm(bare) ?? splitHyphens(bare) ?? [word];
}

function splitHyphens(bare: string): string[] | null {
  const parts = bare.split('-');
  return parts.length > 1 && parts.some((part) => english.has(part)) ? parts : null;
}

/** Of `sub-100ms`, `w/wss` and `100€/Monat`; null for other words. */
function shortForm(bare: string): string[] | null {
  if (english.has(bare)) return null;
  const [, below] = /^sub-?([$€£]?\d.*)$/.exec(bare) ?? [];
  if (below !== undefined) return ['under', below];
  const [, added] = /^w\/(.{3,})$/.exec(bare) ?? [];
  if (added !== undefined) return ['with', added];
  const slash = bare.lastIndexOf('/') + 1;
  const [amount, period] = [bare.slice(0, slash), bare.slice(slash)];
  return /\d/.test(amount) && english.has(period) ? [`${amount}${english.get(period)}`] : null;
}

function bareWord(word: string): string {
  return word.startsWith('"')
    ? word
    : stripEnd(
        foldText(word)
          .replaceAll('œ', 'oe')
          .replace(/^[¿¡(]+/, ''),
        '?!;:,.)',
      );
}
