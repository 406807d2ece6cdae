/**
 * What compression and ETags cost: CPU of the shop's process for each page, by what the client accepts. `/register` has
 * an island, so its nonce makes each page another one. Run by hand: `npm run bench -- compression --rounds 3`.
 */
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu.ts';
import { load, percentile, shopOf } from './load.ts';
import { startShop } from './servers.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '3' } },
});

const accepted = [undefined, 'gzip', 'br'];
const cases = ['/products/1001', '/register'].flatMap((path) => accepted.map((encoding) => ({ path, encoding })));

await using server = await startShop();
const shop = shopOf(server);
const measured = new Map(cases.map((each) => [each, [] as number[]]));
for (let round = -1; round < Number(options.rounds); round++) {
  for (const each of cases) {
    const headers = { accept: 'text/html', ...(each.encoding !== undefined && { 'accept-encoding': each.encoding }) };
    const targets = [{ method: 'GET', path: each.path, headers, body: '' }];
    const before = cpuSeconds(server.pid);
    const seconds = await load(shop, { seconds: Number(options.seconds), rate: undefined, connections: 8, targets });
    const count = seconds.reduce((sum, { good }) => sum + good.length, 0);
    // The first round warms up.
    if (round >= 0) measured.get(each)?.push(((cpuSeconds(server.pid) - before) / count) * 1e6);
  }
}
for (const [{ path, encoding }, values] of measured) {
  const url = `http://${shop.host}:${shop.port}${path}`;
  const response = await fetch(url, { headers: { 'accept-encoding': encoding ?? 'identity' } });
  const bytes = response.headers.get('content-length');
  const each = `${percentile(values, 0.5).toFixed(0)} us (${values.map((value) => value.toFixed(0)).join(', ')})`;
  process.stdout.write(`${path.padEnd(16)} ${(encoding ?? 'identity').padEnd(9)} ${bytes} bytes  ${each}\n`);
}
