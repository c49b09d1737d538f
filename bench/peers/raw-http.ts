/** Peer: node:http alone, answering one finished body to everything. Arguments: file of the body, its encoding. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.argv[2] ?? '');
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Encoding': process.argv[3] ?? 'identity',
  'Content-Length': body.length,
  ETag: '"peer"',
  'Cache-Control': 'public, max-age=60',
  Vary: 'Accept-Encoding',
};
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === '"peer"') response.writeHead(304, { ETag: '"peer"' }).end();
  else response.writeHead(200, headers).end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
