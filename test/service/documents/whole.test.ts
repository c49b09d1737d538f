/**
 * Documents for crawlers, models and programs, whole: each section and member is a line with its
 * beginning and a hash of all of it. `UPDATE_GOLDEN=1` writes the golden file again: read which
 * sections changed, and ask the address for their texts.
 */
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { asBrowser } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { masked } from '../../support/whole-answers.ts';

const documents = `/llms.txt /llms-full.txt /networks/base/llms.txt
  /.well-known/ai-catalog.json /.well-known/api-catalog /.well-known/agent-skills/index.json
  /.well-known/agent-skills/web3-infrastructure-directory/SKILL.md /.well-known/security.txt
  /mcp/server-card /mcp/server.json /data/datapackage.json /data/dataset.jsonld /site.webmanifest
  /sitemap.xml /sitemap-site.xml /networks/base/sitemap-network.xml /v0.1/servers?limit=1
  /data /networks/base/`.split(/\s+/);
/** Pages of which the head is told: what crawlers and readers of links see. */
const heads = `/ /networks/base/toolbox/apis?f.planType=Free&page=2&pageSize=3 /toolbox/wallets
  /nowhere`.split(/\s+/);

/** Without the version of the program, and sizes and hashes of files, which each build changes. */
const maskedText = (text: string) =>
  masked(text)
    .replaceAll(/("version": ?)"\d+\.\d+\.\d+"/g, '$1"{version}"')
    .replaceAll(/("(?:hash|bytes|sha256|contentSize)": ?)(?:"[^"]*"|\d+)/g, '$1"{file}"')
    .replaceAll(/[\d.,]+ (?:bytes|kB|MB)\b/g, '{size}')
    .replaceAll(/\b[\da-f]{64}\b/g, '{hash}');

/** Characters of a line before its hash. */
const shownCharacters = 90;

function lineOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= shownCharacters) return line;
  const hash = createHash('sha256').update(line).digest('hex').slice(0, 8);
  return `${line.slice(0, shownCharacters)} … ${hash}`;
}

/** Members of JSON, sections of Markdown, and elements of XML and HTML with their texts. */
function partsOf(type: string, text: string): string[] {
  if (type.includes('json'))
    return Object.entries(JSON.parse(text)).map(
      ([name, value]) => `${name} ${JSON.stringify(value)}`,
    );
  if (type.includes('html')) return text.split(/(?=<(?:main|header|footer|section|h2)\b)/);
  return type.includes('xml') ? [text] : text.split(/\n(?=#|\n[A-Z])/);
}

describe('documents', () => {
  const { get } = useService(directory, {
    SITE_URL: 'https://directory.example',
    SOURCE_URL: 'https://github.com/example/sources/blob/main/sources',
    APP_URL: 'https://app.example',
  });

  it('are whole, in all of their sections, each line once', async () => {
    const told = new Set<string>();
    const tell = (title: string, parts: readonly string[]) => {
      told.add(`# ${title}`);
      for (const line of parts.map(lineOf)) told.add(line);
    };
    for (const address of documents) {
      const { headers, text } = await get(address, asBrowser);
      const type = String(headers['content-type']);
      tell(`${address} ${type}`, partsOf(type, maskedText(text)));
    }
    for (const address of heads) {
      const { text } = await get(address, asBrowser);
      const [head = ''] = /<head>.*<\/head>/s.exec(masked(text)) ?? [];
      const tags = head.match(
        /<title>.*?<\/title>|<(?:meta|link)\b[^>]*>|<script type.*?<\/script>/gs,
      );
      tell(address, tags ?? []);
    }
    await assertGolden('answers/documents.txt', `${[...told].filter(Boolean).join('\n')}\n`);
  });
});
