import { expect } from 'chai';
import { createElement } from 'react';
import { type Shop, useShop, useText } from '#extension-ui';
import { loadComposer } from '#pages';
import { checkMails } from '../../../src/pages/mails/compose-mail.ts';
import { extensionId } from '../../support/database.ts';
import { rejection } from '../../support/rejection.ts';

const id = extensionId('orders');
const texts = {
  en: { thanks: ['Thank you, ', { arg: 'name' }], subject: ['Order ', { arg: 'number' }] },
  de: { thanks: ['Danke, ', { arg: 'name' }], subject: ['Bestellung ', { arg: 'number' }] },
};
const shop: Shop = {
  name: 'Stoa',
  locale: 'de',
  locales: ['en', 'de'],
  direction: 'ltr',
  currency: 'EUR',
  decimals: 2,
  country: 'IE',
  timeZone: 'UTC',
};

function Confirmed({ name }: { readonly name: string }) {
  const text = useText();
  return createElement('p', { lang: useShop().locale }, text('thanks', { name }), ' & ', useShop().name);
}
const file = '/shop/extensions/orders/mails/confirmed.tsx';
const confirmed = { name: 'confirmed', file, module: { default: Confirmed, subject: 'subject' } };
const counted = {
  name: 'counted',
  file,
  module: { default: Confirmed, subject: ({ number }: { number: number }) => `No.\r\n${number}` },
};

describe('a mail', () => {
  it('has the texts of its locale in content and subject', async () => {
    const compose = await loadComposer({ id, texts }, [confirmed, counted]);
    const props = { name: 'Ann <b>', number: 7 };
    expect(await compose('confirmed', { props, shop })).to.deep.equal({
      subject: 'Bestellung 7',
      html: '<!doctype html><p lang="de">Danke, Ann &lt;b&gt; &amp; Stoa</p>',
    });
    // One line, so that it adds no header field.
    expect((await compose('counted', { props, shop })).subject).to.equal('No. 7');
  });

  it('that there is not, or that throws, is an error', async () => {
    const compose = await loadComposer({ id, texts }, [confirmed]);
    expect(String(await rejection(compose('lost', { props: {}, shop })))).to.include('has no mail "lost"');
    expect(String(await rejection(compose('confirmed', { props: {}, shop })))).to.include('needs a value for "name"');
  });

  it('with wrong exports is a finding', () => {
    const whatOf = (module: object) => checkMails([{ name: 'a', file, module }], { texts }).map(({ what }) => what);
    expect(whatOf({ default: Confirmed, subject: 'subject' })).to.deep.equal([]);
    expect(whatOf({})).to.deep.equal(['has no component as its default export', 'has nothing as "subject"']);
    expect(whatOf({ default: Confirmed, subject: 'lost' })).to.deep.equal([
      'its subject is the text "lost", which texts/ does not have',
    ]);
    expect(whatOf({ default: Confirmed, subject: () => '', preview: 1 })).to.deep.equal([
      'exports "preview", which nothing reads',
    ]);
  });
});
