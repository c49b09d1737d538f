/**
 * Days of an editor: each command with what it prints, its exit status and the lines that it
 * writes, word for word. `UPDATE_GOLDEN=1` writes the files again: read the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertGolden } from '../support/golden.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import {
  editTree,
  places,
  readTree,
  smallTree,
  type Tree,
  writeTree,
} from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** `@edit FILE: from => to` is what an editor writes; `{first}` is the first snapshot. */
const lines = `
check
check --strict
check --format json
check --format github
build
build
coverage-report
coverage-report --format json
list --offer acme-wallet --networks bora --dry-run
list --offer acme-free,acme-pro --networks bora,cela
list --offer acme-free --networks nowhere
list --offer nothing --networks bora
list --offer acme-free --networks aria --chains testnet
rename --what offer --from acme-wallet --to acme-purse --dry-run
rename --what offer --from acme-wallet --to acme-purse
rename --what provider --from Borealis --to Boreal
rename --what network --from cela --to celo --dry-run
rename --what offer --from nothing --to some
rename --what offer --from acme-free --to acme-pro
add-provider --provider Zeta --website https://zeta.example/ --description Runs_nodes. --values starred=TRUE
add-provider --provider Acme --website https://other.example/
remove --offer acme-pro --dry-run
remove --offer acme-pro --category apis
remove --provider Nobody
import --file {folder}/rows.csv --category apis --dry-run
import --file {folder}/rows.csv --category apis --ignore remark
import --file {folder}/rows.csv --category apis
import --file {folder}/wrong.csv --category apis
move --offer acme-purse --to apis --category wallets --dry-run
diff
diff --format json
diff --format markdown
diff --base {folder}/before
check --base {folder}/before
check --base {folder}/before --format json
check --format sarif
build
build --confirm
@edit references/offers/apis.csv: Free,TRUE => $5/mo,FALSE
diff --all
build --confirm
rollback
rollback --to {first}
rollback --to 20200101T000000000Z-00000000
diff --base {first}
fix --dry-run
@edit references/offers/apis.csv: ""archive"",""websocket"" => “archive”,""archive"",""archive""
@edit references/offers/apis.csv: Acme Nodes => Acme Nodes 
@edit references/offers/apis.csv: Nodes for all. => See [Docs](https://acme.example/?utm_source=x&a=1)
check
fix --dry-run
fix --base {folder}/before
fix
check
schemas --to {folder}/schemas
init
check --sources {folder}/nowhere
check --format yaml
diff --base nothing
`;

const rows = `slug,provider,accessPrice,trial,description,remark
zeta-free,Zeta,Free,TRUE,Nodes for all.,x
zeta-pro,Zeta,$9/mo,no,Nodes for teams.,y
acme-free,Acme,Free,TRUE,Nodes for everyone.,z
`;
const wrong = 'slug,provider,accessPrice\nzeta-big,Nobody,$9/mo\n,Zeta,$1\n';

const image = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
const crlf = (text = '') => text.replaceAll('\n', '\r\n');
const listed = 'slug,provider,offer,chain,accessPrice,trial,tag,description,credentialKey\n';
/**
 * Two categories have an offer `both`, two providers one logo and a name that begins alike; the main
 * chain of a network is not its first one; some files end their lines otherwise, or not at all.
 */
const richTree = editTree(
  {
    ...smallTree,
    'networks/images/aria.svg': image,
    'networks/images/bora.svg': image,
    'references/providers/images/acme.svg': image,
    'references/quotations.csv': `category,slug,column,address,words,readOn
apis,both,accessPrice,https://acme.example/pricing,$9/mo,2026-11-01
apis,both,accessPrice,https://acme.example/plans,$9/mo,2026-11-02
wallets,both,tag,https://acme.example/wallet,mobile,2026-11-03
`,
    'references/corrections.csv':
      'category,slug,column,was\napis,both,accessPrice,$8/mo\nwallets,both,tag,"[""web""]"\n',
    'references/periods.csv':
      'category,slug,column,value,from,until\napis,both,accessPrice,$7/mo,2027-01-01,\n',
    'listings/specific-networks/aria/wallets.csv': 'slug,offer\nboth,!offer:both\nw,!offer:both',
    'listings/specific-networks/cela/wallets.csv': 'slug,offer',
    // Other providers have a listing of this name, too.
    'listings/specific-networks/cela/apis.csv': `${listed}own,Acme,,mainnet,,TRUE,,,\nown-b,Borealis,,mainnet,,TRUE,,,\n`,
    'listings/specific-networks/bora/apis.csv': `${listed}own,Borealis,,mainnet,,TRUE,,,\n`,
  },
  {
    [places.networks]: [['"[""mainnet"",""testnet""]"', '"[""testnet"",""mainnet""]"']],
    [places.columns]: [
      [
        'description,Desc',
        'announced,Later,,,,,,,array,string,true,"[""apis""]",,false\ndescription,Desc',
      ],
    ],
    [places.providers]: [
      [
        'acme,Acme,,Runs nodes.',
        'acme,Acme,acme.svg,"Acme runs it, see https://Acme.dev/Acme and Acme-Labs."',
      ],
      ['borealis,', 'acme-labs,Acme Labs,acme.svg,Labs of Acme.,,,,,,,,,,\nborealis,'],
    ],
    [places.apiOffers]: [['Nodes for everyone.,\n', 'Nodes of Acme.,\nboth,Acme,,$9/mo,,,,\n']],
    [places.ariaApis]: [['acme-pro-t', 'both-testnet,,!offer:both,testnet,,,,,\nacme-pro-t']],
    [places.walletOffers]: [['custodial\n', 'custodial\nboth,Acme,Twin,"[""mobile""]",,TRUE\n']],
  },
);
const richLines = `
check
coverage-report
list --offer both --networks aria,cela --category apis
list --offer both --networks bora,cela --category wallets
list --offer both --networks bora
list --offer acme-pro --networks aria,bora --chains goerli
rename --what offer --from both --to twin --category apis
rename --what offer --from both --to other
rename --what provider --from Étoile_星 --to Acme
rename --what provider --from Acme --to Acme_Group --texts
rename --what network --from aria --to area
add-provider --provider Zeta --website https://zeta.example/ --logo {folder}/mark.svg --values starred=TRUE,_docs=https://zeta.example/docs,_x=zeta
add-provider --provider Borealis! --website https://borealis.example/
add-provider --provider Eta --website https://eta.example/?gclid=1
import --file {folder}/new.csv --category wallets
import --file {folder}/same.csv --category apis
import --file {folder}/same.csv --category apis --ignore Price
move --offer other --to apis --chains mainnet --ignore tag
move --offer other --to apis --chains mainnet --ignore custodial
move --offer twin --to explorers --category apis --ignore accessPrice
remove
remove --offer acme-free,twin
remove --provider Acme_Labs
remove --provider Acme_Group
check --strict --base {folder}/before
check --strict --base {sources}
fix --base {folder}/before
`;
const newRows = `Slug,Provider,Offer,Tags,Custodial,Height,Width
One Wallet,zeta,One,"mobile, web",yes,1,2
Two Wallet,ZETA,Two,,no,1,2
Three Wallet,Zeta,Three,"[""web""]",x,1,2
,Acme Group,Twin,mobile,n,,
`;
const sameRows = `provider,offer,Price,accessPrice,trial
Acme Group,Acme Nodes,$3/mo,10,0
Acme Group,Acme Nodes,$3/mo,€11/mo,1
`;

