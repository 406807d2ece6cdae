import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What happens to a message on its way. `unanswered`: it arrives, and its answer does not. */
export type Fate = 'sent' | 'lost' | 'doubled' | 'late' | 'unanswered';

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An address between the shop and its provider of payments, which treats messages as a bad network does. */
export interface FaultyRelay extends AsyncDisposable {
  readonly url: string;
  /** How many messages have had each fate. */
  readonly fates: ReadonlyMap<Fate, number>;
  /** Sends what is late, the last one first, and each twice at once. */
  deliverLate(): Promise<void>;
}

const webhookFates: readonly Fate[] = ['sent', 'lost', 'doubled', 'late', 'sent', 'late', 'doubled', 'unanswered'];
const requestFates: readonly Fate[] = ['sent', 'sent', 'unanswered', 'sent', 'sent'];

export async function openFaultyRelay(target: () => string): Promise<FaultyRelay> {
  const fates = new Map<Fate, number>();
  const late: Message[] = [];
  const counts = { webhooks: 0, requests: 0 };
  const fateOf = ({ method, path }: Message): Fate => {
    if (path.endsWith('/webhook')) return webhookFates[counts.webhooks++ % webhookFates.length] ?? 'sent';
    return method === 'POST' ? (requestFates[counts.requests++ % requestFates.length] ?? 'sent') : 'sent';
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = await readMessage(request);
    const fate = fateOf(message);
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    if (fate === 'late') late.push(message);
    if (fate === 'late' || fate === 'lost') {
      response.end('{}');
      return;
    }
    const [sent] = await Promise.all([
      send(target(), message),
      ...(fate === 'doubled' ? [send(target(), message)] : []),
    ]);
    if (fate === 'unanswered') response.destroy();
    else response.writeHead(sent.status, { 'content-type': 'application/json' }).end(sent.body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    fates,
    async deliverLate() {
      for (const message of late.splice(0).reverse())
        await Promise.allSettled([send(target(), message), send(target(), message)]);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** With the fields that the shop and the provider need, and no length of the body. */
async function readMessage(request: IncomingMessage): Promise<Message> {
  const names = ['content-type', 'x-payment-key', 'authorization', 'idempotency-key', 'stripe-signature'];
  const fields = names.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { method = 'GET', url = '/' } = request;
  return { method, path: url, headers: Object.fromEntries(fields), body: await text(request) };
}

async function send(target: string, { method, path, headers, body }: Message) {
  const response = await fetch(target + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
  return { status: response.status, body: await response.text() };
}
