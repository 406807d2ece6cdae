import { resolve } from 'node:path';
import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { rejection } from '../../../../test/support/rejection.ts';

const fixtures = resolve(import.meta.dirname, '../../../../test/fixtures');
const from = resolve(fixtures, 'mail-shop/extensions/letters');

describe('mails of an extension alone', () => {
  let letters: TestExtension;
  before(async () => {
    letters = await openExtension('letters', { from, locales: ['en-IE', 'de'] });
  });
  after(() => letters.close());

  it('are those that it has sent, as their readers get them', async () => {
    expect(await letters.mails()).to.deep.equal([]);
    await letters.rest('POST', '/thanks', { body: { to: 'ann@example.com' } });
    expect(await letters.mails()).to.deep.equal([
      {
        ...{ name: 'thanks', to: 'ann@example.com', subject: 'Thank you', text: 'Hello Ann' },
        html: '<!doctype html><html lang="en-IE"><head></head><body><p>Hello Ann</p></body></html>',
      },
    ]);
    await letters.mail('thanks', { to: 'bob@example.com', locale: 'de', props: { name: 'Bob' } });
    expect((await letters.mails()).map(({ to, text }) => `${to}: ${text}`)).to.deep.equal([
      'ann@example.com: Hello Ann',
      'bob@example.com: Hallo Bob',
    ]);
  });

  it('are those of transactions that commit', async () => {
    const before = (await letters.mails()).length;
    const within = 'transaction';
    const undone = { to: 'undone@example.com', within, after: 'undo' };
    expect((await letters.rest('POST', '/thanks', { body: undone })).status).to.equal(500);
    await letters.rest('POST', '/thanks', { body: { to: 'kept@example.com', within } });
    expect((await letters.mails()).slice(before).map(({ to }) => to)).to.deep.equal(['kept@example.com']);
  });

  it('are refused as context.mail refuses them', async () => {
    expect(await rejection(letters.mail('thank', { to: 'ann@example.com' }))).to.have.property(
      'message',
      'the extension letters has no mail "thank". Did you mean "thanks"?',
    );
  });
});