/** Lines of the sources that went and came. */
function differences(before: Tree, after: Tree): string[] {
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return files.flatMap((file) => {
    const [old, now] = [before[file], after[file]].map((text) => String(text ?? '').split('\n'));
    if (old === undefined || now === undefined) return [];
    const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
    const came = now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`);
    return gone.length + came.length === 0
      ? []
      : [`  ${file}`, ...[...gone, ...came].map((l) => `    ${l}`)];
  });
}

class Session {
  readonly folder: string;
  readonly sources: string;
  readonly told: string[] = [];
  readonly #ids: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
    this.sources = path.join(folder, 'sources');
  }

  edit(line: string): void {
    const [, file = '', from = '', to = ''] = /^@edit (.*?): (.*) => (.*)$/.exec(line) ?? [];
    const target = path.join(this.sources, file);
    const old = readTree(this.sources);
    writeFileSync(target, readFileSync(target, 'utf8').replaceAll(from, to));
    this.told.push([`$ ${line}`, ...differences(old, readTree(this.sources))].join('\n'));
  }

  async run(line: string): Promise<void> {
    const old = readTree(this.sources);
    const { code, stdout, stderr } = await runPipeline(this.#wordsOf(line));
    const answer = [stdout.trimEnd(), stderr === '' ? '' : `! ${stderr.trimEnd()}`];
    const told = [`$ ${line}`, ...answer.filter((text) => text !== ''), `= ${code}`];
    const text = [...told, ...differences(old, readTree(this.sources))].join('\n');
    this.told.push(this.#mask(text));
  }

  #wordsOf(line: string): string[] {
    const words = line
      .replace('{folder}', this.folder)
      .replace('{sources}', this.sources)
      .replace('{first}', this.#ids[0] ?? '')
      .split(' ')
      .map((word) => word.replaceAll('_', ' '));
    const usesSources = !/^rollback|--sources/.test(line);
    const usesBuild = /^(?:build|check|diff|rollback|schemas)/.test(line);
    return [
      ...words,
      ...(usesSources ? ['--sources', this.sources] : []),
      ...(usesBuild ? ['--build', path.join(this.folder, 'build')] : []),
    ];
  }

  /** Snapshots by their number. */
  #mask(text: string): string {
    return (
      text
        .replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, (id) => {
          if (!this.#ids.includes(id)) this.#ids.push(id);
          return `{snapshot ${this.#ids.indexOf(id) + 1}}`;
        })
        // Places are told relative to the current folder, wherever the project is.
        .replaceAll(path.relative(process.cwd(), this.folder), '{folder}')
        .replaceAll(this.folder, '{folder}')
    );
  }
}

interface Day {
  readonly tree: Tree;
  /** Besides the sources. */
  readonly files: Readonly<Record<string, string>>;
  readonly lines: string;
}

/** By golden file. */
const days: Readonly<Record<string, Day>> = {
  'session.txt': { tree: smallTree, files: { 'rows.csv': rows, 'wrong.csv': wrong }, lines },
  'edits.txt': {
    tree: { ...richTree, [places.apiOffers]: crlf(String(richTree[places.apiOffers])) },
    files: { 'new.csv': newRows, 'same.csv': sameRows, 'mark.svg': image },
    lines: richLines,
  },
};

describe('a session of commands', () => {
  for (const [golden, day] of Object.entries(days))
    it(`prints and writes what it did: ${golden}`, async (t) => {
      const session = new Session(await makeTemporaryFolder(t));
      await writeTree(path.join(session.folder, 'before'), day.tree);
      await writeTree(session.sources, day.tree);
      await writeTree(session.folder, day.files);
      for (const line of day.lines.trim().split('\n'))
        if (line.startsWith('@edit')) session.edit(line);
        else await session.run(line);
      await assertGolden(golden, `${session.told.join('\n\n')}\n`);
    });
});
