/**
 * Sends the hostile GraphQL requests of the tests to the shop in production, each text unseen, one after the other, and prints
 * how long each takes until it is refused or answered: `npm run bench -- hostile --rounds 20`.
 */
import { parseArgs } from 'node:util';
import { type HostileRequest, hostileRequests, sendHostile } from '../test/support/hostile-graphql.ts';
import { startShop } from './servers.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(options.rounds);

await using shop = await startShop();
const front = { name: '', method: 'GET', path: '', body: '', private: false, expectedStatus: 200 } as const;
const { url } = shop.request(front, 0);

const rows = [];
for (const [group, requests] of Object.entries(hostileRequests)) {
  for (const hostile of requests) {
    // The first one is for the compilers.
    await sendHostile(url, hostile);
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { status, milliseconds } = await sendHostile(url, unseen(hostile, round));
      if (status !== hostile.status) throw new Error(`"${hostile.name}" is answered ${status}, not ${hostile.status}`);
      taken.push(milliseconds);
    }
    taken.sort((a, b) => a - b);
    const [median = 0, worst = 0] = [taken[Math.floor(rounds / 2)], taken.at(-1)];
    const codes = hostile.codes.join(', ');
    rows.push({
      group,
      request: hostile.name,
      status: hostile.status,
      codes,
      'median ms': tenths(median),
      'worst ms': tenths(worst),
    });
  }
}
console.table(rows);

/** Prepared documents are kept by their text. */
function unseen(hostile: HostileRequest, round: number): HostileRequest {
  const { body } = hostile;
  return body === undefined ? hostile : { ...hostile, body: body.replace('{"query":"', `{"query":"#${round}\\n`) };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
