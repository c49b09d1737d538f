/** Searches in ordinary words, as the API, the page and the MCP tool answer them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SearchCondition } from '../../service/answers/search-conditions.ts';
import { toApiFilters } from '../../service/query/filters/index.ts';
import { understand } from '../../service/questions/words/understand.ts';
import { directory } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';

interface Result {
  readonly interpretation?: {
    readonly network: string | null;
    readonly category: string;
    readonly filters: readonly { readonly id: string; readonly value: readonly string[] }[];
    readonly text: string;
    readonly href: string;
    readonly leftOut: readonly string[];
    readonly conditions: readonly SearchCondition[];
    readonly totalOffers: number;
    readonly totalProviders: number;
  };
}

describe('a search in ordinary words', () => {
  const { get } = useService(directory);
  const search = async (parameters: string) => {
    const answer = await get(`/api/search?${parameters}`);
    assert.equal(answer.status, 200);
    return (answer.json() as { result: Result }).result.interpretation;
  };

  it('is a selection, and its address finds the same offers', async () => {
    const found = await search('q=free+archive+rpc+on+ethereum');
    assert.equal(found?.network, 'ethereum');
    assert.equal(found?.category, 'apis');
    assert.deepEqual(found?.filters.map(({ id }) => id).toSorted(), [
      'apiType',
      'historicalData',
      'planType',
    ]);
    const { pathname, search: query } = new URL(found?.href ?? '');
    const page = (await get(pathname + query)).text;
    assert.match(page, new RegExp(`\\b${found?.totalOffers} offers?\\b`));
  });

  it('says what it leaves out if nothing matches all words', async () => {
    const found = await search('q=ethereum+rpc+zzzqqq');
    assert.deepEqual(found?.leftOut, ['zzzqqq']);
    assert.ok((found?.totalOffers ?? 0) > 0);
  });

  it('guesses no amount of a currency that nothing is priced in', async () => {
    const found = await search('q=rpc+under+%C2%A310+a+month');
    assert.deepEqual(found?.leftOut, ['under £10 a month']);
    const amount = found.conditions.find(({ words }) => words === 'under £10 a month');
    assert.deepEqual(
      { on: amount?.on, state: amount?.state, silent: amount?.silent },
      { on: 'price', state: 'no data', silent: undefined },
    );
    assert.equal(found.totalOffers, (await search('q=rpc'))?.totalOffers);
    const page = (await get('/search.md?q=rpc+under+%C2%A310+a+month')).text;
    assert.match(page, /under £10 a month/);
  });

  it('lists what may hold a budget if nothing is known to', async () => {
    const found = await search('q=100M+requests+a+month+on+ethereum+under+%240.01');
    assert.deepEqual(found?.leftOut, ['under $0.01']);
    assert.equal(new URL(found.href).searchParams.get('f.estimate'), '!*');
    const budget = found.conditions.find(({ on }) => on === 'estimate');
    assert.equal(budget?.state, 'no data');
    assert.equal(budget.silent, found.totalOffers);
    assert.ok(found.totalOffers > 0);
  });

  it('is suggested first, with its number of offers and its page', async () => {
    const suggest = async (address: string) => {
      const { result } = (await get(address)).json() as {
        result: { suggestions: { kind: string; text: string; detail?: string; url: string }[] };
      };
      return result.suggestions;
    };
    const [first] = await suggest('/api/suggest?q=free+archive+rpc+on+ethereum');
    const found = await search('q=free+archive+rpc+on+ethereum');
    assert.equal(first?.kind, 'list');
    assert.equal(first.text, 'Free Archive RPC APIs on Ethereum');
    assert.equal(first.detail, `${found?.totalOffers} offers`);
    assert.equal(first.url, found?.href);
    const [alternatives] = await suggest(
      '/networks/ethereum/api/infrastructure-providers/suggest?q=alternatives+to+alchemy',
    );
    assert.equal(alternatives?.text, 'Alternatives to Alchemy: APIs on Ethereum');
    for (const [q, text] of [
      ['free+archive+rpc+eth', 'Free Archive RPC APIs on Ethereum'],
      ['free+rpc+on+bas', 'Free RPC APIs on Base'],
      ['free+fauc', 'Free Faucets'],
    ] as const)
      assert.equal((await suggest(`/api/suggest?q=${q}`))[0]?.text, text, q);
    for (const q of ['kind=provider&q=free+archive+rpc', 'q=apis+on+ethereum', 'q=zzzqqq', 'q='])
      assert.ok(
        (await suggest(`/api/suggest?${q}`)).every(({ kind }) => kind !== 'list'),
        q,
      );
  });

  it('is a list in Markdown, too, with a link to it', async () => {
    const text = (await get('/search.md?q=free+archive+rpc+on+ethereum')).text;
    const found = await search('q=free+archive+rpc+on+ethereum');
    const counts = `${found?.totalOffers} offers from ${found?.totalProviders} providers`;
    assert.ok(text.includes(`Understood as: Free Archive RPC APIs on Ethereum (${counts}).`), text);
    const { pathname, search: query } = new URL(found?.href ?? '');
    assert.ok(text.includes(`${pathname}.md${query})`), text);
    const asText = (await get('/search.md?q=archive+rpc&text=archive')).text;
    assert.match(asText, /Understood as: RPC APIs: archive \(/);
  });

  it('begins the result page with the list and crosses for its words', async () => {
    const page = (await get('/search?q=archive+rpc+on+ethereum')).text;
    assert.match(page, /<h1 class="asked">Archive RPC APIs on Ethereum</);
    assert.match(page, /href="\/search\?q=archive\+rpc\+on\+ethereum&amp;text=archive\+rpc"/);
  });

  it('unfolds each offer in the directory page', async () => {
    const page = (await get('/search?q=archive+rpc+on+ethereum')).text;
    assert.match(page, /<form id="unfold" action="\/networks\/ethereum\/toolbox\/apis#open"/);
    const slugs = Array.from(page.matchAll(/name="open" value="([^"]*)"/g), ([, slug]) => slug);
    assert.ok(slugs.length >= 5);
    const path = '/networks/ethereum/api/infrastructure-providers/rows?category=apis&pageSize=100';
    const { result } = (await get(path)).json() as { result: { rows: { slug: string }[] } };
    for (const slug of slugs)
      assert.ok(
        result.rows.some((row) => row.slug === slug),
        slug,
      );
  });
});

/**
 * Searches of one meaning => networks | category | filters | order | words that stay text |
 * alternatives to | requests a month, and per second.
 */
