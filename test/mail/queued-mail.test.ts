import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { noOutbox, type Outbox } from '#extensions';
import type { Mail } from '../../src/mail/mailer.ts';
import { openQueueShop, type QueueShop, reviews } from '../queue/queue-shop.ts';
import { rejection } from '../support/rejection.ts';
import { waitUntil } from '../support/wait-until.ts';

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
    // It may have been tried again by itself.
    await waitUntil(async () => tries.length > 1 || (await shop.sql(waiting)).length > 0);
    await shop.sql(`select stoa_queue.reschedule_jobs(array(${waiting}), run_at => now())`);
    while (tries.length < 2) await once(handled, 'try');
    const expected: Mail = { ...message, extension: 'reviews' };
    expect(tries).to.deep.equal([expected, expected]);
  });

  /** What waits, with the database of an extension whose mails are written so. */
  const waiting = async () =>
    (await shop.sql(`select payload->>'to' as "to" from stoa_queue._private_jobs order by 1`)).map(({ to }) => to);
  const written: Outbox['mail'] = async (name, { to }) => ({
    text: 'select stoa.send_mail($1::jsonb, $2)',
    values: [JSON.stringify({ ...message, name, to }), reviews],
  });
  const databaseWith = (mail: Outbox['mail']) => shop.server.of(reviews, undefined, undefined, { ...noOutbox, mail });

  it('is there if its transaction commits, and each savepoint around it', async () => {
    const database = databaseWith(written);
    await database.transaction(async (transaction) => {
      await transaction.mail('thanks', { to: 'ann@example.com' });
      expect(await waiting()).to.deep.equal([]);
      const undone = transaction.transaction(async (inner) => {
        await inner.mail('thanks', { to: 'bob@example.com' });
        throw new Error('undone');
      });
      expect(String(await rejection(undone))).to.equal('Error: undone');
    });
    const failed = database.transaction(async (transaction) => {
      await transaction.mail('thanks', { to: 'eve@example.com' });
      throw new Error('undone');
    });
    expect(String(await rejection(failed))).to.equal('Error: undone');
    expect(await waiting()).to.deep.equal(['ann@example.com']);
  });

  it('is refused when it is written after the end of its transaction', async () => {
    const gate = Promise.withResolvers<void>();
    const database = databaseWith(async (...mail) => {
      await gate.promise;
      return await written(...mail);
    });
    const forgotten = await database.transaction(async ({ mail }) => [mail('thanks', { to: 'ann@example.com' })]);
    gate.resolve();
    expect(String(await rejection(Promise.all(forgotten)))).to.include('This transaction has ended');
    expect(await waiting()).to.deep.equal([]);
  });

  it('is refused in the transactions of extension.ts', async () => {
    const sent = shop.server
      .of(reviews, undefined, undefined, noOutbox)
      .transaction((transaction) => transaction.mail('thanks', { to: 'ann@example.com' }));
    expect(String(await rejection(sent)))
      .to.include('mail("thanks"): extension.ts has no locale')
      .and.to.include('later');
  });
});
