import { once } from 'node:events';
import { expect } from 'chai';
import { faultLines, faultSource, startBlockingShop } from '../support/blocking-shop.ts';

describe('a blocked process', () => {
  for (const fault of ['pattern', 'wait', 'microtasks']) {
    it(`is reported with extension, file and line: ${fault} in a handler`, async () => {
      await using shop = await startBlockingShop();
      void shop.fault(fault);
      const found = await shop.line('event loop blocked');
      expect(found).to.include({ level: 50, extension: 'mill', foundBy: 'stack', line: faultLines[fault] });
      expect(found.file).to.match(faultSource);
    });
  }

  it('is reported with extension: huge JSON in a handler', async () => {
    await using shop = await startBlockingShop();
    void shop.fault('json');
    // With a place where the thread looks between two calls of JSON, else as the last call.
    expect(await shop.line('event loop blocked')).to.include({ level: 50, extension: 'mill' });
  });

  it('is reported with extension, file and line: a loop in a resolver', async () => {
    await using shop = await startBlockingShop();
    void shop.fault('loop', 'resolver');
    expect(await shop.line('event loop blocked')).to.include({
      extension: 'mill',
      foundBy: 'stack',
      line: faultLines.loop,
    });
  });

  it('is reported by the asynchronous context where every frame is of Node', async () => {
    await using shop = await startBlockingShop();
    void shop.fault('timer', 'resolver');
    expect(await shop.line('event loop blocked')).to.include({ extension: 'mill', foundBy: 'async context' });
  });

  it('is reported by the last call in a system call, and exits by SIGKILL', async () => {
    await using shop = await startBlockingShop({ exitMs: 2_000 });
    const exited = once(shop.stoa.child, 'exit');
    void shop.fault('systemCall');
    const found = await shop.line('event loop blocked');
    expect(found).to.include({ extension: 'mill', foundBy: 'last call' });
    expect(found.stack).to.match(/^no stack/);
    expect(await exited).to.deep.equal([null, 'SIGKILL']);
  });

  it('ends at once by SIGTERM after the report', async () => {
    await using shop = await startBlockingShop();
    void shop.fault('loop');
    await shop.line('event loop blocked');
    shop.stoa.child.kill('SIGTERM');
    expect(await once(shop.stoa.child, 'exit')).to.deep.equal([null, 'SIGTERM']);
  });

  it('goes on, and stops as before, when the block ends', async () => {
    await using shop = await startBlockingShop({ exitMs: 0 });
    expect((await shop.fault('short'))?.status).to.equal(200);
    expect(await shop.line('event loop free'))
      .to.have.property('blockedMs')
      .which.is.above(1_500);
    expect((await fetch(`${shop.address}/shelf`)).status).to.equal(200);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
  });

  it('is left alone while a debugger is attached', async () => {
    await using shop = await startBlockingShop({ nodeOptions: '--inspect=127.0.0.1:0' });
    expect((await shop.fault('short'))?.status).to.equal(200);
    expect((await fetch(`${shop.address}/shelf`)).status).to.equal(200);
    expect(await shop.stoa.stop('SIGTERM')).to.equal(0);
    expect(shop.stoa.stderr()).to.not.include('event loop');
  });
});

describe('a heap that fills', () => {
  it('is reported with the extension that allocates, and the line, before the process dies', async () => {
    await using shop = await startBlockingShop({ exitMs: 0, nodeOptions: '--max-old-space-size=250' });
    void shop.fault('leak');
    const found = await shop.line('heap near its limit');
    expect(found).to.include({ level: 50, extension: 'mill' });
    expect(found.file).to.match(faultSource);
    expect(found.line).to.be.within(28, 30);
    expect(shop.stoa.child.exitCode).to.equal(null);
  });
});
