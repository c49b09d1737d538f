/** Searches as people type them, with what they mean on the corpus. */

export interface LabelledWords {
  readonly q: string;
  /** Network, category, filters, sort order, text and the provider to which alternatives are wanted; `-` for none. */
  readonly means: string;
}

/** A line: the search, then `means`. */
const parse = (lines: string): LabelledWords[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [q = '', ...means] = line.split(' | ');
      return { q, means: means.join(' | ') };
    });

export const ordinary = parse(`
free solana faucet | solana | faucets | price=,0 | - | - | -
archive base under $50 | base | apis | historicalData=Archive & accessPrice=,50,USD/month | - | - | -
cheap rpc | - | apis | apiType=RPC | accessPrice | - | -
mcp server indexer | - | mcpservers | - | - | indexer | -
base rpc archive | base | apis | apiType=RPC & historicalData=Archive | - | - | -
alchemy vs infura | - | apis | provider=Alchemy,Infura | - | - | -
alternatives to alchemy | - | apis | - | - | - | Alchemy
sdk in rust | - | sdks | programmingLanguage=Rust | - | - | -
graphql ethereum api | ethereum | apis | availableApis=GraphQL | - | - | -
no login faucet sepolia | - | faucets | requiresLogin=false & chain=sepolia | - | - | -
no captcha faucet | - | faucets | hasCaptcha=false | - | - | -
websocket polygon endpoint | polygon | apis | availableApis=websocket,WebSockets & apiType=RPC | - | - | -
wallets with hardware support | - | wallets | hardware=true | - | - | -
open source wallet | - | wallets | openSource=true | - | - | -
non-custodial wallet for solana | solana | wallets | custodial=false | - | - | -
testnet tokens | - | faucets | - | - | - | -
wallet sdk | - | sdks | tag=Wallet SDK,Wallet Integration | - | - | -
pay as you go rpc | - | apis | planType=Pay-as-you-go & apiType=RPC | - | - | -
rpc below 50 usd | - | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
rpc < 50/month | - | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
nodes for arbitrum with trial | arbitrum | apis | apiType=RPC & trial=true | - | - | -
8453 rpc | base | apis | apiType=RPC | - | - | -
eth archive node free | ethereum | apis | apiType=RPC & historicalData=Archive & planType=Free,Public | - | - | -
"base" rpc | - | apis | apiType=RPC | - | base | -
starred apis on ethereum | ethereum | apis | - | starred | - | -
infura api | - | apis | provider=Infura | - | - | -
bridge from ethereum to base | ethereum | bridges | supportedChains=base | - | - | -
free rpc for all networks | - | apis | planType=Free,Public & apiType=RPC | - | - | -
chainlink price feed | - | oracles | dataTypes=Asset Prices,Price Feeds,Token Prices & provider=Chainlink | - | - | -
ipfs storage | - | storages | tag=IPFS | - | - | -
storage under $10 a month | - | storages | price=,10,USD/month | - | - | -
on ramp with apple pay | - | ramps | paymentMethods=apple_pay | - | - | -
explorer api | - | explorers | - | - | api | -
quicknode vs alchemy on base | base | apis | provider=QuickNode,Alchemy | - | - | -
best wallet for android | - | wallets | supportedPlatforms=Android | - | - | -
rpc under 100 ms | - | apis | apiType=RPC | - | under 100 ms | -
free ethereum rpc | ethereum | apis | planType=Free,Public & apiType=RPC | - | - | -
cheapest solana rpc | solana | apis | apiType=RPC | accessPrice | - | -
arbitrum archive node | arbitrum | apis | apiType=RPC & historicalData=Archive | - | - | -
polygon rpc endpoint | polygon | apis | apiType=RPC | - | - | -
bnb chain rpc free | bsc | apis | apiType=RPC & planType=Free,Public | - | - | -
optimism rpc no api key | optimism | apis | apiType=RPC & planType=Public | - | - | -
avalanche node provider | avalanche | apis | apiType=RPC | - | - | -
base sepolia faucet | base | faucets | chain=sepolia | - | - | -
sepolia eth faucet no login | - | faucets | chain=sepolia & requiresLogin=false | - | - | -
testnet tokens for polygon amoy | polygon | faucets | chain=amoy | - | - | -
where can i get sepolia eth | - | faucets | chain=sepolia | - | - | -
solana devnet faucet | solana | faucets | chain=devnet | - | - | -
faucet without captcha | - | faucets | hasCaptcha=false | - | - | -
free faucet | - | faucets | price=,0 | - | - | -
hoodi faucet | - | faucets | chain=hoodi | - | - | -
rpc with websocket on ethereum | ethereum | apis | apiType=RPC & availableApis=websocket,WebSockets | - | - | -
wss endpoint polygon | polygon | apis | availableApis=websocket,WebSockets & apiType=RPC | - | - | -
archive node under $100 per month | - | apis | apiType=RPC & historicalData=Archive & accessPrice=,100,USD/month | - | - | -
ethereum rpc less than $20 a month | ethereum | apis | apiType=RPC & accessPrice=,20,USD/month | - | - | -
rpc max 100 usd | - | apis | apiType=RPC & accessPrice=,100,USD/month | - | - | -
bsc node below $50/mo | bsc | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
apis between $10 and $50 | - | apis | accessPrice=10,50,USD/month | - | - | -
rpc $49 | - | apis | apiType=RPC & accessPrice=,49,USD/month | - | - | -
storage under $5 | - | storages | price=,5,USD/month | - | - | -
cheap storage | - | storages | - | price | - | -
ipfs pinning | - | storages | tag=IPFS | - | pinning | -
decentralized storage free | - | storages | planType=Free | - | - | -
arweave storage | - | storages | provider=Arweave | - | - | -
mcp server for ethereum | ethereum | mcpservers | - | - | - | -
mcp servers without api key | - | mcpservers | authType=None | - | - | -
self hosted mcp server | - | mcpservers | hostingType=Self-hosted | - | - | -
remote mcp server | - | mcpservers | hostingType=Hosted | - | - | -
mcp server that can send transactions | - | mcpservers | onChainWrite=true | - | - | -
mcp server for ai agents | - | mcpservers | tag=AI agents | - | - | -
hardware wallet | - | wallets | hardware=true | - | - | -
hardware wallet for bitcoin | bitcoin | wallets | hardware=true | - | - | -
open source wallets on ethereum | ethereum | wallets | openSource=true | - | - | -
custodial wallet | - | wallets | custodial=true | - | - | -
non custodial wallet ios | - | wallets | custodial=false & supportedPlatforms=iOS | - | - | -
wallet with staking | - | wallets | staking=true | - | - | -
multisig wallet | - | wallets | msig=true | - | - | -
browser extension wallet for solana | solana | wallets | supportedPlatforms=Browser Extension,Extension | - | - | -
android wallet | - | wallets | supportedPlatforms=Android | - | - | -
cosmos wallet | cosmos | wallets | - | - | - | -
block explorer with contract verification | - | explorers | smartContractsVerifications=true | - | - | -
explorer for base | base | explorers | - | - | - | -
graphql explorer | - | explorers | availableApis=GraphQL | - | - | -
etherscan api | - | apis | provider=Etherscan | - | - | -
ethereum bridge | ethereum | bridges | - | - | - | -
bridge ethereum to solana | ethereum | bridges | supportedChains=solana | - | - | -
recommended wallets | - | wallets | - | starred | - | -
rpc for all networks | - | apis | apiType=RPC | - | - | -
free rpc any network | - | apis | planType=Free,Public & apiType=RPC | - | - | -
eip155:137 rpc | polygon | apis | apiType=RPC | - | - | -
42161 archive | arbitrum | apis | historicalData=Archive | - | - | -
1 rpc | ethereum | apis | apiType=RPC | - | - | -
matic rpc | polygon | apis | apiType=RPC | - | - | -
eth mainnet rpc | ethereum | apis | chain=mainnet & apiType=RPC | - | - | -
`);

