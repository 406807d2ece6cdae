import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { checkShop } from '../../src/cli/check/check-shop.ts';
import { forEachPlacement, type StartGateway, startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';
import { untilFound } from '../support/wait-until.ts';

const fixture = 'life-shop';

async function beats(shop: TestGateway): Promise<readonly string[]> {
  return (await shop.rest<{ readonly data: readonly string[] }>('GET', '/beats')).body.data;
}

/** Asks until there is this row. */
function untilBeat(shop: TestGateway, what: string): Promise<readonly string[]> {
  return untilFound(async () => {
    const all = await beats(shop);
    return all.includes(what) ? all : undefined;
  });
}

function lifeFile(file: string): string {
  return join(dirname(file), 'extensions/pulse/extension.ts');
}

async function change(shop: TestGateway, edit: (text: string) => string) {
  const file = lifeFile(shop.file);
  await writeFile(file, edit(await readFile(file, 'utf8')));
  return shop.generations.reload('test');
}

forEachPlacement('an extension with extension.ts', (start: StartGateway) => {
  it('starts before the first request, works on, and ends when another version has started', async () => {
    await using shop = await start({ fixture });
    expect((await beats(shop))[0]).to.equal('started 1');
    await untilBeat(shop, 'beat 1');
    await change(shop, (text) => text.replace('version = 1', 'version = 2'));
    const all = await untilBeat(shop, 'stopped 1');
    expect(all).to.include('started 2');
    expect(all.slice(all.indexOf('stopped 1') + 1)).not.to.include('beat 1');
  });

  it('keeps the old generation when its start fails', async () => {
    await using shop = await start({ fixture });
    const { findings } = await change(shop, (text) =>
      text.replace('await write(', 'throw new Error("no tide"); await write('),
    );
    expect(findings.map(({ code, what }) => [code, what])).to.deep.equal([
      ['EXTENSION_NOT_STARTED', 'start() of the extension "pulse" throws: no tide'],
    ]);
    expect(findings[0]?.where).to.include({ file: lifeFile(shop.file), line: 10 });
    expect(await beats(shop))
      .to.include('started 1')
      .and.not.to.include('stopped 1');
  });
});

describe('an extension with extension.ts', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway({ fixture });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('is not started again by a reload that leaves it alone', async () => {
    await writeFile(shop.file, (await readFile(shop.file, 'utf8')).replace('port: 0', 'port: 0, debugHeaders: true'));
    await shop.generations.reload('test');
    expect(shop.gateway.config.server.debugHeaders).to.equal(true);
    expect((await beats(shop)).filter((what) => what === 'started 1')).to.have.lengthOf(1);
  });

  it('is named in the log with what it leaves running in spite of its signal', async () => {
    const [ends, forgets] = ["signal.addEventListener('abort', end)", "Reflect.set(globalThis, 'endPulse', end)"];
    await change(shop, (text) => text.replace(ends, forgets).replace('version = 1', 'version = 101'));
    await change(shop, (text) => text.replace(forgets, ends).replace('version = 101', 'version = 103'));
    while (shop.log.events('still running after stop').length === 0) await beats(shop);
    const [event] = shop.log.events('still running after stop');
    Reflect.get(globalThis, 'endPulse')();
    Reflect.deleteProperty(globalThis, 'endPulse');
    const at = (line: number): string => `${lifeFile(shop.file)}:${line}`;
    expect(event).to.include({ level: 40, extension: 'pulse' });
    expect(event?.left).to.have.members([`a timer: ${at(22)}`, 'a server', `a connection: ${at(26)}`]);
    // The first and the third version leave nothing.
    expect(shop.log.events('still running after stop')).to.have.lengthOf(1);
  });

  it('is checked without being started', async () => {
    const file = await fixtureProject(fixture);
    const check = async (text: string) => {
      await writeFile(lifeFile(file), text);
      const { findings } = await checkShop(file, { environment: {}, database: 'no' });
      return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    };
    expect(await check('export const start = () => { throw new Error(); };')).to.deep.equal([]);
    expect(await check('export const begin = () => undefined;')).to.deep.equal(['LIFE_INVALID']);
  });
});