const meanings = `
  free solana faucet => solana | faucets | price=,0 | - | - | -
  alternatives to alchemy and infura => - | apis | provider=!Alchemy,!Infura | - | - | Alchemy,Infura
  switch from alchemy to infura => - | apis | provider=Alchemy,Infura | - | - | -
  best etherscan alternatives => - | explorers | provider=!Etherscan | - | - | Etherscan
  something like infura but cheaper => - | apis | provider=!Infura | accessPrice | - | Infura
  no login faucet sepolia => - | faucets | requiresLogin=false & chain=sepolia | - | - | -
  rpc under £50 OR rpc under 50 GBP a month => - | apis | apiType=RPC | - | - | -
  rpc < 50/month OR rpc costing under 50/month OR rpc priced < 50/month => - | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
  chain id 8453 rpc => base | apis | apiType=RPC | - | - | -
  chain 84532 rpc => base | apis | chain=sepolia & apiType=RPC | - | - | -
  eip155:560048 rpc => ethereum | apis | chain=hoodi & apiType=RPC | - | - | -
  faucets on hoodi or solana devnet => ethereum,solana | faucets | chain=hoodi,devnet | - | - | -
  faucets on sepolia or hoodi => - | faucets | chain=sepolia,hoodi | - | - | -
  holesky faucet => ethereum | faucets | chain=holesky | - | - | -
  chain 17000 rpc => ethereum | apis | chain=holesky & apiType=RPC | - | - | -
  base goerli ramps => base | ramps | chain=goerli | - | - | -
  solana devnet rpc => solana | apis | chain=devnet & apiType=RPC | - | - | -
  8453 rpc => - | apis | apiType=RPC | - | - | -
  "base" rpc => - | apis | apiType=RPC | - | base | -
  "free" wallet => - | wallets | - | - | free | -
  recommended wallets => - | wallets | - | starred | - | -
  bridge from ethereum to base => ethereum | bridges | supportedChains=base | - | - | -
  free rpc for all networks => - | apis | planType=Free,Public & apiType=RPC | - | - | -
  explorer api => - | explorers | mentions=api | - | - | -
  rpc under 100 ms => - | apis | apiType=RPC & verifiedLatency=,100 | - | - | -
  rpc from $10 to $50 => - | apis | apiType=RPC & accessPrice=10,50,USD/month | - | - | -
  rpc at least $100 a month => - | apis | apiType=RPC & accessPrice=100,,USD/month | - | - | -
  rpc between €10 and 20 a month OR rpc between 10 and €20 OR rpc €10-20 a month => - | apis | apiType=RPC & accessPrice=10,20,EUR/month | - | - | -
  rpc from $0.05 to $0.10 per hour OR rpc from $0.05/hour to $0.10 => - | apis | apiType=RPC & accessPrice=36.5,73,USD/month | - | - | -
  rpc between $120 and $240 a year => - | apis | apiType=RPC & accessPrice=10,20,USD/month | - | - | -
  rpc between $0.01 and $0.02 per 1k requests => - | apis | apiType=RPC & queryPrice=10,20,USD/million requests | - | - | -
  rpc between 10 and 20 dollars OR rpc from $20 to 10 => - | apis | apiType=RPC & accessPrice=10,20,USD/month | - | - | -
  rpc under €20 => - | apis | apiType=RPC & accessPrice=,20,EUR/month | - | - | -
  eth rpc 20 dollars a month => ethereum | apis | apiType=RPC & accessPrice=,20,USD/month | - | - | -
  rpc less then 50 usd => - | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
  mcp server that can send transactions => - | mcpservers | onChainWrite=true | - | - | -
  etherium archve node => ethereum | apis | apiType=RPC & historicalData=Archive | - | - | -
  chepa rpc => - | apis | apiType=RPC | accessPrice | - | -
  quiknode base rpc => base | apis | apiType=RPC & provider=QuickNode | - | - | -
  alchmey vs infrua => - | apis | provider=Alchemy,Infura | - | - | -
  mpc servers => - | - | - | - | mpc server | -
  free => - | - | - | - | free | -
  websocket => - | - | - | - | websocket | -
  solana websocket free => solana | apis | mentions=websocket & planType=Free,Public | - | - | -
  wallet that supports ledger => - | wallets | mentions=ledger | - | - | -
  eterium rpc => ethereum | apis | apiType=RPC | - | - | -
  alchemy => - | - | - | - | alchemy | -
  99.9% uptime api => - | apis | uptimeSla=99.9, | - | - | -
  apis 50 => - | apis | - | - | - | -
  free plan with more than 1M requests => - | apis | planType=Free,Public & limitationsIncluded=1000001, | - | - | -
  base rpc with at least 25 requests per second => base | apis | apiType=RPC & limitationsRate=25, | - | - | -
  rpc >=100rps or 10M+ requests => - | apis | apiType=RPC & limitationsRate=100, & limitationsIncluded=10000000, | - | - | -
  RPC with 100M compute units free => - | apis | apiType=RPC & limitationsIncluded=100000000,,compute units/month & planType=Free,Public | - | - | -
  apis with more than 200M API credits a month => - | apis | limitationsIncluded=200000001,,credits/month | - | - | -
  at least 300 CU/s OR 300 compute units per second or more OR 300 CUPS => - | apis | limitationsRate=300,,compute units/second | - | - | -
  under 10M credits => - | apis | limitationsIncluded=,9999999,credits/month | - | - | -
  less than 5M requests on base => base | apis | - | - | - | - | 5000000
  archive api 500k calls per day or more => - | apis | historicalData=Archive & limitationsIncluded=15208333, | - | - | -
  mobile wallet for ton => - | wallets | supportedPlatforms=Android,iOS & mentions=ton | - | - | -
  40 million requests a month on base => base | apis | - | - | - | - | 40000000
  cheapest rpc for 5M calls per month on base => base | apis | apiType=RPC | - | - | - | 5000000
  rpc 100 rps peak on base OR rpc with 100 requests per second at peak on base => base | apis | apiType=RPC | - | - | - | 1000000 100/s
  rpc 100 rps on base => base | apis | apiType=RPC | - | - | - | 1000000 100/s
  rpc 100 requests per minute on base => base | apis | apiType=RPC | - | - | - | 1000000 2/s
  500k requests daily solana rpc => solana | apis | apiType=RPC | - | - | - | 15208333
  how much does 100M requests cost on ethereum => ethereum | apis | - | - | - | - | 100000000
  25 requests per second and 40M requests a month => - | apis | - | - | - | - | 40000000 25/s
  1 billion requests monthly enterprise rpc => - | apis | planType=Enterprise & apiType=RPC | - | - | - | 1000000000
  base rpc ~ 10 million calls/month => base | apis | apiType=RPC | - | - | - | 10000000
  10,000 requests per hour solana => solana | apis | - | - | - | - | 7300000
  websocket rpc 300 requests/second ethereum => ethereum | apis | mentions=websocket & apiType=RPC | - | - | - | 1000000 300/s
  pay as you go 15M requests per month base => base | apis | planType=Pay-as-you-go | - | - | - | 15000000
  archive under $100 with 20M requests a month on ethereum => ethereum | apis | historicalData=Archive & estimate=,100 | - | - | - | 20000000
  half a million requests per day => - | apis | - | - | - | - | 15208333
  1.5M requests/day solana archive node => solana | apis | apiType=RPC & historicalData=Archive | - | - | - | 45625000
  free rpc for ethereum, solana and base => ethereum,solana,base | apis | planType=Free,Public & apiType=RPC | - | - | -
  wallets for solana and ethereum => solana,ethereum | wallets | - | - | - | -
  oracle on base or solana => base,solana | oracles | - | - | - | -
  base & solana indexer => base,solana | apis | apiType=Indexed Data | - | - | -
  ethereum/base block explorer => ethereum,base | explorers | - | - | - | -
  rpc solana base ethereum => solana,base,ethereum | apis | apiType=RPC | - | - | -
  both solana and base rpc => solana,base | apis | apiType=RPC | - | - | -
  faucets for ethereum sepolia and base sepolia => ethereum,base | faucets | chain=sepolia | - | - | -
  40M requests a month on ethereum plus base => ethereum,base | apis | - | - | - | - | 40000000
  hardware wallet for solana => solana | wallets | hardware=true | - | - | -
  bridge with api for base => base | bridges | mentions=api | - | - | -
  cheapest archive node on ethereum => ethereum | apis | apiType=RPC & historicalData=Archive | accessPrice | - | -
  onramp with apple pay and no kyc => - | ramps | paymentMethods=Apple Pay & kycLevel=light | - | - | -
  security audit for rust contracts => - | security | toolType=Audit & mentions=rust & mentions=contract | - | - | -
  python sdk for solana => solana | sdks | programmingLanguage=Python | - | - | -
  vrf oracle on solana => solana | oracles | dataTypes=Randomness | - | - | -
  quicknode pricing on base => base | apis | provider=QuickNode | - | - | -
  chainstack vs drpc vs ankr => - | apis | provider=Chainstack,dRPC,Ankr | - | - | -
  mcp server for base without login => base | mcpservers | authType=None | - | - | -
  faucet without login and captcha => - | faucets | requiresLogin=false & hasCaptcha=false,!* | - | - | -
  mcp server without login and hosted => - | mcpservers | authType=None & hostingType=Hosted | - | - | -
  open source block explorer => - | explorers | mentions=open source | - | - | -
  wallet with 2fa and staking => - | wallets | mfa=true & staking=true | - | - | -
  dedicated node for solana => solana | apis | apiType=RPC & planType=Dedicated | - | - | -
  ipfs storage free tier => - | storages | mentions=ipfs & planType=Free | - | - | -
  ramp with apple pay or paypal => - | ramps | paymentMethods=Apple Pay,PayPal | - | - | -
  graphql or webhooks on base => base | apis | mentions=graphql,webhook | - | - | -
  paypal on ramp => - | ramps | paymentMethods=PayPal | - | - | -
  sepolia faucet no captcha => - | faucets | chain=sepolia & hasCaptcha=false | - | - | -
  graphql api for base => base | apis | mentions=graphql | - | - | -
  base-rpc OR rpc…base => base | apis | apiType=RPC | - | - | -
  archive|free OR archive;free OR archive+free => - | apis | historicalData=Archive & planType=Free,Public | - | - | -
  (archive) rpc => - | apis | apiType=RPC & historicalData=Archive | - | - | -
  nft-api => - | apis | mentions=nft | - | - | -
  solanawallet OR wallet:solana => solana | wallets | - | - | - | -
  noncustodial-wallet => - | wallets | custodial=false | - | - | -
  sepolia_faucet => - | faucets | chain=sepolia | - | - | -
  get block explorer on base => base | explorers | - | - | - | -
  getblock rpc => - | apis | apiType=RPC & provider=GetBlock | - | - | -
  nodejs => - | - | - | - | node.js | -
  jsonrpc => - | apis | apiType=RPC | - | - | -
  alchemy-vs-infura => - | apis | provider=Alchemy,Infura | - | - | -
  Infura|QuickNode => - | apis | provider=Infura,QuickNode | - | - | -
  pay‑as‑you‑go rpc => - | apis | planType=Pay-as-you-go & apiType=RPC | - | - | -
  multi–sig wallet => - | wallets | msig=true | - | - | -
  «archive node» => - | - | - | - | archive node | -
  ramps except those that accept paypal OR ramps which do not offer paypal OR ramps ignoring paypal => - | ramps | paymentMethods=!PayPal | - | - | -
  wallets not available on ios => - | wallets | supportedPlatforms=!iOS | - | - | -
  sdks not written in python => - | sdks | programmingLanguage=!Python | - | - | -
  ramps banned in iran => - | ramps | bannedCountries=IR | - | - | -
  api for wallet balances => - | apis | mentions=wallet & mentions=balance | - | - | -
  rpc other than free or public => - | apis | apiType=RPC & planType=!Free,!Public | - | - | -
  rpc with 99.9% guaranteed uptime => - | apis | apiType=RPC & uptimeSla=99.9, | - | - | -
  any base rpc but infura OR base rpc, infura excluded OR base rpc avoiding infura => base | apis | apiType=RPC & provider=!Infura | - | - | -
  rpc not available on base OR rpc that do not support zzqx => - | apis | apiType=RPC | - | - | -
  wallet with face id => - | wallets | mentions=face id | - | - | -
  rpc at least $500 a year => - | apis | apiType=RPC & accessPrice=41.66,,USD/month | - | - | -
  rpc under $500 a year => - | apis | apiType=RPC & accessPrice=,41.67,USD/month | - | - | -
  ramps in Iran OR ramps not banned in Iran => - | ramps | bannedCountries=!IR | - | - | -
  ramps not available in Iran => - | ramps | bannedCountries=IR | - | - | -
  wallet in German OR wallet auf Deutsch => - | wallets | languages=DE | - | - | -
  free alchemy or infura OR alchemy or infura, free => - | apis | planType=Free,Public & provider=Alchemy,Infura | - | - | -
  bridges excluding decentralized ones => - | bridges | decentralizationModel=!Decentralized | - | - | -
  infura pricing OR plans of infura => - | apis | provider=Infura | - | - | -
  rpc with an uptime SLA OR rpc with uptime => - | apis | apiType=RPC & uptimeSla=* | - | - | -
  rpc that does not state its uptime OR rpc without uptime SLA => - | apis | apiType=RPC & uptimeSla=!* | - | - | -
  rpc w/ 99.9%+ uptime => - | apis | apiType=RPC & uptimeSla=99.9, | - | - | -
  mcp server w/ x402 w/o login => - | mcpservers | x402=true & authType=None | - | - | -
  rpc non enterprise that isnt infura on base => base | apis | apiType=RPC & planType=!Enterprise & provider=!Infura | - | - | -
  mcp server that doesn't ask for x402 OR mcp server without asking for x402 => - | mcpservers | x402=false,!* | - | - | -
  rpc up to 100€/Monat => - | apis | apiType=RPC & accessPrice=,100,EUR/month | - | - | -
  rpc below 30 CHF => - | apis | apiType=RPC | - | - | -
  rpc 49 usd/month max => - | apis | apiType=RPC & accessPrice=,49,USD/month | - | - | -
  apis 99.99 percent uptime or better => - | apis | uptimeSla=99.99, | - | - | -
  EIP 712 wallets => - | wallets | mentions=eip-712,erc-712 | - | - | -
  switch from infura to something cheaper => - | apis | provider=!Infura | accessPrice | - | Infura
  rpc for a€b'c => - | apis | apiType=RPC & mentions=a€b'c | - | - | -
  rpc without websocket => - | apis | apiType=RPC & mentions=!websocket | - | - | -
  100 million monthly calls on base => base | apis | - | - | - | - | 100000000
  rpc neither free nor enterprise => - | apis | apiType=RPC & planType=!Free,!Public,!Enterprise | - | - | -
  difference between alchemy and infura => - | apis | provider=Alchemy,Infura | - | - | -
  rpc without vendor lock => - | apis | apiType=RPC | - | - | -
  rpc sub-100ms latency => - | apis | apiType=RPC & verifiedLatency=,100 | - | - | -
  rpc 5+ chains => - | apis | apiType=RPC & networkCount=5, | - | - | -
  rpc besides infura on solana => solana | apis | apiType=RPC & provider=!Infura | - | - | -
  rpc $50+ a month => - | apis | apiType=RPC & accessPrice=50,,USD/month | - | - | -
  like alchemy but cheaper => - | apis | provider=!Alchemy | accessPrice | - | Alchemy
  i'd like a rpc on base, pls => base | apis | apiType=RPC | - | - | -
  rpc with no stated price OR rpc, price not stated OR rpc whose price is unknown => - | apis | apiType=RPC & accessPrice=!* | - | - | -
  uptime sla not stated rpc => - | apis | uptimeSla=!* & apiType=RPC | - | - | -
  faucets not stating mainnet balance required => - | faucets | requiredMainnetBalance=!* | - | - | -
  rpc lagging at most one block behind => - | apis | apiType=RPC & blocksBehindSla=,1 | - | - | -
  rpc on 5 or more chains OR rpc on five or more chains => - | apis | apiType=RPC & networkCount=5, | - | - | -
  300 or more requests per second => - | apis | limitationsRate=300, | - | - | -
  non archive rpc base => base | apis | historicalData=!Archive & apiType=RPC | - | - | -
  30M archive calls per month on base => base | apis | historicalData=Archive | - | - | - | 30000000
  rpc with 1 month trial => - | apis | apiType=RPC & trial=true | - | - | -
  faucet once a day => - | faucets | dripLimitPeriodHours=,24 | - | - | -
  kyc-free ramps OR ramps without kyc => - | ramps | kycLevel=light | - | - | -
  wallet that costs nothing OR wallet free of charge => - | wallets | price=,0 | - | - | -
  rpc for my trading bot on base => base | apis | apiType=RPC | - | - | -
  is alchemy cheaper than infura => - | apis | provider=Alchemy,Infura | accessPrice | - | -
  show us ramps => - | ramps | - | - | - | -
  cheaper than infura on base => base | apis | provider=!Infura | accessPrice | - | Infura
  puentes que no sean centralizados => - | bridges | decentralizationModel=!Centralized | - | - | -
  API sans clé pour ethereum OR ethereum API ohne Schlüssel => ethereum | apis | planType=Public | - | - | -
  rpc on ethereum and base at the same time => ethereum,base | apis | apiType=RPC | - | - | -
  storage whose price is not published => - | storages | price=!* | - | - | -
  ERC4337 wallet OR ERC 4337 wallet => - | wallets | mentions=erc-4337,eip-4337 | - | - | -
  ramps sans paypal ni apple pay => - | ramps | paymentMethods=!PayPal & paymentMethods=!Apple Pay | - | - | -
  wallets que no sean de hardware => - | wallets | hardware=false,!* | - | - | -
  less than 20 cents per million requests => - | apis | queryPrice=,0.2,USD/million requests | - | - | -
  rpc with 99.999 uptime => - | apis | apiType=RPC & uptimeSla=99.999, | - | - | -
  does anyone know a reliable bridge to solana? => solana | bridges | mentions=reliable | - | - | -`;

