import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '#config';
import { runBench } from '../support/run-bench.ts';
import { createShopDatabase } from '../support/shared-server.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the benchmark of the shop', () => {
  it('measures each scenario beside code that is written by hand', async () => {
    // The one of this folder may be of an older commit.
    const reading = { environment: { DATABASE_URL: 'postgresql://localhost/any' } };
    const { url, drop } = await createShopDatabase(await loadConfig(join(root, 'gateway.yaml'), reading), true);
    const options = ['--rounds', '1', '--seconds', '0.2', '--connections', '2', '--warm', '10'];
    try {
      const { measurements } = await runBench('shop', options, { DATABASE_URL: url });
      const rows = measurements.map(({ scenario, server }: Record<string, string>) => `${scenario}: ${server}`);
      expect(rows).to.include.members([
        ...['product', 'list of 20', 'list of 100'].flatMap((name) => [`${name}: stoa`, `${name}: by hand, pg`]),
        ...['POST /foos: stoa', 'POST /foos: Express'],
        ...['product page', 'home page'].flatMap((name) => [`${name}: stoa`, `${name}: React and pg`]),
      ]);
    } finally {
      await drop();
    }
  });
});