export const withErrors = parse(`
etherium archve node | ethereum | apis | apiType=RPC & historicalData=Archive | - | - | -
chepa rpc | - | apis | apiType=RPC | accessPrice | - | -
fauct on polygon | polygon | faucets | - | - | - | -
eterium rpc | ethereum | apis | apiType=RPC | - | - | -
solna faucet | solana | faucets | - | - | - | -
polygn node | polygon | apis | apiType=RPC | - | - | -
arbitrm archive | arbitrum | apis | historicalData=Archive | - | - | -
fre rpc | - | apis | planType=Free,Public & apiType=RPC | - | - | -
chep node | - | apis | apiType=RPC | accessPrice | - | -
cheapst polygon rpc | polygon | apis | apiType=RPC | accessPrice | - | -
archiv node base | base | apis | apiType=RPC & historicalData=Archive | - | - | -
webscoket api on base | base | apis | availableApis=websocket,WebSockets | - | - | -
indexr for solana | solana | apis | apiType=Indexed Data | - | - | -
walets for solana | solana | wallets | - | - | - | -
hardwre wallet | - | wallets | hardware=true | - | - | -
open sorce wallet | - | wallets | openSource=true | - | - | -
opensource wallets | - | wallets | openSource=true | - | - | -
bridgs for base | base | bridges | - | - | - | -
orcale on polygon | polygon | oracles | - | - | - | -
explorrer for avalanche | avalanche | explorers | - | - | - | -
fauctes on sepolia | - | faucets | chain=sepolia | - | - | -
no captha faucet | - | faucets | hasCaptcha=false | - | - | -
mcp severs | - | mcpservers | - | - | - | -
storge under $10 | - | storages | price=,10,USD/month | - | - | -
stoarge free | - | storages | planType=Free | - | - | -
alchmey vs infrua | - | apis | provider=Alchemy,Infura | - | - | -
alternatves to alchemy | - | apis | - | - | - | Alchemy
quiknode base rpc | base | apis | apiType=RPC & provider=QuickNode | - | - | -
trail rpc | - | apis | trial=true & apiType=RPC | - | - | -
multisg wallet | - | wallets | msig=true | - | - | -
endpoints for ethereum | ethereum | apis | apiType=RPC | - | - | -
archive nodes on base | base | apis | apiType=RPC & historicalData=Archive | - | - | -
nodes | - | apis | apiType=RPC | - | - | -
libraries in rust | - | sdks | programmingLanguage=Rust | - | - | -
free faucets | - | faucets | price=,0 | - | - | -
cheap rpcs | - | apis | apiType=RPC | accessPrice | - | -
price feeds on arbitrum | arbitrum | oracles | dataTypes=Asset Prices,Price Feeds,Token Prices | - | - | -
block explorers | - | explorers | - | - | - | -
audits | - | security | toolType=Audit,Audits | - | - | -
`);

