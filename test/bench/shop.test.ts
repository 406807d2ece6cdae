import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runBench } from '../support/run-bench.ts';
import { runStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the benchmark of the shop', function () {
  this.timeout(240_000);

  it('measures each scenario beside code that is written by hand', async () => {
    // The one of this folder may be of an older commit.
    const { url, drop } = await createDatabase();
    const options = ['--rounds', '1', '--seconds', '0.2', '--connections', '2', '--warm', '10'];
    try {
      const environment = { DATABASE_URL: url };
      const file = join(root, 'gateway.yaml');
      for (const command of ['migrate', 'seed'])
        expect(await runStoa([command], { file, environment })).to.include({ code: 0 });
      const { measurements } = await runBench('shop', options, environment);
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
