import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { takesConnections } from '../support/raw-socket.ts';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Started extends AsyncDisposable {
  readonly stoa: RunningStoa;
}

/** A shop whose handler for `POST /things` is this. */
async function start(handler: string, { stop = '' } = {}): Promise<Started> {
  const file = await fixtureProject('small-shop');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('server: { port: 0 }', `server: { port: 0, admin: { port: 0 }, ${stop} }`));
  await writeFile(join(dirname(file), 'extensions/things/api/addThing/[bodyParser]addThing.ts'), handler);
  const { url, drop } = await createDatabase();
  const stoa = startStoa(['start'], { file, environment: { DATABASE_URL: url } });
  return {
    stoa,
    async [Symbol.asyncDispose]() {
      await stoa.stop('SIGKILL');
      await drop();
    },
  };
}

function addThing(address: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/things`, { method: 'POST', headers, body: '{"name":"a thing"}' });
}

/** The status of /readyz, asked until it is this one. */
async function readyBecomes(adminUrl: string, status: number): Promise<void> {
  while ((await fetch(`${adminUrl}/readyz`)).status !== status);
}

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    context(`by ${signal}`, () => {
      it('is not ready first, and still takes new connections then', async () => {
        await using shop = await start('export default (_request, response) => response.json({ added: true });', {
          stop: 'stop: { readinessDelayMs: 2000 }',
        });
        const address = await shop.stoa.waitFor(/http:\S+/);
        const adminUrl = await shop.stoa.waitFor(/admin\s+(http:\S+)/);
        await readyBecomes(adminUrl, 200);
        shop.stoa.child.kill(signal);
        await readyBecomes(adminUrl, 503);
        expect((await addThing(address)).status).to.equal(200);
        await once(shop.stoa.child, 'exit');
        expect(shop.stoa.child.exitCode).to.equal(0);
      });
    });
  }

  it('tells of a request under way that it is alive and not ready, to its end', async () => {
    await using shop = await start(`
      export default (_request, response) => {
        console.error('working');
        process.once('SIGUSR2', () => response.json({ finished: true }));
      };`);
    const address = await shop.stoa.waitFor(/http:\S+/);
    const adminUrl = await shop.stoa.waitFor(/admin\s+(http:\S+)/);
    const answer = addThing(address);
    await shop.stoa.waitFor(/working/, 'stderr');
    shop.stoa.child.kill('SIGTERM');
    await readyBecomes(adminUrl, 503);
    while (await takesConnections(Number(new URL(address).port)));
    expect((await fetch(`${adminUrl}/readyz`)).status).to.equal(503);
    expect((await fetch(`${adminUrl}/livez`)).status).to.equal(200);
    shop.stoa.child.kill('SIGUSR2');
    expect(await (await answer).json()).to.deep.equal({ finished: true });
    await once(shop.stoa.child, 'exit');
    expect(shop.stoa.child.exitCode).to.equal(0);
  });

  it('ends within its time, with 0, though a request never ends and holds a transaction', async () => {
    await using shop = await start(
      `export default async (request) => {
        await request.context.database.transaction(async (transaction) => {
          await transaction.query('select 1');
          console.error('working');
          await new Promise(() => undefined);
        });
      };`,
      { stop: 'stop: { readinessDelayMs: 0, drainMs: 200 }' },
    );
    const answer = addThing(await shop.stoa.waitFor(/http:\S+/)).catch(() => 'cut off');
    await shop.stoa.waitFor(/working/, 'stderr');
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(await answer).to.equal('cut off');
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });

  it('stops in order when nobody reads what it says', async () => {
    await using shop = await start('export default (_request, response) => response.json({});');
    shop.stoa.child.stdout?.destroy();
    await shop.stoa.waitFor(/the output has no reader/, 'stderr');
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(shop.stoa.stderr()).to.contain('"stopped"');
  });

  context('while it starts', () => {
    it('closes what is open by then, and never opens the shop', async () => {
      await using shop = await start(`
        console.error('loading');
        await new Promise((resolve) => setTimeout(resolve, 200));
        export default () => undefined;`);
      await shop.stoa.waitFor(/loading/, 'stderr');
      expect(await shop.stoa.stop('SIGINT')).to.equal(0);
      expect(shop.stoa.stderr()).to.contain('stopped before it was open');
      expect(shop.stoa.stdout()).to.equal('');
    });
  });

  context('while a request is under way', () => {
    it('lets it finish', async () => {
      await using shop = await start(`
        export default (_request, response) => {
          console.error('working');
          process.once('SIGTERM', () => setTimeout(() => response.json({ finished: true }), 50));
        };`);
      const answer = addThing(await shop.stoa.waitFor(/http:\S+/));
      await shop.stoa.waitFor(/working/, 'stderr');
      expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
      expect(await (await answer).json()).to.deep.equal({ finished: true });
    });

    it('cuts it off when asked once more, and still closes the database', async () => {
      await using shop = await start("export default () => console.error('working');");
      const answer = addThing(await shop.stoa.waitFor(/http:\S+/)).catch(() => 'cut off');
      await shop.stoa.waitFor(/working/, 'stderr');
      // Signals within a second are one request, and a third one would end it at once: so it is asked until it cuts off.
      shop.stoa.child.kill('SIGINT');
      const asking = setInterval(() => shop.stoa.child.kill('SIGINT'), 1_500);
      expect(await answer).to.equal('cut off');
      clearInterval(asking);
      if (shop.stoa.child.exitCode === null) await once(shop.stoa.child, 'exit');
      expect(shop.stoa.child.exitCode).to.equal(0);
      expect(shop.stoa.stderr()).to.contain('"stopped"');
    });
  });
});
