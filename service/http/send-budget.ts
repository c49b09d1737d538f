/** Budget of bytes that wait for clients, over all connections. */
import type { ServerResponse } from 'node:http';

/** Bodies below are not counted: 15,000 of them fit into the memory of the process. */
const minBytes = 16 * 1024;

interface Sending {
  readonly client: string;
  readonly body: Buffer;
}

export class SendBudget {
  readonly #maxBytes: number;
  /** Oldest first. */
  readonly #sending = new Map<ServerResponse, Sending>();
  /** Responses that wait with a body. A body from the cache is in memory once, however many wait with it. */
  readonly #uses = new Map<Buffer, number>();
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Counts a body until the system has taken it. Over the budget, the client that holds most is disconnected. */
  add(response: ServerResponse, client: string, body: Buffer): void {
    if (body.length < minBytes) return;
    this.#sending.set(response, { client, body });
    this.#use(body, 1);
    response.once('close', () => this.#remove(response));
    while (this.#heldBytes > this.#maxBytes && this.#sending.size > 1) this.#disconnectOne();
  }

  #remove(response: ServerResponse): void {
    const sending = this.#sending.get(response);
    if (sending === undefined) return;
    this.#sending.delete(response);
    this.#use(sending.body, -1);
  }

  #use(body: Buffer, change: 1 | -1): void {
    const before = this.#uses.get(body) ?? 0;
    if (before + change === 0) this.#uses.delete(body);
    else this.#uses.set(body, before + change);
    if (before === 0) this.#heldBytes += body.length;
    else if (before + change === 0) this.#heldBytes -= body.length;
  }

  /** The oldest response of the client with most waiting bytes: a client that reads is never that far behind. */
  #disconnectOne(): void {
    const byClient = new Map<string, number>();
    for (const { client, body } of this.#sending.values())
      byClient.set(client, (byClient.get(client) ?? 0) + body.length);
    const [most] = [...byClient].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    for (const [response, { client }] of this.#sending) {
      if (client !== most) continue;
      this.#remove(response);
      response.socket?.destroy();
      return;
    }
  }
}
