import { expect } from 'chai';
import { TOTP } from 'otpauth';
import { elementWith } from 'stoa/testing';
import { stepOf } from '../src/totp.ts';
import { App } from './app.ts';
import { openSecondFactor, page, type SecondFactorShop } from './open-second-factor.ts';
import { contentOfPicture } from './page.ts';
import { checkCode, stepsFor } from './sign-in.ts';

describe('second-factor', () => {
  let shop: SecondFactorShop['shop'];
  let begin: SecondFactorShop['begin'];
  let switchOn: SecondFactorShop['switchOn'];
  before(async () => {
    ({ shop, begin, switchOn } = await openSecondFactor());
  });
  after(() => shop.close());

  const check = (customer: string, code: string) => checkCode(shop, customer, code);
  const isRight = async (customer: string, code: string) => (await check(customer, code)).isRight;
  const stepsOf = (customer: string) => stepsFor(shop, customer);

  describe('setting it up', () => {
    it('shows a secret, as a picture of the same and as text', async () => {
      const { id, html, app } = await begin();
      const address = new URL(app.address);
      expect([address.protocol, address.host]).to.deep.equal(['otpauth:', 'totp']);
      expect(decodeURIComponent(address.pathname)).to.equal(`/Stoa:${id}@example.org`);
      expect(html).to.contain((app.secret.match(/.{4}/g) ?? []).join(' '));
      expect(contentOfPicture(html)).to.equal(app.address);
    });

    it('asks for nothing before a code of the app has confirmed it', async () => {
      const { id, options } = await begin();
      expect(await stepsOf(id)).to.deep.equal([]);
      const wrong = await shop.form(`${page}/confirmation`, { code: '12345' }, options);
      expect(wrong.status).to.equal(400);
      expect(elementWith(wrong.html, 'p', 'id="confirm-code-error"')).to.contain('This code is wrong');
      expect(await stepsOf(id)).to.deep.equal([]);
    });

    it('is confirmed by a code, and then shows no secret again', async () => {
      const { id, options, app, location } = await switchOn();
      expect(await stepsOf(id)).to.deep.equal([{ code: 'SECOND_FACTOR_REQUIRED' }]);
      const { html } = await shop.page(location, options);
      expect(html).to.contain('The second factor is on').and.not.to.contain('otpauth:');
      const spaced = app.secret.match(/.{4}/g)?.join(' ');
      expect(html).to.not.contain(app.secret).and.not.contain(spaced);
      const { data } = await shop.graphql('{ secondFactor { isOn setup { secret } } }', {}, options);
      expect(data).to.deep.equal({ secondFactor: { isOn: true, setup: null } });
      for (const [path, fields] of [
        [page, {}],
        [`${page}/confirmation`, { code: app.code(1) }],
      ] as const) {
        const again = await shop.form(path, fields, options);
        expect([again.status, again.html.includes('Switch it off before')]).to.deep.equal([409, true]);
      }
    });

    it('is over after a quarter of an hour', async () => {
      const { id, options, app } = await begin();
      await shop.database.query(
        "update second_factor set begun_at = begun_at - interval '15 minutes' where customer_id = $1",
        [id],
      );
      expect((await shop.page(page, options)).html)
        .to.contain('Set it up')
        .and.not.to.contain('<svg');
      const late = await shop.form(`${page}/confirmation`, { code: app.code() }, options);
      expect([late.status, await stepsOf(id)]).to.deep.equal([409, []]);
      expect(late.html).to.contain('Begin to set up the second factor first');
    });

    it('is for customers, who see their own alone', async () => {
      expect((await shop.page(page)).status).to.equal(401);
      expect(await shop.graphql('{ secondFactor { isOn } }')).to.deep.equal({ data: { secondFactor: null } });
      await begin();
      const other = { token: await shop.token({ id: 'else' }) };
      const answer = await shop.graphql('{ secondFactor { isOn setup { secret } } }', {}, other);
      expect(answer.data).to.deep.equal({ secondFactor: { isOn: false, setup: null } });
    });
  });

  describe('a code', () => {
    it('is good once, and one step of the clock early or late', async () => {
      const { id, app, code } = await switchOn();
      // This one has confirmed it. That of before is older than the newest one that was used.
      expect([await isRight(id, code), await isRight(id, app.code(-1))]).to.deep.equal([false, false]);
      expect(await isRight(id, app.code(3))).to.equal(false);
      const next = app.code(1);
      expect([await isRight(id, next), await isRight(id, next)]).to.deep.equal([true, false]);
    });

    it('of a step late is taken, and may be typed with spaces', async () => {
      const { id, app } = await switchOn();
      const now = 1_800_000_015_000;
      const late = new TOTP({ secret: app.secret }).generate({ timestamp: now - 30_000 });
      expect(stepOf(app.secret, late, now)).to.equal(Math.floor(now / 30_000) - 1);
      await shop.database.query('update second_factor set last_step = 0 where customer_id = $1', [id]);
      const code = app.code();
      expect(await isRight(id, ` ${code.slice(0, 3)} ${code.slice(3)}`)).to.equal(true);
    });

    it('is used by one of two requests at once', async () => {
      const { id, app } = await switchOn();
      const code = app.code(1);
      expect((await Promise.all([isRight(id, code), isRight(id, code)])).filter(Boolean)).to.have.length(1);
    });

    it('is not looked at after five wrong ones, for a quarter of an hour', async () => {
      const { id, app, options } = await switchOn();
      for (const code of ['000000', '1', 'x', '', '☂']) expect((await check(id, code)).isBlocked).to.equal(false);
      const right = app.code(1);
      expect(await check(id, right)).to.include({ isRight: false, isBlocked: true });
      expect((await check(id, right)).refusal).to.contain('in 15 minutes');
      const form = await shop.form(`${page}/removal`, { code: right }, options);
      expect([form.status, form.html.includes('too many wrong codes')]).to.deep.equal([429, true]);
      await shop.database.query(
        "update second_factor set wrong_at = array(select at - interval '15 minutes' from unnest(wrong_at) as at)",
      );
      expect(await isRight(id, right)).to.equal(true);
    });

    it('is counted also when wrong ones come at once', async () => {
      const { id } = await switchOn();
      const answers = await Promise.all(Array.from({ length: 8 }, () => check(id, '000000')));
      expect(answers.filter(({ isBlocked }) => isBlocked)).to.have.length(3);
    });

    it('of a customer without a second factor is wrong', async () => {
      expect(await isRight('unknown', '000000')).to.equal(false);
      const { id, app } = await begin();
      expect(await isRight(id, app.code())).to.equal(false);
    });
  });

  describe('switching it off', () => {
    it('needs a code, and the sign-in then asks for nothing', async () => {
      const { id, options, app } = await switchOn();
      expect((await shop.form(`${page}/removal`, { code: '000000' }, options)).status).to.equal(400);
      expect(await stepsOf(id)).to.have.length(1);
      const { status, location, cookie = '' } = await shop.form(`${page}/removal`, { code: app.code(1) }, options);
      expect([status, location]).to.deep.equal([303, page]);
      expect(await stepsOf(id)).to.deep.equal([]);
      expect((await shop.page(page, { cookie })).html).to.contain('Set it up');
      const mailed = (await shop.mails()).filter(({ to }) => to === `${id}@example.org`).map(({ subject }) => subject);
      expect(mailed).to.have.members(['Your second factor is on', 'Your second factor is off']);
      // All sessions of before have ended.
      expect((await shop.page(page, options)).status).to.equal(401);
      for (const path of ['removal', 'recovery-codes']) {
        const late = await shop.form(`${page}/${path}`, { code: '1' }, { cookie });
        expect([late.status, late.html.includes('Your second factor is off.')]).to.deep.equal([409, true]);
      }
    });

    it('comes with the end of the account', async () => {
      const { id } = await switchOn();
      await shop.publish('customer.deleted', { customerId: id });
      const rows = await shop.database.query('select from second_factor where customer_id = $1', [id]);
      expect(rows).to.deep.equal([]);
    });
  });

  it('is in the export of the own data, without the secret', async () => {
    const { id, app } = await switchOn();
    const text = 'query ($customer: ID!) { customerRecords(customer: $customer) { topic json } }';
    const { data } = await shop.ask<{ customerRecords: readonly { topic: string; json: string }[] }>(text, {
      customer: id,
    });
    const own = data?.customerRecords.find(({ topic }) => topic === 'secondFactor');
    expect(own?.json).to.equal('{"isOn":true}');
    expect(JSON.stringify([shop.log, await shop.records()])).to.not.contain(app.secret);
  });

  it('serves programs by JSON', async () => {
    const token = await shop.token({ id: 'program' });
    const begun = await shop.rest<{ data: { secret: string; address: string } }>('POST', page, { token, body: {} });
    expect(begun.body.data.address).to.contain(`secret=${begun.body.data.secret}`);
    const app = new App(begun.body.data.address);
    const path = `${page}/confirmation`;
    const wrong = await shop.rest('POST', path, { token, body: { code: '000000' } });
    expect([wrong.status, JSON.stringify(wrong.body)]).to.deep.equal([
      400,
      '{"error":"This code is wrong, or was used before. Wait for the next one of your app."}',
    ]);
    const done = await shop.rest<{ data: { recoveryCodes: string[] } }>('POST', path, {
      token,
      body: { code: app.code() },
    });
    expect(done.body.data.recoveryCodes).to.have.length(10);
    expect(done.headers.get('cache-control')).to.equal('no-store');
  });

  it('has its pages in each language', async () => {
    const { options } = await begin();
    expect((await shop.page(`/de${page}`, options)).html).to.contain('Scannen Sie dieses Bild');
    expect((await shop.page(`/ar${page}`, options)).html).to.contain('dir="rtl"');
  });
});