/** Names, words that are part of a name, and quoted words. */
export const plain = parse(`
base pay desk | - | - | - | - | base pay desk | -
mpc servers | - | - | - | - | mpc servers | -
base pay | - | - | - | - | base pay | -
free | - | - | - | - | free | -
freighter | - | - | - | - | freighter | -
the graph | - | - | - | - | the graph | -
one inch | - | - | - | - | one inch | -
gas free transactions | - | - | - | - | gas free transactions | -
go ethereum | - | - | - | - | go ethereum | -
scaffold eth | - | - | - | - | scaffold eth | -
"free" wallet | - | wallets | - | - | free | -
alchemy | - | - | - | - | alchemy | -
blockscout | - | - | - | - | blockscout | -
temple wallet | - | - | - | - | temple wallet | -
trail of bits | - | - | - | - | trail of bits | -
wallet agent | - | - | - | - | wallet agent | -
zero knowledge proofs | - | - | - | - | zero knowledge proofs | -
`);

/** Typed as if to a person: 21 questions, 34 with typing errors or plurals, 18 names and phrases that are text or name a network only. */
export const typed = parse(`
where do i find a free rpc for optimism | optimism | apis | planType=Free,Public & apiType=RPC | - | - | -
solana rpc with no rate limit signup | solana | apis | apiType=RPC | - | no rate limit signup | -
ethereum full archive node for indexing | ethereum | apis | historicalData=Archive & apiType=RPC,Indexed Data | - | - | -
polygon websocket free | polygon | apis | availableApis=websocket,WebSockets & planType=Free,Public | - | - | -
cheapest base node | base | apis | apiType=RPC | accessPrice | - | -
eth rpc 20 dollars a month | ethereum | apis | apiType=RPC & accessPrice=,20,USD/month | - | - | -
is there a faucet for base sepolia | base | faucets | chain=sepolia | - | - | -
goerli faucet | - | faucets | - | - | goerli | -
compare alchemy and quicknode | - | apis | provider=Alchemy,QuickNode | - | - | -
something like infura but cheaper | - | apis | - | accessPrice | - | Infura
which wallet supports ledger | - | wallets | - | - | ledger | -
mobile wallet for ton | ton | wallets | supportedPlatforms=Android,iOS | - | - | -
get test eth without login | - | faucets | requiresLogin=false | - | - | -
nft api | - | apis | availableApis=nft | - | - | -
price oracle for avalanche | avalanche | oracles | - | - | - | -
dune alternatives | - | analytics | - | - | - | Dune
audit companies for solana | solana | security | toolType=Audit,Audits | - | - | -
buy eth with credit card | ethereum | ramps | paymentMethods=credit_card | - | - | -
send usdc from base to arbitrum | base | bridges | supportedChains=arbitrum | - | send usdc | -
run my own mcp server | - | mcpservers | hostingType=Self-hosted | - | - | -
python sdk for solana | solana | sdks | programmingLanguage=Python | - | - | -
free block explorer api for bsc | bsc | explorers | pricing=Free | - | api | -
etherium rpcs | ethereum | apis | apiType=RPC | - | - | -
solanna nodes | solana | apis | apiType=RPC | - | - | -
polgon faucets | polygon | faucets | - | - | - | -
optimsm endpoint | optimism | apis | apiType=RPC | - | - | -
avalanch explorer | avalanche | explorers | - | - | - | -
arbtirum bridges | arbitrum | bridges | - | - | - | -
free archiv nodes | - | apis | planType=Free,Public & apiType=RPC & historicalData=Archive | - | - | -
webhooks api | - | apis | availableApis=Webhooks | - | - | -
web sockets ethereum | ethereum | apis | availableApis=websocket,WebSockets | - | - | -
indexers | - | apis | apiType=Indexed Data | - | - | -
subgraph hosting | - | - | - | - | subgraph hosting | -
metamsk alternatives | - | wallets | - | - | - | Metamask
alchemey pricing | - | - | - | - | alchemy | -
quicknod rpc | - | apis | apiType=RPC & provider=QuickNode | - | - | -
infurra ethereum | ethereum | - | - | - | infura | -
faucetts sepolia | - | faucets | chain=sepolia | - | - | -
hardware walets | - | wallets | hardware=true | - | - | -
opensource wallet for bitcoin | bitcoin | wallets | openSource=true | - | - | -
multi sig wallets | - | wallets | msig=true | - | - | -
oracels on base | base | oracles | - | - | - | -
mcp servrs for wallets | - | mcpservers | serverType=wallets | - | - | -
storages ipfs | - | storages | tag=IPFS | - | - | -
brigde to base | base | bridges | - | - | - | -
chep archive node | - | apis | apiType=RPC & historicalData=Archive | accessPrice | - | -
rpc undr $30 | - | apis | apiType=RPC & accessPrice=,30,USD/month | - | - | -
rpc less then 50 usd | - | apis | apiType=RPC & accessPrice=,50,USD/month | - | - | -
free teir rpc | - | apis | planType=Free,Public & apiType=RPC | - | - | -
pay as you go nodes | - | apis | planType=Pay-as-you-go & apiType=RPC | - | - | -
pay-as-you-go endpoints on polygon | polygon | apis | planType=Pay-as-you-go & apiType=RPC | - | - | -
wallets with 2 factor | - | wallets | mfa=true | - | - | -
testnets faucets | - | faucets | chain=testnet,sepolia,hoodi,amoy,devnet,calibnet | - | - | -
sdks for javascript | - | sdks | programmingLanguage=JavaScript | - | - | -
open source sdks | - | sdks | - | - | open source | -
base app | base | - | - | - | app | -
free as in beer | - | - | - | - | free as beer | -
cheap eats | - | - | - | - | cheap eats | -
"node" wallet | - | wallets | - | - | node | -
polygon labs | polygon | - | - | - | labs | -
linea build | linea | - | - | - | build | -
gas station | - | - | - | - | gas station | -
uniswap | - | - | - | - | uniswap | -
optimism foundation | optimism | - | - | - | foundation | -
the open network | ton | - | - | - | - | -
free willy | - | - | - | - | free willy | -
solana pay | solana | - | - | - | pay | -
etherscan | - | - | - | - | etherscan | -
rocket pool | - | - | - | - | rocket pool | -
one rpc | - | apis | provider=1rpc & apiType=RPC | - | - | -
arbitrum one | arbitrum | - | - | - | - | -
ledger live | - | - | - | - | ledger live | -
coinbase wallet | - | wallets | - | - | coinbase | -
`);
