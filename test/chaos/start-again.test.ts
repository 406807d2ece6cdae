import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';
import { untilFound } from '../support/wait-until.ts';

describe('a process of an extension whose start fails once after a kill', () => {
  it('is started again until it serves', async () => {
    const file = await fixtureProject('life-shop', (text) =>
      text.replace('name: pulse,', 'name: pulse, placement: process,'),
    );
    const module = join(dirname(file), 'extensions/pulse/extension.ts');
    const failsOnce = `const rows = await database.query("select from beat where what like 'started%'");
  if (rows.length === 2) throw new Error('the second start fails');`;
    const source = (await readFile(module, 'utf8')).replace(
      "await write('started');",
      (call) => `${call}\n  ${failsOnce}`,
    );
    await writeFile(module, source);

    await using shop = await startGateway({ file, empty: true });
    const [started] = shop.log.events('extension process started');
    process.kill(Number(started?.pid), 'SIGKILL');
    await untilFound(() => shop.log.events('extension process started')[1]);
    expect(shop.log.events('extension process does not start')).to.have.lengthOf(1);
    expect((await shop.rest('GET', '/beats')).status).to.equal(200);
  });
});