describe('the page of a search', () => {
  const { get } = useService(directory);
  for (const [q, title] of [
    ['ramps without full kyc', 'On/off ramps with KYC level other than full'],
    ['rpc except alchemy or infura', 'RPC APIs without Alchemy or Infura'],
    ['rpc without uptime sla', 'RPC APIs without a stated uptime SLA'],
    ['analytics under $500 a year', 'Analytics under $41.67 a month'],
  ] as const)
    it(`says so in its title: ${q}`, async () => {
      const { text } = await get(`/search?q=${encodeURIComponent(q)}`, asBrowser);
      const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text) ?? [];
      assert.equal(heading.replace(/<[^>]*>/g, '').trim(), title);
      assert.doesNotMatch(text, / have no /);
    });
});

describe('the words of a search', () => {
  const { service } = useService();

  it('are named part by part', async () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    const told = meanings
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [searches = ''] = line.trim().split(' => ');
        return searches.split(' OR ').map((q) => {
          const { parts, corrected } = understand(snapshot, q, {
            network: null,
            category: null,
            asText: [],
          });
          const lines = parts.map((part) => `  ${JSON.stringify(part)}`);
          return [`${q}${corrected === null ? '' : ` (${corrected})`}`, ...lines].join('\n');
        });
      });
    await assertGolden('answers/words.txt', `${told.join('\n')}\n`);
  });

  for (const line of meanings.trim().split('\n')) {
    const [searches = '', meaning = ''] = line.trim().split(' => ');
    for (const q of searches.split(' OR '))
      it(`mean ${q} => ${meaning}`, () => {
        const snapshot = service().holder.current ?? assert.fail('a snapshot');
        const asked = { network: null, category: null, asText: [] };
        const { network, networks, category, filters, sorting, terms, alternativesTo, workload } =
          understand(snapshot, q, asked);
        const conditions = filters.map(
          (filter) => `${filter.column.key}=${toApiFilters([filter])[0]?.value.join()}`,
        );
        const order = sorting.map(({ column }) => column.key);
        const place = networks.join() || network;
        const volume =
          workload === null
            ? []
            : [
                [workload.requests, workload.peak && `${workload.peak}/s`]
                  .filter(Boolean)
                  .join(' '),
              ];
        const cells = [
          place,
          category,
          conditions.join(' & '),
          order.join(),
          terms.join(' '),
          alternativesTo.join(),
          ...volume,
        ];
        assert.equal(cells.map((cell) => cell || '-').join(' | '), meaning);
      });
  }

  const denials: readonly (readonly [search: string, conditions: string, left: string])[] = [
    ['rpc except alchemy', 'apiType=RPC & provider=!Alchemy', ''],
    ['rpc other than alchemy, infura or ankr', 'apiType=RPC & provider=!Alchemy,!Infura,!Ankr', ''],
    ['rpc ohne archive', 'apiType=RPC & historicalData=!Archive', ''],
    ['rpc sans archive or trial', 'apiType=RPC & historicalData=!Archive & trial=false,!*', ''],
    ['rpc excluding archive', 'apiType=RPC & historicalData=!Archive', ''],
    ['rpc including archive', 'apiType=RPC & historicalData=Archive', ''],
    ['rpc not with archive', 'apiType=RPC & historicalData=!Archive', ''],
    ['wallet without staking', 'staking=false,!*', ''],
    ['on ramp without paypal', 'paymentMethods=!PayPal', ''],
    ['rpc without uptime sla', 'apiType=RPC & uptimeSla=!*', ''],
    ['rpc not on base', 'apiType=RPC', 'not on base'],
    ['wallet with 2fa or staking', 'mfa=true & staking=true', 'or'],
    ['rpc without unicorns', 'apiType=RPC', 'without unicorns'],
    ['rpc on at least 50 networks', 'apiType=RPC & networkCount=50,', ''],
    ['rpc with 99.9 % uptime', 'apiType=RPC & uptimeSla=99.9,', ''],
    ['rpc uptime above 99.9', 'apiType=RPC & uptimeSla=99.95,', ''],
    ['rpc at most 2 blocks behind', 'apiType=RPC & blocksBehindSla=,2', ''],
    ['rpc behind by at most 2 blocks', 'apiType=RPC & blocksBehindSla=,2', ''],
    ['ein rpc für base bitte', 'apiType=RPC', ''],
  ];
  for (const [q, conditions, left] of denials)
    it(`of ${q} are applied or named`, () => {
      const snapshot = service().holder.current ?? assert.fail('a snapshot');
      const asked = { network: null, category: null, asText: [] };
      const { filters, notUnderstood, terms } = understand(snapshot, q, asked);
      const told = filters.map(
        (filter) => `${filter.column.key}=${toApiFilters([filter])[0]?.value.join()}`,
      );
      assert.equal(told.join(' & '), conditions);
      assert.equal(notUnderstood.join(), left);
      assert.deepEqual(terms, []);
    });

  it('take bounded time: a repeated synonym, and a bound of 400 digits', () => {
    const snapshot = service().holder.current ?? assert.fail('a snapshot');
    const read = (q: string) =>
      understand(snapshot, q, { network: null, category: null, asText: [] });
    assert.ok(read('cheap '.repeat(500)).terms.join(' ').length < 4000);
    const found = read(`rpc under $${'9'.repeat(400)}`).filters.map(({ column }) => column.key);
    assert.deepEqual(found, ['apiType']);
  });
});

