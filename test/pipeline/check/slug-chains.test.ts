import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis } = paths;

describe('checkSlugChains', () => {
  itReports(
    'warns of a slug that names another chain of the network',
    {
      [apis]: lines(
        'slug,provider,chain',
        'a-mainnet-b,Acme,testnet',
        'a-mainnet,Acme,mainnet',
        'mainnetic,Acme,testnet',
      ),
    },
    [
      `warning ${apis}:2 slug: the slug "a-mainnet-b" names the chain "mainnet", but the line is about "testnet"; correct the chain, or the slug: "a-testnet-b" [slug-chain]`,
    ],
  );
  itReports(
    'proposes no slug that another line of the file has',
    { [apis]: lines('slug,provider,chain', 'a-mainnet,Acme,testnet', 'a-testnet,Acme,testnet') },
    [
      `warning ${apis}:2 slug: the slug "a-mainnet" names the chain "mainnet", but the line is about "testnet"; correct the chain [slug-chain]`,
    ],
  );
  itReports(
    'lets testnet stand for any chain but the mainnet',
    {
      'listings/specific-networks/bora/apis.csv': lines(
        'slug,provider,chain',
        'a-testnet,Acme,sepolia',
        'b-sepolia,Acme,testnet',
        'c-sepolia,Acme,amoy',
        'd-amoy,Acme,amoy',
        'e-testnet,Acme,mainnet',
      ),
    },
    [
      'warning listings/specific-networks/bora/apis.csv:4 slug: the slug "c-sepolia" names the chain "sepolia", but the line is about "amoy"; correct the chain, or the slug: "c-amoy" [slug-chain]',
      'warning listings/specific-networks/bora/apis.csv:6 slug: the slug "e-testnet" names the chain "testnet", but the line is about "mainnet"; correct the chain, or the slug: "e-mainnet" [slug-chain]',
    ],
  );
});
