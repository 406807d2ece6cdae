import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { createMailer } from '#mail';
import type { Mail } from '../../src/mail/mailer.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { rejection } from '../support/rejection.ts';

const mail: Mail = {
  extension: 'orders',
  name: 'order-confirmed',
  to: 'ann@example.com',
  subject: 'Grüße\r\nBcc: all@example.com',
  html: '<!doctype html><html><body><p>Your order is on its way.</p></body></html>',
};
const { logger: silent } = createMemoryLog();
const from = 'Shop <shop@example.com>';

interface Received {
  readonly sender: string | undefined;
  readonly to: readonly string[];
  readonly content: string;
}

/** A real SMTP server, which asks for a user. */
async function startServer(refuse: () => boolean = () => false) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'shop' && password === 'p@ss' ? callback(null, { user: 'shop' }) : callback(new Error('who?')),
    async onData(stream, { envelope }, callback) {
      const content = await text(stream);
      if (refuse()) return callback(Object.assign(new Error('try later'), { responseCode: 451 }));
      const { mailFrom, rcptTo } = envelope;
      received.push({
        sender: mailFrom === false ? '' : mailFrom?.address,
        to: rcptTo.map(({ address }) => address),
        content,
      });
      callback();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    received,
    url: (password = 'p%40ss') => `smtp://shop:${password}@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('the mailer', () => {
  it('sends HTML and plain text to an SMTP server, as one sender', async () => {
    await using server = await startServer();
    const mailer = createMailer(() => ({ url: server.url(), from, isOwed: false }), {
      development: false,
      logger: silent,
    });
    await mailer.send(mail);
    mailer.close();
    const [{ sender, to, content } = { sender: '', to: [], content: '' }] = server.received;
    expect([sender, to]).to.deep.equal(['shop@example.com', ['ann@example.com']]);
    expect(content).to.include('multipart/alternative').and.to.include('text/plain').and.to.include('text/html');
    expect(content)
      .to.match(/^From: Shop <shop@example\.com>\r$/m)
      .and.to.match(/^To: ann@example\.com\r$/m);
    expect(content)
      .to.match(/^Your order is on its way\.\r$/m)
      .and.to.not.match(/^Bcc:/m);
    expect(mailer.caught).to.deep.equal([]);
  });

  it('rejects when the server refuses the mail or the user, so that the queue tries again', async () => {
    let isBusy = true;
    await using server = await startServer(() => isBusy);
    const mailer = createMailer(() => ({ url: server.url(), from, isOwed: false }), {
      development: false,
      logger: silent,
    });
    expect(String(await rejection(mailer.send(mail)))).to.include('try later');
    isBusy = false;
    await mailer.send(mail);
    mailer.close();
    expect(server.received).to.have.lengthOf(1);
    const stranger = createMailer(() => ({ url: server.url('wrong'), from, isOwed: false }), {
      development: false,
      logger: silent,
    });
    expect(String(await rejection(stranger.send(mail)))).to.match(/Invalid login|who\?/);
    stranger.close();
  });

  it('keeps the last mails in development, and without a server', async () => {
    for (const [url, development, adminUrl, place] of [
      ['smtp://localhost', true, 'http://localhost:9000', 'open http://localhost:9000/console/mails.'],
      [undefined, false, undefined, 'open Mails in the console.'],
    ] as const) {
      const log = createMemoryLog();
      const mailer = createMailer(() => ({ url, from, isOwed: false }), { development, logger: log.logger, adminUrl });
      for (let number = 0; number < 102; number++) await mailer.send({ ...mail, subject: `Mail ${number}` });
      expect(mailer.caught).to.have.lengthOf(100);
      expect(mailer.caught[0]).to.include({ subject: 'Mail 101', text: 'Your order is on its way.' });
      const [event] = log.events('mail kept, not sent');
      expect(event).to.include({ extension: 'orders', name: 'order-confirmed' });
      expect(event?.fix)
        .to.include(place)
        .and.to.satisfy((fix: string) => fix.includes('mail.url') !== development);
      expect(log.text()).to.not.include('ann@example.com');
    }
  });
});
