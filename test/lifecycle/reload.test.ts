import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject, saveWhole } from '../support/test-project.ts';
import { untilFound } from '../support/wait-until.ts';

interface Shop extends AsyncDisposable {
  readonly file: string;
  readonly stoa: RunningStoa;
  /** Address of the shop, once it is open and watches its files. */
  opens(): Promise<string>;
  write(number: number): Promise<void>;
}

async function startShop(change = (text: string) => text): Promise<Shop> {
  const file = await fixtureProject('numbered-shop');
  await saveWhole(file, change(await readFile(file, 'utf8')));
  const { url, drop } = await createDatabase();
  const stoa = startStoa(['start', '--log-level', 'debug'], { file, environment: { DATABASE_URL: url } });
  return {
    file,
    stoa,
    opens: async () => {
      const address = await stoa.waitFor(/Stoa is open at (\S+)\s/);
      if (!(await readFile(file, 'utf8')).includes('watch: false')) await stoa.waitFor(/"watching"/, 'stderr');
      await stoa.waitFor(/"generation kept"/, 'stderr');
      return address;
    },
    write: (number) =>
      saveWhole(join(dirname(file), 'extensions/numbered/src/number.ts'), `export const number = ${number};\n`),
    async [Symbol.asyncDispose]() {
      await stoa.stop();
      await drop();
    },
  };
}

interface Answer {
  readonly number: number;
  /** How often its process was asked. */
  readonly asked: number;
}

async function ask(address: string): Promise<Answer> {
  return (await fetch(`${address}/number`)).json();
}

/** Asks until it is this number. */
function untilNumber(address: string, number: number): Promise<Answer> {
  return untilFound(async () => {
    const answer = await ask(address);
    return answer.number === number ? answer : undefined;
  });
}

describe('stoa start', () => {
  let shop: Shop;
  let address: string;
  const rollback = (...words: readonly string[]) => runStoa(['rollback', ...words], { file: shop.file });
  before(async () => {
    shop = await startShop();
    address = await shop.opens();
  });
  after(() => shop[Symbol.asyncDispose]());

  context('when a file of an extension is saved', () => {
    it('serves it, from the same process', async () => {
      expect(await ask(address)).to.deep.equal({ number: 1, asked: 1 });
      await shop.write(2);
      expect((await untilNumber(address, 2)).asked).to.be.above(1);
      // The answer may be here before the line of the log.
      await shop.stoa.waitFor(/"reason":"extensions\/numbered\/src\/number\.ts"/, 'stderr');
    });
  });

  context('when it is told to go back', () => {
    it('lists the generations, and serves an earlier one', async () => {
      const listed = await rollback('--list', '--json');
      const states = JSON.parse(listed.stdout).processes[0].generations.map(
        ({ number, state }: { number: number; state: string }) => [number, state],
      );
      expect(states).to.deep.equal([
        [2, 'current'],
        [1, 'kept'],
      ]);
      const done = await rollback();
      expect(done.code).to.equal(0);
      expect(done.stdout).to.match(/^Generation 3 serves \(rollback to 1, \d+ ms\)\.\n$/);
      expect(await ask(address)).to.include({ number: 1 });
    });

    it('says which there are when there is none of that number', async () => {
      const { code, stdout, stderr } = await rollback('17');
      expect(code).to.equal(1);
      expect(stderr).to.contain('no such generation');
      expect(stdout).to.match(/^3 {2}current/);
    });

    it('says why when it cannot do it, and serves on', async () => {
      const kept = join(dirname(shop.file), '.stoa/generations/2/gateway.yaml');
      const text = await readFile(kept, 'utf8');
      await rm(kept);
      await mkdir(kept);
      const { code, stderr } = await rollback('2');
      await rm(kept, { recursive: true });
      await writeFile(kept, text, { mode: 0o600 });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^The gateway that runs could not do it: EISDIR/);
      expect(await ask(address)).to.include({ number: 1 });
    });

    it('keeps what it can be spoken to by, and the copies of gateway.yaml, from other users', async () => {
      const modeOf = async (name: string) =>
        ((await stat(join(dirname(shop.file), '.stoa', name))).mode & 0o777).toString(8);
      const [socket = ''] = await readdir(join(dirname(shop.file), '.stoa/run'));
      const modes = await Promise.all(
        ['run', `run/${socket}`, 'generations/1', 'generations/1/gateway.yaml'].map(modeOf),
      );
      expect(modes).to.deep.equal(['700', '600', '700', '600']);
    });
  });

  context('when gateway.yaml is saved', () => {
    it('reports what is wrong with file and line, serves on, and follows the mended file', async () => {
      const text = await readFile(shop.file, 'utf8');
      await saveWhole(shop.file, text.replace('./extensions/other', './extensions/othr'));
      await shop.stoa.waitFor(/EXTENSION_NOT_FOUND.*gateway\.yaml","line":7/, 'stderr');
      expect(await ask(address)).to.include({ number: 1 });
      await saveWhole(shop.file, text.replace('debugHeaders: true', 'debugHeaders: false'));
      while ((await fetch(`${address}/number`)).headers.has('x-stoa-generation'));
    });
  });
});

describe('stoa start without a terminal', () => {
  it('reloads on SIGHUP, also where files are not watched', async () => {
    await using shop = await startShop((text) => text.replace('system:', 'system:\n  reload: { watch: false }'));
    const address = await shop.opens();
    await shop.write(2);
    // The listener is there once the shop is open; until the signal has come, nothing has changed.
    expect(await ask(address)).to.deep.equal({ number: 1, asked: 1 });
    shop.stoa.child.kill('SIGHUP');
    expect((await untilNumber(address, 2)).asked).to.be.above(1);
    await shop.stoa.waitFor(/"reason":"SIGHUP"/, 'stderr');
  });
});

describe('stoa rollback', () => {
  it('says that no gateway runs', async () => {
    const { code, stderr } = await runStoa(['rollback'], { file: await fixtureProject('numbered-shop') });
    expect([code, stderr]).to.deep.equal([
      1,
      'No gateway runs here: "npx stoa start" serves what gateway.yaml says.\n',
    ]);
  });
});
