import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import type { Mail } from '../../src/mail/mailer.ts';
import { openQueueShop, type QueueShop, reviews } from '../queue/queue-shop.ts';

const message = { name: 'thanks', to: 'ann@example.com', subject: 'Thank you', html: '<p>Thank you</p>' };

describe('a mail in the queue', () => {
  let shop: QueueShop;
  before(async () => {
    shop = await openQueueShop();
  });
  after(() => shop[Symbol.asyncDispose]());
  afterEach(() => shop.reset());

  it('has its extension as the sender, whatever that says, and is tried again when the server refuses it', async () => {
    const queue = await shop.open();
    const handled = new EventEmitter();
    const tries: unknown[] = [];
    queue.register('stoa:mail', async (mail, { attempt }) => {
      tries.push(mail);
      handled.emit('try', attempt);
      if (attempt === 1) throw new Error('451 try later');
    });
    queue.take([]);
    const first = once(handled, 'try');
    await shop.of(reviews).query('select stoa.send_mail($1::jsonb, $2)', [JSON.stringify(message), 'catalog']);
    await first;
    const waiting = 'select id from stoa_queue.jobs where attempts = 1 and locked_at is null';
    while ((await shop.sql(waiting)).length === 0);
    await shop.sql(`select stoa_queue.reschedule_jobs(array(${waiting}), run_at => now())`);
    while (tries.length < 2) await once(handled, 'try');
    const expected: Mail = { ...message, extension: 'reviews' };
    expect(tries).to.deep.equal([expected, expected]);
  });
});
