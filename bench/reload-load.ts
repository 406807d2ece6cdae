/**
 * The load of reload.ts, in a process of its own: sends so many requests a second whatever becomes of those before, and
 * writes what came of them to standard output when it is told to stop. Latency counts from when a request was due.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';

const [, , base = '', rate = '500'] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Sample {
  /** Milliseconds since 1970, when it was due. */
  readonly at: number;
  readonly ms: number;
  /** What was wrong; nothing when it was answered 200. */
  readonly failure?: string;
  readonly generation?: string;
  readonly numbers?: readonly number[];
}

const kinds = [
  { method: 'POST', path: '/graphql', body: '{"query":"{ number }"}' },
  { method: 'GET', path: '/number', body: undefined },
  { method: 'GET', path: '/', body: undefined },
];

const samples: Sample[] = [];
let sent = 0;
let underWay = 0;

async function send(at: number): Promise<void> {
  const { method, path, body } = kinds[sent++ % kinds.length] ?? { method: 'GET', path: '/', body: undefined };
  underWay++;
  try {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const outgoing = request(base + path, { method, agent, headers }).end(body);
    const [response] = await once(outgoing, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const numbers = [...text.matchAll(/(?:class="(?:own|asked)" value="|"number":|"asked":)(\d+)/g)].map(([, digits]) =>
      Number(digits),
    );
    const failed = response.statusCode !== 200 || numbers.length === 0;
    samples.push({
      at,
      ms: Date.now() - at,
      generation: String(response.headers['x-stoa-generation']),
      numbers,
      ...(failed && { failure: `${path} ${response.statusCode} ${text.slice(0, 100)}` }),
    });
  } catch (error) {
    samples.push({ at, ms: Date.now() - at, failure: `${path} ${String(error)}` });
  } finally {
    underWay--;
  }
}

const started = Date.now();
let due = 0;
const timer = setInterval(() => {
  const wanted = ((Date.now() - started) * Number(rate)) / 1000;
  for (; due < wanted; due++) void send(started + (due * 1000) / Number(rate));
}, 2);

await once(process, 'message');
clearInterval(timer);
while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 20));
process.send?.(samples, () => process.exit());
