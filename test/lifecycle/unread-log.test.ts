import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { fillLog, startUnread } from '../support/unread-shop.ts';

describe('a reader that does not read standard error', () => {
  it('stops nothing: lines are dropped, counted, and reported once it reads again', async () => {
    await using shop = await startUnread();
    // When it logs more than the pipe and its own buffer hold
    await fillLog(shop.address);
    // Then it still answers, and counts what it dropped
    expect((await fetch(`${shop.admin}/livez`)).status).to.equal(200);
    const metrics = await (await fetch(`${shop.admin}/metrics`)).text();
    const dropped = Number(/^stoa_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    expect(dropped).to.be.greaterThan(50).and.lessThan(500);
    // And once the reader reads, one line says how many lines are missing
    const log = text(shop.child.stderr);
    shop.child.kill();
    expect(await once(shop.child, 'exit')).to.deep.equal([0, null]);
    expect(await log).to.match(new RegExp(`"lines":${dropped},"msg":"log lines dropped"`));
  });
});
