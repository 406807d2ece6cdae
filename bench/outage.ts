/**
 * What clients of the demonstration shop get while its database fails, and how soon they get everything again. A real PostgreSQL is
 * stopped, frozen, filled with connections, moved 500 ms away, and given a full disk. Run by hand: `npm run bench -- outage`. It exits with 1
 * when an answer is wrong or the shop is not whole within 1 s. Root alone may mount the small file system of the full disk.
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Cause, openFailingServer } from '../test/support/failing-server.ts';
import {
  askAll,
  problemOf,
  type ShopAnswer,
  type ShopRequest,
  untilRecovered,
} from '../test/support/outage-requests.ts';
import { startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    /** Times that each request is sent while a cause holds, one after the other. */
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});

type Answers = ReadonlyMap<ShopRequest, ShopAnswer>;

const causes: readonly Cause[] = ['away', 'stopped', 'frozen login', 'out of connections', '500 ms away', 'disk full'];
const limitMs = 1_000;

/** What is wrong with an answer; undefined when it is right. */
function wrong(cause: Cause, request: ShopRequest, answer: ShopAnswer, before: ShopAnswer): string | undefined {
  if (cause === 'disk full') return problemOf(request, answer, before, 'writes');
  if (cause === 'away' || cause === 'stopped' || cause === 'out of connections')
    return problemOf(request, answer, before, 'reads');
  // Slow, or only new connections fail: right or 503, and never without the subject.
  if (answer.status !== before.status && answer.status !== 503) return `${answer.status}, and before ${before.status}`;
  const lacks = answer.status === 200 && request.subject !== undefined && !answer.text.includes(request.subject);
  return lacks ? '200 without its subject' : undefined;
}

function show(answers: readonly ShopAnswer[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].join('/');
  return `${statuses} (${Math.max(...answers.map(({ ms }) => ms))} ms)`;
}

const home = { name: 'home', method: 'GET', path: '/', body: '', private: false, expectedStatus: 200 } as const;

await using server = await openFailingServer();
process.env.DATABASE_URL = server.url;
await using shop = await startShop();
const root = resolve(import.meta.dirname, '..');
await promisify(execFile)(process.execPath, ['bin/stoa.mjs', 'seed'], { cwd: root });
const { origin: url } = new URL(shop.request(home, 0).url);
const before: Answers = await askAll(url);
const table: Record<string, Record<string, string>> = {};
for (const [{ name }, answer] of before) table[name] = { before: show([answer]) };
const recovery: Record<string, string> = {};
const problems: string[] = [];

for (const cause of causes.filter((each) => options.only === undefined || each === options.only)) {
  const end = await server.begin(cause);
  const rounds: Answers[] = [];
  for (let round = 0; round < Number(options.rounds); round++) rounds.push(await askAll(url));
  await end();
  const ms = await untilRecovered(url, before);
  if (ms > limitMs) problems.push(`${cause}: whole again after ${ms} ms`);
  recovery[cause] = `${ms} ms`;
  for (const [request, earlier] of before) {
    const answers = rounds.flatMap((round) => round.get(request) ?? []);
    const mistakes = new Set(answers.map((answer) => wrong(cause, request, answer, earlier)));
    mistakes.delete(undefined);
    for (const mistake of mistakes) problems.push(`${cause}: ${request.name}: ${mistake}`);
    table[request.name] = { ...table[request.name], [cause]: show(answers) };
  }
}
console.table(table);
console.log('whole again after:', recovery);
console.log(problems.length === 0 ? 'Every answer is right.' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
