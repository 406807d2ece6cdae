import { once } from 'node:events';
import { expect } from 'chai';
import { type BlockingShop, faultLines, faultSource, startBlockingShop } from '../support/blocking-shop.ts';

describe('a process that an extension blocks', () => {
  it('says which extension, file and line, and exits with 86 after system.watchdog.exitMs', async () => {
    await using shop = await startBlockingShop({ exitMs: 5_000 });
    const exited = once(shop.stoa.child, 'close');
    // On a busy machine, what the first request loads may block the process, too.
    await shop.fault('unknown');
    void shop.fault('loop');
    const found = await blockAt(shop, faultLines.loop);
    expect(found).to.include({ level: 50, extension: 'mill', foundBy: 'stack' });
    expect(found.file).to.match(faultSource);
    expect(found.time).to.match(/^\d{4}-.*Z$/);
    expect(await exited).to.deep.equal([86, null]);
    expect(await shop.line('event loop blocked for too long')).to.include({ exitCode: 86 });
  });
});

describe('an extension that makes mistakes', () => {
  let shop: BlockingShop;
  before(async () => {
    shop = await startBlockingShop({ exitMs: 0 });
  });
  after(() => shop[Symbol.asyncDispose]());

  it('blocks nothing with a hostile pattern in its route.json', async () => {
    const send = (word: string): Promise<Response> =>
      fetch(`${shop.address}/words`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ word }),
      });
    expect((await send('aaaa')).status).to.equal(200);
    const answer = await send(`${'a'.repeat(5_000)}!`);
    expect([answer.status, await answer.json()]).to.deep.equal([400, { error: 'word must match ^(a+)+$' }]);
  });

  const calls: Readonly<Record<string, string>> = {
    exit: 'process.exit(3)',
    importedExit: 'process.exit(3)',
    reallyExit: 'process.reallyExit(3)',
    abort: 'process.abort()',
    killSelf: 'process.kill(',
    killParent: 'process.kill(',
    killGroup: "process.kill(0, 'SIGCONT')",
    killNamedGroup: 'process.kill(-',
  };
  for (const [fault, call] of Object.entries(calls))
    it(`gets an error for ${fault}, in a handler and a resolver, and the log has the line`, async () => {
      expect((await shop.fault(fault))?.status).to.equal(500);
      expect((await shop.fault(fault, 'resolver'))?.status).to.equal(200);
      for (const line of [await shop.line('exit refused'), await shop.line('exit refused')]) {
        expect(line).to.include({ extension: 'mill' });
        expect(String(line.call).slice(0, call.length)).to.equal(call);
        expect(line.file).to.match(faultSource);
      }
    });

  it('may still ask whether a process exists', async () => {
    expect((await shop.fault('asks'))?.status).to.equal(200);
  });

  for (const where of ['handler', 'resolver'] as const)
    it(`is named by its asynchronous context when Node calls exit for it: ${where}`, async () => {
      void shop.fault('laterExit', where);
      expect(await shop.line('exit refused')).to.include({ extension: 'mill', call: 'process.exit(3)' });
      expect(await shop.line('uncaught exception')).to.include({ extension: 'mill' });
    });

  for (const [fault, event] of [
    ['laterThrow', 'uncaught exception'],
    ['laterThrowOfNode', 'uncaught exception'],
    ['laterRejection', 'unhandled rejection'],
  ] as const)
    for (const where of ['handler', 'resolver'] as const)
      it(`is named in the log for an error outside of any request: ${fault} of a ${where}`, async () => {
        await shop.fault(fault, where);
        expect(await shop.line(event)).to.include({ extension: 'mill' });
      });

  it('lets the shop go on when it blocks it for a while', async () => {
    expect((await shop.fault('short'))?.status).to.equal(200);
    expect(await blockAt(shop, 26))
      .to.include({ extension: 'mill' })
      .and.not.have.key('exitMs');
    expect(await shop.line('event loop free')).to.have.property('blockedMs');
    expect((await fetch(`${shop.address}/shelf`)).status).to.equal(200);
  });
});

/** On a busy machine, a block elsewhere may be reported before. */
async function blockAt(shop: BlockingShop, line: number | undefined): Promise<Readonly<Record<string, unknown>>> {
  let found = await shop.line('event loop blocked');
  while (found.line !== line) found = await shop.line('event loop blocked');
  return found;
}
