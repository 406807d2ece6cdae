import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Started extends AsyncDisposable {
  readonly stoa: RunningStoa;
}

/** A shop whose handler for `POST /things` is this. */
async function start(handler: string): Promise<Started> {
  const file = await fixtureProject('small-shop');
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

describe('stopping', () => {
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
      // Signals that follow each other at once are one request; so it is asked until it ends.
      const asking = setInterval(() => shop.stoa.child.kill('SIGINT'), 50);
      await once(shop.stoa.child, 'exit');
      clearInterval(asking);
      expect(await answer).to.equal('cut off');
      expect(shop.stoa.child.exitCode).to.equal(0);
      expect(shop.stoa.stderr()).to.contain('"stopped"');
    });
  });
});
