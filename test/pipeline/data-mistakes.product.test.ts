/**
 * What happens when one thing is wrong: exactly the problem that says so, at its place, and nothing that follows from it.
 * The mistakes are made in a part of the corpus slice: providers, offers of four categories, listings of two networks.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Problem } from '../../pipeline/problem.ts';
import { checkFolder } from '../support/check-tree.ts';
import { cell, cells, copyPartOfSlice, type Mistake, text } from '../support/data-mistakes.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const apiOffers = 'references/offers/apis.csv';
const apis = 'listings/specific-networks/filecoin/apis.csv';
const faucets = 'listings/specific-networks/filecoin/faucets.csv';
const wallets = 'listings/specific-networks/filecoin/wallets.csv';
const everywhere = 'listings/all-networks/storages.csv';
const faucetOffers = 'references/offers/faucets.csv';
const storageOffers = 'references/offers/storages.csv';
const walletOffers = 'references/offers/wallets.csv';
const providers = 'references/providers/providers.csv';
const columns = 'meta/columns.csv';
const networks = 'meta/networks.csv';

const listing = 'ankr-mainnet-free-recent-state';
const faucet = 'beryx-faucet';
const storage = '4everland-storage-free';
const header = (from: string, to: string) => (old: string) => old.replace(from, to);
const append = (line: string) => (old: string) => `${old.trimEnd()}\n${line}\n`;

const mistakes: readonly Mistake[] = [
  // Files
  text('not-utf8', wallets, (old) => Buffer.concat([Buffer.from(old), Buffer.from([0xe9, 0x0a])]), -1),
  text('empty-file', wallets, () => ''),
  text('conflict-marker', faucets, (old) => `${old}<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main\n`, -5),
  text('conflict-marker', storageOffers, (old) => old.replace('\n', '\n<<<<<<< HEAD\n'), 2),
  text('conflict-marker', faucets, (old) => `${old.trimEnd()}\n=======\n`, -1),
  text('mixed-line-ends', faucets, (old) => old.replaceAll(/\r?\n/g, '\n').replace('\n', '\r\n'), 2),
  { ...text('file-extension', faucetOffers, (old) => old), moveTo: 'references/offers/faucets.CSV' },
  { ...text('unknown-category', storageOffers, (old) => old), moveTo: 'references/offers/storage.csv' },
  { ...text('unknown-category', wallets, (old) => old), moveTo: 'listings/specific-networks/filecoin/walets.csv' },
  { ...text('misplaced-file', walletOffers, (old) => old), moveTo: 'references/wallets.csv' },
  // Quotes and widths
  text('unclosed-quote', faucets, (old) => `${old.trimEnd()}\nzz,"Beryx,,,calibnet\n`, '-1 provider'),
  text('unclosed-quote', storageOffers, append('zz,"Akave'), '-1 provider'),
  text('unclosed-quote', providers, append('zz,"Zz'), '-1 name'),
  text('text-after-quote', faucets, append('zz,"Beryx" Inc,,,calibnet'), '-1 provider'),
  text('stray-quote', faucets, append('zz,Be"ryx,,,calibnet'), '-1 provider'),
  text('space-after-quote', faucets, (old) => old.replace('",calibnet', '" ,calibnet'), 2),
  cells('cell-count', faucets, [faucet, null], (old) => old.slice(0, -1)),
  cells('cell-count', faucets, [faucet, null], (old) => [...old, 'more']),
  cells('cell-count', storageOffers, [storage, null], (old) => old.toSpliced(4, 1)),
  cells('cell-count', providers, ['akave', null], (old) => old.toSpliced(4, 1)),
  cells('shifted-cells', faucets, [faucet, 'requiresLogin'], (old) => [...old.toSpliced(5, 1), '']),
  cells('shifted-cells', storageOffers, [storage, 'toolType'], (old) => [...old.toSpliced(4, 1), '']),
  cells('shifted-cells', apis, [listing, 'provider'], (old) => [...old.toSpliced(1, 1), '']),
  text('wrong-separator', faucets, (old) => old.replaceAll(',', ';'), 1),
  text('wrong-separator', storageOffers, (old) => old.replaceAll(',', '\t'), 1),
  text('unclosed-quote', faucets, (old) => old.replace(/"(,[^"\n]*\n)/, '$1'), '2 actionButtons'),
  text('unclosed-quote', storageOffers, (old) => old.replace(']",Storage', '],Storage'), '2 actionButtons'),
  text('stray-quote', storageOffers, append('zz,Akave,,["[Docs](https://akave.ai)"],,,,,,,'), '-1 actionButtons'),
  cells('cell-count', apis, [listing, null], (old) => old.toSpliced(-9, 3, '["a"],["b"],["c"]')),
  cells('cell-count', apis, [listing, null], (old) => [...old, '["a"', '"b"]']),
  text('cell-count', storageOffers, header('slug,', 'slug,more,'), 1),
  text('cell-count', providers, header('slug,name', 'slug'), 1),
  // Headers
  text('blank-header', faucets, header('price', ''), 1),
  text('repeated-header', faucets, header('price', 'chain'), 1),
  text('unknown-column', faucets, header('price', 'pric'), '1 pric'),
  text('unknown-column', storageOffers, header('toolType', 'tooltype'), '1 tooltype'),
  text('unknown-column', faucets, header('price', 'planName'), '1 planName'),
  text('unknown-column', providers, header('website', 'Website'), '1 Website'),
  text('unknown-column', faucets, header('price', 'zzz'), '1 zzz'),
  text('unknown-column', storageOffers, header('toolType', 'zzz'), '1 zzz'),
  text('unknown-column', storageOffers, header('slug,', 'id,'), '1 id'),
  text('unknown-column', apis, header('chain', 'chian'), '1 chian'),
  text('unknown-column', providers, header('telegram', 'zzz'), '1 zzz'),
  text('missing-column', providers, (old) => old.replaceAll(/^[^,\n]*,/gm, ''), '1 slug'),
  // Characters
  cell('invisible-character', faucets, [faucet, 'provider'], 'Ber\u200byx'),
  cell('invisible-character', storageOffers, [storage, 'description'], 'A\u202etext'),
  cell('invisible-character', apis, [listing, 'offer'], '!offer:ankr-free\u2060-recent-state'),
  cell('invisible-character', providers, ['akave', 'name'], 'Ak\u0007ave'),
  cell('edge-space', faucets, [faucet, 'provider'], ' Beryx\u00a0'),
  // Slugs and names
  cell('slug-blank', faucets, [faucet, 'slug'], ''),
  cell('slug-blank', storageOffers, [storage, 'slug'], ''),
  cell('slug-format', faucets, [faucet, 'slug'], 'Beryx Faucet'),
  cell('slug-format', storageOffers, [storage, 'slug'], '4Everland-Storage-Free'),
  cells('slug-chain', apis, [listing, 'slug'], (old) => old.with(old.indexOf('mainnet'), 'calibnet')),
  cell('slug-order', faucets, [faucet, 'slug'], 'zz-faucet'),
  cell('duplicate-slug', apis, ['ankr-mainnet-pay-as-you-go-recent-state', 'slug'], listing),
  cells('duplicate-key', providers, ['alchemy', 'slug'], (old) => old.with(0, 'akave')),
  text('duplicate-provider', providers, append('zzzz,AKAVE,,,,,,,,,,,,'), '-1 name'),
  cell('provider-not-found', faucets, [faucet, 'provider'], 'Berix'),
  cell('provider-not-found', storageOffers, [storage, 'provider'], '4Everland'),
  cell('bad-definition', providers, ['akave', 'name'], ''),
  cell('not-a-boolean', providers, ['akave', 'starred'], 'maybe'),
  cell('provider-not-found', faucets, [faucet, 'provider'], '!provider:beryx'),
  cell('provider-link', providers, ['akave', 'website'], 'www.akave.ai'),
  cell('url-as-handle', providers, ['akave', 'x'], 'https://x.com/akave'),
  cell('url-as-handle', providers, ['akave', 'github'], 'github.com/akave-ai'),
  cell('no-email', providers, ['akave', 'supportEmail'], 'company/akave'),
  cell('local-address', providers, ['akave', 'docs'], 'https://docs.example.com'),
  cell('provider-link', providers, ['akave', 'docs'], '//docs.akave.xyz'),
  cell('logo-not-found', providers, ['akave', 'logoPath'], 'no-such.png'),
  text('unused-provider', providers, append('zzzz,Zzzz,,,,,,,,,,,,'), '-1 name'),
  text(
    'unused-offer',
    storageOffers,
    (old) => `${old.trimEnd()}\nzz-free,Akave,,,Storage,,$0,Free,,,FALSE\n`,
    '-1 slug',
  ),
  // References
  cell('offer-reference', apis, [listing, 'offer'], '!Offer:ankr-free-recent-state'),
  cell('offer-reference', apis, [listing, 'offer'], '!provider:ankr-free-recent-state'),
  cell('offer-reference', apis, [listing, 'offer'], '!offer: ankr-free-recent-state'),
  cell('offer-reference', apis, [listing, 'offer'], 'offer:ankr-free-recent-state'),
  cell('offer-reference', apis, [listing, 'offer'], 'ankr-free-recent-state'),
  cell('repeats-offer', everywhere, [storage, 'planType'], 'Free'),
  cell('offer-not-found', apis, [listing, 'offer'], '!offer:ankr-fre-recent-state'),
  cell('offer-not-found', apis, ['allthatnode-calibnet-dedicated-recent-state', 'offer'], `!offer:${storage}`),
  cell('offer-not-found', everywhere, [storage, 'offer'], '!offer:4everland-storage-fre'),
  text(
    'listed-everywhere',
    'listings/specific-networks/filecoin/storages.csv',
    () => `slug,offer\nx,!offer:${storage}\n`,
    '2 offer',
  ),
  text('listed-twice', everywhere, append(`zz,,!offer:${storage},,,,,,,,`), '-1 offer'),
  // Values
  cell('required-cell', faucets, [faucet, 'chain'], ''),
  cell('required-cell', storageOffers, [storage, 'planType'], ''),
  cell('not-a-boolean', faucets, [faucet, 'hasCaptcha'], 'yes'),
  cell('not-a-list', storageOffers, [storage, 'tag'], 'IPFS, Arweave'),
  cell('not-a-list', storageOffers, [storage, 'tag'], '["IPFS"]["Arweave"]'),
  cell('not-a-list', storageOffers, [storage, 'tag'], 'FALSE'),
  cell('list-in-text', storageOffers, [storage, 'price'], '["[Gas Fee](https://4everland.org)"]'),
  cell('list-in-text', storageOffers, [storage, 'description'], '["one","two"]'),
  cell('address-as-value', storageOffers, [storage, 'planType'], 'https://4everland.org'),
  cell('address-as-value', storageOffers, [storage, 'planName'], 'sales@4everland.org'),
  cell('new-value', storageOffers, [storage, 'planType'], 'Enterprize'),
  cell('value-spelling', storageOffers, ['akave-cloud-plus', 'tag'], '["ipfs"]'),
  cell('blank-item', storageOffers, [storage, 'tag'], '["IPFS",""]'),
  cell('repeated-item', storageOffers, [storage, 'tag'], '["IPFS","Arweave","IPFS"]'),
  cell('edge-space', storageOffers, [storage, 'tag'], '["IPFS "]'),
  cell('value-spelling', storageOffers, [storage, 'planType'], 'FREE'),
  cell('placeholder', storageOffers, [storage, 'price'], 'N/A'),
  cell('price-without-number', storageOffers, [storage, 'price'], 'from 3 coins'),
  cell('limit-without-number', apiOffers, ['alchemy-enterprise-full-archive', 'limitations'], '["300 CUs/sek"]'),
  // Texts and links
  cell('bad-link', faucets, [faucet, 'actionButtons'], '["[Docs](javascript:alert(1))"]'),
  cell('bad-link', faucets, [faucet, 'actionButtons'], '["[Docs](//docs.filecoin.io)"]'),
  cell('bad-link', faucets, [faucet, 'actionButtons'], '["[](https://docs.filecoin.io)"]'),
  cell('bad-link', faucets, [faucet, 'actionButtons'], '["[Docs]()"]'),
  cell('bad-link', faucets, [faucet, 'actionButtons'], '["https://docs.filecoin.io"]'),
  cell('bad-link', storageOffers, [storage, 'description'], 'See [docs](data:text/html,x).'),
  cell('bare-link', storageOffers, [storage, 'description'], 'See [docs](docs.4everland.org).'),
  cell('http-link', storageOffers, [storage, 'description'], 'See http://4everland.org.'),
  cell('local-address', storageOffers, [storage, 'description'], 'See https://localhost:3000/docs.'),
  cell('local-address', faucets, [faucet, 'actionButtons'], '["[Docs](https://192.168.1.20/docs)"]'),
  cell('html-in-text', storageOffers, [storage, 'description'], 'Fast<br>and small'),
  cell('open-markdown', storageOffers, [storage, 'description'], 'A **fast store'),
  // Chains and networks
  cell('chain-format', faucets, [faucet, 'chain'], 'Calibnet'),
  cell('chain-not-found', faucets, [faucet, 'chain'], 'calibnt'),
  text('chain-in-offers', faucetOffers, header('slug,', 'chain,slug,'), '1 chain'),
  {
    ...text('unknown-network', 'listings/specific-networks/xdc/apis.csv', (old) => old),
    moveTo: 'listings/specific-networks/xdcc/apis.csv',
  },
  {
    ...text('network-key', 'listings/specific-networks/xdc/apis.csv', (old) => old),
    moveTo: 'listings/specific-networks/XDC Network/apis.csv',
  },
  // Spreadsheets
  cell('spreadsheet-damage', storageOffers, [storage, 'planName'], '10-Jan'),
  cell('spreadsheet-damage', storageOffers, [storage, 'planName'], 'Mar-26'),
  cell('spreadsheet-damage', apis, [listing, 'uptimeSla'], '0.999'),
  cell('spreadsheet-damage', apis, [listing, 'uptimeSla'], '9995%'),
  cell('spreadsheet-damage', apis, [listing, 'verifiedUptime'], '999'),
  cell('spreadsheet-damage', storageOffers, [storage, 'planName'], "'Free"),
  cell('spreadsheet-damage', storageOffers, [storage, 'description'], 'Keeps files â€“ for ever'),
  cell('spreadsheet-damage', storageOffers, [storage, 'description'], 'It doesnâ€™t expire'),
  cell('spreadsheet-damage', storageOffers, [storage, 'description'], 'Stockage dÃ©centralisÃ©'),
  cell('spreadsheet-damage', storageOffers, [storage, 'description'], 'Stockage d\ufffdcentralis\ufffd'),
  cell(
    'spreadsheet-damage',
    storageOffers,
    [storage, 'actionButtons'],
    '["[Docs](https://www.google.com/url?q=https://4everland.org)"]',
  ),
  cell('spreadsheet-damage', providers, ['akave', 'website'], 'https://www.google.com/url?sa=t&url=https://akave.ai'),
  cell('spreadsheet-damage', providers, ['akave', 'description'], 'Akaveâ€™s storage'),
  cell('provider-link', providers, ['akave', 'website'], 'mailto:help@akave.ai'),
  cell('provider-link', providers, ['akave', 'docs'], 'help@akave.ai'),
  cell('placeholder', storageOffers, [storage, 'planName'], '#REF!'),
  cell('placeholder', storageOffers, [storage, 'planName'], '########'),
  cell('placeholder', storageOffers, [storage, 'planName'], 'TBD'),
  cell('placeholder', storageOffers, [storage, 'price'], 'n/a'),
  cell('not-a-list', storageOffers, [storage, 'tag'], 'N/A'),
  cell('typographic-quotes', storageOffers, [storage, 'tag'], '[“IPFS”,“Arweave”]'),
  text('old-line-ends', faucets, (old) => old.replaceAll(/\r?\n/g, '\r'), 1),
  text('not-utf8', faucets, (old) => Buffer.from(`\ufeff${old}`, 'utf16le')),
  text('line-above-header', faucets, (old) => `Faucets of July,,,\n${old}`, 1),
  text('line-above-header', storageOffers, (old) => `\n${old}`, 1),
  text('line-above-header', providers, (old) => `,,,,\n${old}`, 1),
  text('repeated-header', faucets, (old) => `${old.trimEnd()}\n${old.split('\n')[0]}\n`, -1),
  text('repeated-header', storageOffers, (old) => `${old.trimEnd()}\n${old.split('\n')[0]}\n`, -1),
  text('cell-count', faucets, (old) => `${old.trimEnd()}\nzz-faucet\tBeryx\t\t\tcalibnet\n`, -1),
  text('spreadsheet-file', 'references/offers/storages.xlsx', () => 'PK'),
  // Definitions
  cell('bad-definition', columns, ['planType', 'filter'], 'multi'),
  cell('unknown-category', columns, ['requiresLogin', 'categories'], '["faucets","faucet","faucet"]'),
  cells('duplicate-key', columns, ['planName', 'key'], (old) => old.with(0, 'actionButtons')),
  text(
    'missing-column',
    columns,
    (old) => old.replace('pinning,', '').replace(/^([^\n]*)\n[\s\S]*$/, '$1\n'),
    '1 pinning',
  ),
  cell('bad-definition', networks, ['filecoin', 'docs'], 'docs.filecoin.io'),
  cell('bad-definition', networks, ['filecoin', 'docs'], ''),
  cell('bad-definition', networks, ['filecoin', 'icon'], 'filecoin.svg'),
  text('unclosed-quote', columns, (old) => `${old.trimEnd()}\n"x\n`, '-1 key'),
];

describe('one mistake in the corpus slice', () => {
  const cleanUp = afterAll();
  let folder: string;
  let known: Map<string, number>;

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    await copyPartOfSlice(folder);
    known = countKeys((await checkFolder(folder)).problems);
  });

  it('is tried in at least 150 ways', () => assert.ok(mistakes.length >= 150, String(mistakes.length)));

  for (const mistake of mistakes) {
    it(`${mistake.rule}: ${mistake.what} in ${mistake.file}`, async () => {
      const added = await addedBy(mistake);
      const { at } = mistake.edit(await readOr(path.join(folder, mistake.file)));
      const file = mistake.moveTo ?? mistake.file;
      const places = at.length === 0 ? [''] : at.map((place) => `:${place}`);
      const named = ['unknown-network', 'network-key'].includes(mistake.rule) ? path.posix.dirname(file) : file;
      assert.deepEqual(
        added,
        places.map((place) => `${mistake.rule} ${named}${place}`),
      );
    });
  }

  async function addedBy({ file, edit, moveTo }: Mistake): Promise<string[]> {
    const original = path.join(folder, file);
    const target = path.join(folder, moveTo ?? file);
    const old = await readOr(original);
    const isNew = old === '';
    const { content } = edit(old);
    await rm(original, { force: true });
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    const { problems } = await checkFolder(folder);
    await rm(target);
    // A folder that the move has made is empty now; any other one is not, and stays.
    await rmdir(path.dirname(target)).catch(() => undefined);
    if (!isNew) await mkdir(path.dirname(original), { recursive: true });
    if (!isNew) await writeFile(original, old);
    const rest = new Map(known);
    return problems.map(keyOf).filter((key) => {
      const count = rest.get(key) ?? 0;
      rest.set(key, count - 1);
      return count <= 0;
    });
  }
});

async function readOr(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function keyOf({ rule, file, line, column }: Problem): string {
  return `${rule} ${file}${line === null ? '' : `:${line}`}${column === null ? '' : ` ${column}`}`;
}

function countKeys(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}
