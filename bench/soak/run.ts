/**
 * Whether memory stays flat: sends many requests of many different documents to Stoa and to hand-written code, and asks each for
 * its memory ten times on the way. Run by hand: `npm run bench -- soak --requests 500000 --documents 50000`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { queries } from '../engines/queries.ts';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '500000' },
    documents: { type: 'string', default: '50000' },
    // How often each document comes before the next one does: with 1 none comes again while a server can still know it.
    repeat: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const steps = 10;
const perStep = Math.ceil(Number(options.requests) / steps);
const documents = Number(options.documents);
const repeat = Number(options.repeat);
const warmUp = 2000;

interface Memory {
  readonly heapMb: number;
  readonly rssMb: number;
}

const servers = {
  'a stoa': '../engines/stoa-server.ts',
  'b hand-written': '../engines/hand-server.ts',
} as const;

const measured = new Map<string, readonly Memory[]>();
for (const [name, file] of Object.entries(servers)) measured.set(name, await soak(name, file));
report();
if (options.out !== undefined)
  await writeFile(options.out, JSON.stringify({ node: process.version, options, ...Object.fromEntries(measured) }));

async function soak(name: string, file: string): Promise<readonly Memory[]> {
  const child = fork(join(import.meta.dirname, file), {
    // As in `npm start`.
    execArgv: ['--max-semi-space-size=16', '--expose-gc', '--import', join(import.meta.dirname, 'tell-heap.mjs')],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [url] = await once(child, 'message');
  const memory: Memory[] = [await memoryOf(child)];
  await load(name, String(url), { amount: warmUp, documentOf: () => 0 });
  memory.push(await memoryOf(child));
  for (let step = 0; step < steps; step++) {
    const documentOf = (request: number): number => Math.floor((step * perStep + request) / repeat) % documents;
    await load(name, String(url), { amount: perStep, documentOf });
    memory.push(await memoryOf(child));
    process.stderr.write(`${name}: ${(step + 1) * perStep} requests, ${memory.at(-1)?.heapMb.toFixed(1)} MB\n`);
  }
  child.kill();
  await once(child, 'exit');
  return memory;
}

interface Load {
  readonly amount: number;
  readonly documentOf: (request: number) => number;
}

async function load(name: string, url: string, { amount, documentOf }: Load): Promise<void> {
  const [query] = queries;
  if (query === undefined) throw new Error('there is no query');
  let next = 0;
  const body = (): string => {
    next += 1;
    const text = query.query.replace('query', `query Q${documentOf(next)}`);
    return JSON.stringify({ query: text, variables: { id: String((next % 200) + 1) } });
  };
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections: 32,
    amount,
    // A busy machine is no fault of the server's.
    timeout: 60,
    requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }) }],
  });
  const { non2xx, errors, timeouts } = result;
  if (non2xx + errors + timeouts > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} broken, ${timeouts} late`);
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  child.send('heap');
  const [memory]: Memory[] = await once(child, 'message');
  if (memory === undefined) throw new Error('no answer');
  return memory;
}

/** The warm-up compiles, the first steps fill caches; from then on nothing may grow. */
function report(): void {
  process.stdout.write(
    `${options.requests} requests of ${options.documents} documents; MB when started, after ${warmUp} requests of one, and in ten steps\n`,
  );
  for (const [name, memory] of measured) {
    tell(
      `${name}, heap after a collection`,
      memory.map(({ heapMb }) => heapMb),
    );
    tell(
      `${name}, resident`,
      memory.map(({ rssMb }) => rssMb),
    );
  }
}

function tell(what: string, megabytes: readonly number[]): void {
  const [fresh = 0, warm = 0] = megabytes;
  const last = megabytes.at(-1) ?? 0;
  process.stdout.write(
    `${what.padEnd(42)}${megabytes.map((one) => one.toFixed(1)).join(' ')}; ` +
      `grown ${(last - fresh).toFixed(1)}, since warm ${(last - warm).toFixed(1)}\n`,
  );
}
