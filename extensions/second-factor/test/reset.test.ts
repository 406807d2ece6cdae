import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { App } from './app.ts';
import { stepsFor } from './sign-in.ts';

const page = '/account/second-factor';
const members = '/desk/members';

describe('second-factor: a member of the desk', () => {
  let shop: TestExtension;
  /** Those of the next answers. */
  const permissions: string[][] = [];
  before(async () => {
    const deskMembers = ['boss', 'cleo', 'dora'].map((id) => ({
      ...{ customerId: id, name: `Name of ${id}`, email: `${id}@example.org`, role: 'clerk' },
      joinedAt: '2026-01-01T00:00:00Z',
    }));
    const customerEmail = (_root: unknown, { customer }: { customer: string }) => {
      if (customer === 'dora') throw new Error('away');
      return customer === 'cleo' ? 'cleo.new@example.org' : null;
    };
    shop = await openExtension('second-factor', {
      locales: ['en-IE', 'de', 'ar'],
      mocks: {
        Query: { customerEmail, deskMembers, me: null, permissionsOf: () => permissions.shift() ?? ['desk:use'] },
      },
    });
  });
  after(() => shop.close());

  const reset = (id: string) => `${members}/${id}/second-factor/removal`;
  const boss = async (permissions = ['desk:members']) => ({ token: await shop.token({ id: 'boss', permissions }) });
  const isAsked = async (id: string) => (await stepsFor(shop, id))?.length === 1;

  /** The cookie of a person with a second factor. */
  async function switchOn(id: string): Promise<{ readonly cookie: string }> {
    const options = { token: await shop.token({ id }) };
    await shop.form(page, {}, options);
    const app = App.of((await shop.page(page, options)).html);
    const { cookie = '' } = await shop.form(`${page}/confirmation`, { code: app.code() }, options);
    return { cookie };
  }

  it('who has lost it is let in anew by another one, at the page of members', async () => {
    const cleo = await switchOn('cleo');
    const { html } = await shop.page(members, await boss());
    expect(html)
      .to.contain(`action="${reset('cleo')}"`)
      .and.to.not.contain(reset('dora'));
    const { status, location = '' } = await shop.form(`/de${reset('cleo')}`, {}, await boss());
    expect([status, location]).to.deep.equal([303, `/de${members}?saved=secondFactor#saved`]);
    expect((await shop.page(location.replace('/de', ''), await boss())).html).to.contain('has been signed out');
    expect([await isAsked('cleo'), (await shop.page(page, cleo)).status]).to.deep.equal([false, 401]);
    // In the language of the shop, not in that of the desk.
    const [mail] = (await shop.mails()).filter(({ to }) => to === 'cleo.new@example.org');
    expect(mail?.subject).to.equal('Your second factor is off');
    const [record] = (await shop.records()).filter(({ action }) => action === 'second-factor.reset');
    expect(record).to.deep.include({ subject: 'customer:cleo', callerId: 'boss' });
    const again = await shop.form(reset('cleo'), {}, await boss());
    expect([again.status, again.html.includes('has no second factor')]).to.deep.equal([404, true]);
  });

  it('has the permissions of then where the role changes while the session begins', async () => {
    permissions.push(['desk:members']);
    const { cookie } = await switchOn('emil');
    expect((await shop.page(members, { cookie })).status).to.equal(403);
  });

  it('cannot let in oneself, nor a customer', async () => {
    await switchOn('boss');
    await switchOn('customer');
    const { html } = await shop.page(`/de${members}`, await boss());
    expect(html).to.contain('in Ihrem Konto').and.to.not.contain(reset('boss'));
    for (const [id, status] of [
      ['boss', 409],
      ['customer', 404],
    ] as const) {
      expect((await shop.form(reset(id), {}, await boss())).status).to.equal(status);
      expect(await isAsked(id)).to.equal(true);
    }
  });

  it('is not let in while nobody knows where the mail goes', async () => {
    await switchOn('dora');
    const { status, html } = await shop.form(reset('dora'), {}, await boss());
    expect([status, html.includes('not known at the moment'), await isAsked('dora')]).to.deep.equal([503, true, true]);
  });

  it('is let in by members alone who may change members', async () => {
    expect((await shop.form(reset('dora'), {}, await boss(['desk:use']))).status).to.equal(403);
    const { errors } = await shop.graphql('{ memberFactors { name } }', {}, await boss(['desk:use']));
    expect([errors?.[0]?.extensions?.code, await isAsked('dora')]).to.deep.equal(['FORBIDDEN', true]);
  });
});
