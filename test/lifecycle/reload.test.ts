import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

interface Shop extends AsyncDisposable {
  readonly file: string;
  readonly stoa: RunningStoa;
  /** Address of the shop, once it is open and watches its files. */
  opens(): Promise<string>;
  /** Resolves when this generation serves. */
  serves(generation: number): Promise<unknown>;
  write(number: number): Promise<void>;
}

async function startShop(change = (text: string) => text): Promise<Shop> {
  const file = await fixtureProject('numbered-shop');
  await writeFile(file, change(await readFile(file, 'utf8')));
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
    serves: (generation) => stoa.waitFor(new RegExp(`"generation":${generation},.*"gateway replaced"`), 'stderr'),
    write: (number) =>
      writeFile(join(dirname(file), 'extensions/numbered/src/number.ts'), `export const number = ${number};\n`),
    async [Symbol.asyncDispose]() {
      await stoa.stop();
      await drop();
    },
  };
}

async function numberOf(address: string): Promise<unknown> {
  return (await fetch(`${address}/number`)).json();
}

describe('stoa start', () => {
  context('when a file of an extension is saved', () => {
    it('serves it, from the same process', async () => {
      await using shop = await startShop();
      const address = await shop.opens();
      expect(await numberOf(address)).to.deep.equal({ number: 1, asked: 1 });
      await shop.write(2);
      await shop.serves(2);
      expect(await numberOf(address)).to.deep.equal({ number: 2, asked: 2 });
      expect(shop.stoa.stderr()).to.contain('"reason":"extensions/numbered/src/number.ts"');
    });
  });

  context('when gateway.yaml is saved', () => {
    it('reports what is wrong with file and line, serves on, and follows the mended file', async () => {
      await using shop = await startShop();
      const address = await shop.opens();
      const text = await readFile(shop.file, 'utf8');
      await writeFile(shop.file, text.replace('./extensions/other', './extensions/othr'));
      await shop.stoa.waitFor(/EXTENSION_NOT_FOUND.*gateway\.yaml","line":7/, 'stderr');
      expect(await numberOf(address)).to.deep.equal({ number: 1, asked: 1 });
      await writeFile(shop.file, text.replace('debugHeaders: true', 'debugHeaders: false'));
      await shop.serves(3);
      expect((await fetch(`${address}/number`)).headers.has('x-stoa-generation')).to.equal(false);
    });
  });

  context('on SIGHUP without a terminal', () => {
    it('reloads, also where files are not watched', async () => {
      await using shop = await startShop((text) => text.replace('system:', 'system:\n  reload: { watch: false }'));
      const address = await shop.opens();
      await shop.write(2);
      // The listener is there once the shop is open; until the signal has come, nothing has changed.
      expect(await numberOf(address)).to.deep.equal({ number: 1, asked: 1 });
      shop.stoa.child.kill('SIGHUP');
      await shop.serves(2);
      expect(await numberOf(address)).to.deep.equal({ number: 2, asked: 2 });
      expect(shop.stoa.stderr()).to.contain('"reason":"SIGHUP"');
    });
  });
});

describe('stoa rollback', () => {
  it('lists the generations, and has the gateway that runs serve an earlier one', async () => {
    await using shop = await startShop();
    const address = await shop.opens();
    await shop.write(2);
    await shop.serves(2);
    const { file } = shop;
    const listed = await runStoa(['rollback', '--list', '--json'], { file });
    expect(
      JSON.parse(listed.stdout).processes[0].generations.map(({ number, state }: { number: number; state: string }) => [
        number,
        state,
      ]),
    ).to.deep.equal([
      [2, 'current'],
      [1, 'kept'],
    ]);
    const done = await runStoa(['rollback'], { file });
    expect(done.code).to.equal(0);
    expect(done.stdout).to.match(/^Generation 3 serves \(rollback to 1, \d+ ms\)\.\n$/);
    expect(await numberOf(address)).to.deep.equal({ number: 1, asked: 1 });
  });

  it('says which there are when there is none of that number', async () => {
    await using shop = await startShop();
    await shop.opens();
    const { code, stdout, stderr } = await runStoa(['rollback', '17'], { file: shop.file });
    expect(code).to.equal(1);
    expect(stderr).to.contain('no such generation');
    expect(stdout).to.match(/^1 {2}current/);
  });

  it('says why when the gateway cannot do it, and that serves on', async () => {
    await using shop = await startShop();
    const address = await shop.opens();
    const kept = join(dirname(shop.file), '.stoa/generations/1/gateway.yaml');
    await runStoa(['rollback', '--list'], { file: shop.file });
    await rm(kept);
    await mkdir(kept);
    const { code, stderr } = await runStoa(['rollback', '1'], { file: shop.file });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^The gateway that runs could not do it: EISDIR/);
    expect(await numberOf(address)).to.include({ number: 1 });
  });

  it('says that no gateway runs', async () => {
    const { code, stderr } = await runStoa(['rollback'], { file: await fixtureProject('numbered-shop') });
    expect([code, stderr]).to.deep.equal([
      1,
      'No gateway runs here: "npx stoa start" serves what gateway.yaml says.\n',
    ]);
  });

  it('keeps what it can be spoken to by, and the copies of gateway.yaml, from other users', async () => {
    await using shop = await startShop();
    await shop.opens();
    await runStoa(['rollback', '--list'], { file: shop.file });
    const modeOf = async (name: string) =>
      ((await stat(join(dirname(shop.file), '.stoa', name))).mode & 0o777).toString(8);
    const [socket = ''] = await readdir(join(dirname(shop.file), '.stoa/run'));
    const modes = await Promise.all(
      ['run', `run/${socket}`, 'generations/1', 'generations/1/gateway.yaml'].map(modeOf),
    );
    expect(modes).to.deep.equal(['700', '600', '700', '600']);
  });
});
