/**
 * A static web server as a process of its own, which a test kills: `origin-process.ts <folder> <port>`. After SIGUSR2 it
 * sends 40 kB a second, after SIGUSR1 as fast as it can.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OriginServer } from '../support/origin-server.ts';

const [folder = '.', port = '0'] = process.argv.slice(2);
const pauseMs = 100;
const chunkBytes = 4000;

let slow = false;
process.on('SIGUSR2', () => {
  slow = true;
});
process.on('SIGUSR1', () => {
  slow = false;
});

const server = await OriginServer.start(folder, { after: () => undefined }, Number(port));
server.fault = async (name, response) => {
  if (!slow || name === 'index.json') return false;
  response.writeHead(200);
  for await (const chunk of createReadStream(path.join(folder, name), { highWaterMark: chunkBytes })) {
    response.write(chunk);
    await delay(pauseMs);
  }
  response.end();
  return true;
};
process.stdout.write('ready\n');
