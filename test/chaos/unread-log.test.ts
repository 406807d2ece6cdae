import { once } from 'node:events';
import { expect } from 'chai';
import { fillLog, startUnread } from '../support/unread-shop.ts';

describe('a reader that never reads standard error', () => {
  it('does not keep the process from ending', async () => {
    await using shop = await startUnread();
    await fillLog(shop.address);
    shop.child.kill();
    expect(await once(shop.child, 'exit')).to.deep.equal([null, 'SIGKILL']);
  });
});
