/**
 * Peer: node:http alone, sending one finished answer to everything. Arguments: files of its body
 * and of its headers.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.argv[2] ?? '');
/** Those of the answer, those of its 304. */
const [whole, unchanged]: [string[], string[]] = JSON.parse(
  readFileSync(process.argv[3] ?? '', 'utf8'),
);
const etag = whole[whole.indexOf('etag') + 1];
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, unchanged).end();
  else response.writeHead(200, whole).end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
