/** Edits of one line or cell. */
import { type BrokenEdit, edit, files, type Sheets } from './broken-edits.ts';

const { apis, storages, providers, listedWallets, faucets, everywhere } = files;

const cell = (file: string, slug: string, key: string, text: string) => (sheets: Sheets) =>
  sheets.cell(file, slug, key, text);
const storage = (key: string, text: string) => cell(storages, 'irys', key, text);
const ofStorage = (rule: string, key: string, words = '') => `${rule} ${storages}:19 ${key} | ${words}`;
const button = (text: string) => storage('actionButtons', JSON.stringify([text]));
const ofButton = (rule: string, words = '') => ofStorage(rule, 'actionButtons', words);
const offer = (slug: string, provider: string) =>
  `${slug},${provider},,"[""[Website](https://www.irys.xyz/)""]",Storage,,$3/mo,Tiered,Lite,Keeps some files.,FALSE`;

export const cellEdits: readonly BrokenEdit[] = [
  // Lines
  edit(
    'a line is pasted twice',
    (sheets) => sheets.rows(storages, (rows) => [...rows.slice(0, 6), ...rows.slice(5)]),
    `duplicate-slug ${storages}:8 slug | arweave`,
  ),
  edit(
    'a line is copied and gets another slug',
    (sheets) =>
      sheets.rows(storages, (rows) =>
        rows.flatMap((row) => (row[0] === 'swarm' ? [row, row.with(0, 'swarm-two')] : [row])),
      ),
    `equal-offer ${storages}:32 slug | swarm`,
    `unused-offer ${storages}:32 slug | list`,
  ),
  edit(
    'a new offer is listed nowhere',
    (sheets) => sheets.append(storages, offer('zz-storage', 'Zeeve')),
    `unused-offer ${storages}:33 slug | list`,
  ),
  edit(
    'a new provider has no offer',
    (sheets) => sheets.append(providers, 'zz-labs,ZZ Labs,,,,,,,,,,,FALSE,'),
    `unused-provider ${providers}:152 name | offer`,
  ),
  edit(
    'a provider is added again',
    (sheets) => sheets.append(providers, 'zz-akave,AKAVE,,,,,,,,,,,FALSE,'),
    `duplicate-provider ${providers}:152 name | Akave`,
  ),
  edit(
    'a new offer has a misspelt provider',
    (sheets) => sheets.append(storages, offer('zz-storage', 'Zeve')),
    `provider-not-found ${storages}:33 provider | did you mean "Zeeve"?`,
    `unused-offer ${storages}:33 slug | add a listing`,
  ),
  edit(
    'a new offer has an unknown provider',
    (sheets) => sheets.append(storages, offer('zz-storage', 'Quux Labs')),
    `provider-not-found ${storages}:33 provider | add the provider`,
    `unused-offer ${storages}:33 slug | add a listing`,
  ),
  edit(
    'a listing is copied under another slug',
    (sheets) => sheets.rows(listedWallets, (rows) => [...rows, (rows[2] ?? []).with(0, 'zz-wallet')]),
    `listed-twice ${listedWallets}:12 offer | backpack`,
  ),
  edit(
    'a cell is deleted and the line moves left',
    (sheets) => sheets.rows(storages, (rows) => rows.with(17, [...(rows[17] ?? []).toSpliced(4, 1), ''])),
    `shifted-cells ${storages}:19 toolType | insert`,
  ),
  edit(
    'a cell is inserted and the line moves right',
    (sheets) => sheets.rows(storages, (rows) => rows.with(17, (rows[17] ?? []).toSpliced(4, 0, '').slice(0, -1))),
    `shifted-cells ${storages}:19 toolType | delete`,
  ),
  edit(
    'three lines move left',
    (sheets) =>
      sheets.rows(storages, (rows) => rows.map((row, at) => (at > 16 && at < 20 ? [...row.toSpliced(4, 1), ''] : row))),
    ...[19, 20, 21].map((line) => `shifted-cells ${storages}:${line} toolType | insert`),
  ),
  edit(
    'a price with a comma has no quotes',
    (sheets) => sheets.rewrite(storages, (text) => text.replace('$49/mo', '$1,049/mo')),
    `cell-count ${storages}:23 | "$1" and "049/mo" seem to be one cell`,
  ),
  edit(
    'a list is written without the quotes of its cell',
    (sheets) =>
      sheets.rewrite(storages, (text) =>
        text.replace('"[""Decentralized"",""P2P storage""]"', '["Decentralized","P2P storage"]'),
      ),
    `stray-quote ${storages}:31 tag | write the quotes inside it twice`,
  ),
  edit(
    'a quote is never closed',
    (sheets) => sheets.rewrite(storages, (text) => text.replace('Tiered,Lite,', 'Tiered,"Lite,')),
    `unclosed-quote ${storages}:22 planName | quote`,
  ),
  edit(
    'two lines are joined',
    (sheets) => sheets.rewrite(listedWallets, (text) => text.replace('\nbackpack', 'backpack')),
    `cell-count ${listedWallets}:3 | 2`,
  ),

  // Slugs and references
  edit(
    'a slug has capital letters',
    cell(faucets, 'beryx-faucet', 'slug', 'Beryx-Faucet'),
    `slug-format ${faucets}:2 slug | beryx-faucet`,
  ),
  edit(
    'a slug has an underscore',
    cell(faucets, 'beryx-faucet', 'slug', 'beryx_faucet'),
    `slug-format ${faucets}:2 slug | beryx-faucet`,
  ),
  edit('a slug is deleted', cell(faucets, 'beryx-faucet', 'slug', ''), `slug-blank ${faucets}:2 slug | slug`),
  edit(
    'a slug is taken',
    cell(listedWallets, 'bybit-wallet', 'slug', 'brave-wallet'),
    `duplicate-slug ${listedWallets}:7 slug | brave-wallet`,
  ),
  edit(
    'a reference has a typing error',
    cell(listedWallets, 'brave-wallet', 'offer', '!offer:brave-walet'),
    `offer-not-found ${listedWallets}:6 offer | did you mean "brave-wallet"?`,
  ),
  edit(
    'a reference names what was never there',
    cell(listedWallets, 'brave-wallet', 'offer', '!offer:cake-mobile-app'),
    `offer-not-found ${listedWallets}:6 offer | add the offer`,
  ),
  edit(
    'a reference lacks its prefix',
    cell(listedWallets, 'brave-wallet', 'offer', 'brave-wallet'),
    `offer-reference ${listedWallets}:6 offer | !offer:brave-wallet`,
  ),
  edit(
    'a reference has a space',
    cell(listedWallets, 'brave-wallet', 'offer', '!offer: brave-wallet'),
    `offer-reference ${listedWallets}:6 offer | !offer:brave-wallet`,
  ),
  edit(
    'a reference names an offer of another category',
    cell(listedWallets, 'brave-wallet', 'offer', '!offer:arweave'),
    `offer-not-found ${listedWallets}:6 offer | storages`,
  ),
  edit(
    'two listings get the offer of each other',
    (sheets) => {
      sheets.cell(listedWallets, 'brave-wallet', 'offer', '!offer:bybit-wallet');
      sheets.cell(listedWallets, 'bybit-wallet', 'offer', '!offer:brave-wallet');
    },
    `swapped-offers ${listedWallets}:7 offer | swap`,
  ),
  edit(
    'a listing repeats a cell of its offer',
    cell(everywhere, 'irys', 'planType', 'Pay-As-You-Go'),
    `repeats-offer ${everywhere}:17 planType | clear it`,
  ),
  edit(
    'a provider is written in lowercase',
    storage('provider', 'irys'),
    ofStorage('provider-not-found', 'provider', 'did you mean "Irys"?'),
  ),

  // Chains and networks
  edit(
    'a chain is misspelt',
    cell(faucets, 'beryx-faucet', 'chain', 'calibnett'),
    `chain-not-found ${faucets}:2 chain | did you mean "calibnet"?`,
  ),
  edit(
    'a chain has a capital letter',
    cell(faucets, 'beryx-faucet', 'chain', 'Calibnet'),
    `chain-format ${faucets}:2 chain | calibnet`,
  ),
  edit('a chain is deleted', cell(faucets, 'beryx-faucet', 'chain', ''), `required-cell ${faucets}:2 chain | chain`),
  edit(
    'a listing of all networks names a chain',
    cell('listings/all-networks/apis.csv', 'alchemy-enterprise-recent-state', 'chain', 'mainnet'),
    'chain-ignored listings/all-networks/apis.csv:4 chain | clear the cell',
  ),
  edit(
    'a network is misspelt in a new folder',
    (sheets) =>
      sheets.rewrite('listings/specific-networks/filecion/wallets.csv', () => 'slug,offer\nguarda,!offer:guarda\n'),
    'unknown-network listings/specific-networks/filecion | did you mean "filecoin"?',
  ),
  edit(
    'a table stands in the wrong folder',
    (sheets) => sheets.rewrite('references/wallets.csv', () => 'slug,offer\n'),
    'misplaced-file references/wallets.csv | references/offers/',
  ),
  edit(
    'a column is misspelt',
    (sheets) => sheets.rewrite(storages, (text) => text.replace('planType', 'planTyp')),
    `unknown-column ${storages}:1 planTyp | planType`,
  ),
  edit(
    'a column is in the tables of another category',
    (sheets) => sheets.rewrite(faucets, (text) => text.replace('additionalNotes', 'planName')),
    `unknown-column ${faucets}:1 planName | column`,
  ),

  // Values
  edit('a required cell is cleared', storage('planType', ''), ofStorage('required-cell', 'planType')),
  edit('a value differs in case', storage('planType', 'tiered'), ofStorage('value-spelling', 'planType', '"Tiered"')),
  edit('a value has a typing error', storage('planType', 'Teired'), ofStorage('new-value', 'planType', '"Tiered"')),
  edit(
    'a value has a space at its end',
    storage('planType', 'Tiered '),
    ofStorage('edge-space', 'planType', 'make fix'),
  ),
  edit(
    'a list is written as text',
    storage('tag', 'IPFS, Arweave'),
    ofStorage('not-a-list', 'tag', '["IPFS","Arweave"]'),
  ),
  edit(
    'a list has single quotes',
    storage('tag', "['IPFS','Arweave']"),
    ofStorage('not-a-list', 'tag', '["IPFS","Arweave"]'),
  ),
  edit(
    'a list has a comma too many',
    storage('tag', '["IPFS","Arweave",]'),
    ofStorage('not-a-list', 'tag', '["IPFS","Arweave"]'),
  ),
  edit('a list repeats an item', storage('tag', '["IPFS","IPFS"]'), ofStorage('repeated-item', 'tag', 'make fix')),
  edit('a list has a blank item', storage('tag', '["IPFS",""]'), ofStorage('blank-item', 'tag')),
  edit('a list is not available', storage('tag', '#N/A'), ofStorage('not-a-list', 'tag', 'leave the cell blank')),
  edit('a flag is written in words', storage('starred', 'yes'), ofStorage('not-a-boolean', 'starred', 'TRUE')),
  edit(
    'a price is too wide for its column',
    storage('price', '########'),
    ofStorage('placeholder', 'price', '########'),
  ),
  edit('a price is to be decided', storage('price', 'TBD'), ofStorage('placeholder', 'price', 'blank')),
  edit('a price has no number', storage('price', 'from 3 coins'), ofStorage('price-without-number', 'price')),
  edit(
    'an uptime is above all',
    cell(apis, 'alchemy-enterprise-full-archive', 'uptimeSla', '101%'),
    `spreadsheet-damage ${apis}:3 uptimeSla | 100`,
  ),
  edit(
    'a text has an apostrophe of the spreadsheet',
    storage('planName', "'10"),
    ofStorage('spreadsheet-damage', 'planName', 'apostrophe'),
  ),
  edit(
    'a name has a line break',
    storage('planName', 'Lite\nPlan'),
    ofStorage('spreadsheet-damage', 'planName', 'line break'),
  ),
  edit(
    'a text has an invisible character',
    storage('planName', 'Li\u200bte'),
    ofStorage('invisible-character', 'planName', 'U+200B'),
  ),
  edit('a text has HTML', storage('description', 'Keeps <b>files</b>.'), ofStorage('html-in-text', 'description')),
  edit('a text has open markup', storage('description', 'Keeps **files.'), ofStorage('open-markdown', 'description')),

  // Links
  edit('a button has no address', button('Docs'), ofButton('bad-link', '[label](https://')),
  edit('a button runs a script', button('[Docs](javascript:alert)'), ofButton('bad-link', 'https://')),
  edit(
    'a button lacks its scheme',
    button('[Docs](docs.irys.xyz)'),
    ofButton('bad-link', '[Docs](https://docs.irys.xyz)'),
  ),
  edit('a button is not encrypted', button('[Docs](http://docs.irys.xyz)'), ofButton('http-link', 'https://')),
  edit(
    'a button leads to this machine',
    button('[Docs](http://localhost:3000)'),
    ofButton('local-address', 'localhost'),
  ),
  edit(
    'a button leads through a search engine',
    button('[Docs](https://www.google.com/url?q=https://irys.xyz)'),
    ofButton('spreadsheet-damage', 'redirect'),
  ),
  edit(
    'a website is an e-mail address',
    cell(providers, 'akave', 'website', 'mailto:a@akave.com'),
    `provider-link ${providers}:8 website | supportEmail`,
  ),
  edit(
    'a website lacks its scheme',
    cell(providers, 'akave', 'website', 'akave.com'),
    `provider-link ${providers}:8 website | https://akave.com`,
  ),
  edit(
    'a handle is an address',
    cell(providers, 'akave', 'x', 'https://x.com/akavenetwork'),
    `url-as-handle ${providers}:8 x | akavenetwork`,
  ),
  edit(
    'a logo has a typing error',
    cell(providers, 'akave', 'logoPath', 'akav.png'),
    `logo-not-found ${providers}:8 logoPath | akav.png`,
  ),
];