describe('words in the search of a directory page', () => {
  const { get } = useService(directory);
  const pageOf = async (address: string) => {
    const answer = await get(address);
    assert.equal(answer.status, 200);
    return answer.text;
  };
  const offerOf = (page: string) => {
    const [, href = '', words, count] =
      /<a href="([^"]*)">Use as filters: ([^<]*)<\/a> <span class="n">([^<]*)</.exec(page) ?? [];
    return words === undefined
      ? null
      : { address: new URL(href.replaceAll('&amp;', '&'), 'http://x'), words, count };
  };

  it('are offered as filters, with the number of offers that the link shows', async () => {
    const offered = offerOf(await pageOf('/networks/ethereum/toolbox/apis?search=free+archive'));
    assert.equal(offered?.words, 'free, archive');
    assert.equal(offered.address.searchParams.get('f.historicalData'), 'Archive');
    assert.equal(offered.address.searchParams.get('search'), null);
    const { pathname, search } = offered.address;
    const page = await pageOf(pathname + search);
    assert.ok(page.includes(`, ${offered.count}</strong>`), offered.count);
    assert.equal(offerOf(page), null);
  });

  it('keep the filters and picked offers of the page, and the other words as mentions', async () => {
    const asked = 'search=cheap+growth&f.planType=Tiered&compare=some-offer';
    const parameters = offerOf(await pageOf(`/networks/ethereum/toolbox/apis?${asked}`))?.address
      .searchParams;
    assert.equal(parameters?.get('f.planType'), 'Tiered');
    assert.equal(parameters?.get('compare'), 'some-offer');
    assert.equal(parameters?.get('sort'), 'accessPrice');
    assert.equal(parameters?.get('f.mentions'), 'growth');
  });

  it('lead to the list of several networks, and to alternatives', async () => {
    const several = offerOf(await pageOf('/networks/ethereum/toolbox/apis?search=free+base+aria'));
    assert.equal(several?.address.pathname, '/toolbox/apis');
    assert.deepEqual(several?.address.searchParams.getAll('network'), ['base', 'aria']);
    assert.equal(several?.address.searchParams.get('networkMatch'), 'all');
    const others = offerOf(
      await pageOf('/networks/ethereum/toolbox/apis?search=alternatives+to+alchemy'),
    );
    assert.equal(others?.address.searchParams.get('f.provider'), '!Alchemy');
  });

  it('lead to another network or category that they name', async () => {
    const offered = offerOf(await pageOf('/networks/ethereum/toolbox/apis?search=wallets+on+base'));
    assert.equal(offered?.address.pathname, '/networks/base/toolbox/wallets');
  });

  it('are not offered without a meaning of their own', async () => {
    for (const search of ['zzzqqq', '%22archive%22', ''])
      assert.equal(
        offerOf(await pageOf(`/networks/ethereum/toolbox/apis?search=${search}`)),
        null,
        search,
      );
  });
});

describe('a search in another spelling', () => {
  const { get } = useService(directory);
  const first = async (q: string) =>
    (
      (await get(`/api/search?q=${encodeURIComponent(q)}`)).json() as {
        result: { corrected?: string };
      }
    ).result;

  it('may be longer than a search that is typed', async () => {
    const { status } = await get(`/api/search?q=${'payasyougo+'.repeat(18)}`);
    assert.equal(status, 200);
  });

  it('says the words that it looked for instead', async () => {
    assert.equal((await first('payasyougo')).corrected, 'pay as you go');
    assert.equal((await first('archve rpc')).corrected, 'archive rpc');
    const { result } = (await get('/api/suggest?q=jsonrpc')).json() as {
      result: { corrected?: string };
    };
    assert.equal(result.corrected, 'json rpc');
  });
});
