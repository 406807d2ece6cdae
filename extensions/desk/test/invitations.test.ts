import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import { type Desk, members, openDesk } from './open-desk.ts';

/** What another owner, or the member, does. */
type Change = (other: { readonly cookie: string }) => Promise<unknown>;

describe('desk: invitations', () => {
  let desk: Desk;
  let shop: Desk['shop'];
  before(async () => {
    desk = await openDesk();
    ({ shop } = desk);
  });
  beforeEach(() => shop.database.query('truncate member, invitation'));
  after(() => shop.close());

  describe('the first owner', () => {
    it('joins by the link in the log, which is good once', async () => {
      await using fresh = await openExtension('desk');
      const line = fresh.log.find((each) => each.includes('/desk/join?key=')) ?? '';
      const link = /\/desk\/join\?key=[\w-]+/.exec(line)?.[0] ?? '';
      const [key = ''] = link.split('=').slice(1);
      const options = { token: await fresh.token({ id: 'ann' }) };
      expect(line).to.match(/"level":40.*the desk has no owner yet.*key=[\w-]{32}"/);
      const before = await fresh.page('/desk', options);
      expect([before.status, before.html.includes('stands in the output of the command')]).to.deep.equal([200, true]);
      expect((await fresh.page(link, options)).html).to.contain('with the role Owner');
      const { status, location, cookie } = await fresh.form('/desk/join', { key }, options);
      expect([status, location]).to.deep.equal([303, '/desk']);
      expect((await fresh.page(members, { cookie })).status).to.equal(200);
      expect((await fresh.page('/desk', { cookie })).html).to.not.contain('no member');
      const stranger = await fresh.page('/desk', { token: await fresh.token({ id: 'bob' }) });
      expect(stranger.html).to.contain('You are no member of the desk');
      const other = await fresh.form('/desk/join', { key }, { token: await fresh.token({ id: 'bob' }) });
      expect([other.status, other.html.includes('not good any more')]).to.deep.equal([400, true]);
    });

    const keys = ['a'.repeat(32), 'b'.repeat(32)];
    const storeLinks = async (): Promise<void> => {
      for (const key of keys)
        await shop.database.query(
          `insert into invitation (key_digest, role)
           values (rtrim(translate(encode(sha256($1::text::bytea), 'base64'), '+/', '-_'), '='), 'owner')`,
          [key],
        );
    };

    it('is one, also when two links are used at once', async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        await storeLinks();
        const tokens = await Promise.all([desk.tokenOf(`ann${attempt}`), desk.tokenOf(`bob${attempt}`)]);
        const joins = keys.map((key, index) => shop.form('/desk/join', { key }, tokens[index]));
        expect((await Promise.all(joins)).map(({ status }) => status).sort()).to.deep.equal([303, 400]);
        expect(await desk.roles()).to.have.length(1);
        await shop.database.query('truncate member, invitation');
      }
    });

    it('ends every other link for the first owner', async () => {
      await storeLinks();
      const answers = [];
      for (const key of keys) answers.push((await shop.form('/desk/join', { key }, await desk.tokenOf('ann'))).status);
      expect(answers).to.deep.equal([303, 400]);
    });
  });

  describe('a link', () => {
    it('leads a guest to the sign-in, or is refused where there is none', async () => {
      expect((await shop.page('/desk/join?key=x')).status).to.equal(401);
    });

    it('is not used by the page alone', async () => {
      const key = await desk.makeLink('clerk');
      await shop.page(`/desk/join?key=${key}`, await desk.tokenOf('ann'));
      expect(await desk.roles()).to.deep.equal([]);
    });

    for (const [why, key] of [
      ['is forged', 'x'.repeat(32)],
      ['is missing', ''],
    ] as const)
      it(`is refused when its key ${why}`, async () => {
        const page = await shop.page(`/desk/join?key=${key}`, await desk.tokenOf('ann'));
        expect(page.html).to.contain('not good any more');
        expect((await shop.form('/desk/join', { key }, await desk.tokenOf('ann'))).status).to.equal(400);
        expect(await desk.roles()).to.deep.equal([]);
      });

    it('is good for a day', async () => {
      const key = await desk.makeLink('clerk');
      await shop.database.query("update invitation set expires_at = expires_at - interval '1 day'");
      expect((await shop.form('/desk/join', { key }, await desk.tokenOf('ann'))).status).to.equal(400);
    });

    it('lets in with the role of then a person whose role changes meanwhile', async () => {
      const secondFactorPage = async () => {
        await open.database.query("update member set role = 'clerk'");
        return null;
      };
      await using open = await openExtension('desk', {
        settings: { requireSecondFactor: true },
        mocks: { Query: { secondFactorPage } },
      });
      const line = open.log.find((each) => each.includes('/desk/join?key=')) ?? '';
      const [, key = ''] = /\/desk\/join\?key=([\w-]+)/.exec(line) ?? [];
      const { cookie } = await open.form('/desk/join', { key }, { token: await open.token({ id: 'ann' }) });
      const statuses = ['/desk', members].map(async (path) => (await open.page(path, { cookie })).status);
      expect(await Promise.all(statuses)).to.deep.equal([200, 403]);
    });

    it('is kept as a digest alone', async () => {
      const key = await desk.makeLink('clerk');
      const [row] = await shop.database.query<{ all: string }>('select invitation::text as all from invitation');
      expect(row?.all).to.contain('clerk').and.not.to.contain(key);
    });

    it('is made for roles that the shop has', async () => {
      const token = await shop.token({ id: 'boss', permissions: ['desk:members'] });
      const { status, html } = await shop.form(members, { role: 'king' }, { token });
      expect([status, html.includes('does not have this role')]).to.deep.equal([400, true]);
    });

    /** What becomes of a link to the role of an owner that bob has made, when he uses it himself after a change. */
    async function useAfter(change: Change): Promise<number> {
      const other = await desk.join('ann', 'owner');
      const { location = '' } = await shop.form(members, { role: 'owner' }, await desk.join('bob', 'owner'));
      const key = /invited=([\w-]{32})$/.exec(location)?.[1] ?? 'none';
      await change(other);
      return (await shop.form('/desk/join', { key }, await desk.tokenOf('bob'))).status;
    }

    const changes: Readonly<Record<string, Change>> = {
      'is removed': (other) => shop.form(`${members}/bob/removal`, {}, other),
      'gets another role': (other) => shop.form(`${members}/bob`, { role: 'editor' }, other),
      'follows a link to another role': () => desk.join('bob', 'editor'),
      'deletes the account': () => shop.publish('customer.deleted', { customerId: 'bob' }),
    };
    for (const [what, change] of Object.entries(changes))
      it(`ends when the member who made it ${what}`, async () => {
        expect(await useAfter(change)).to.equal(400);
        expect(await desk.roles()).to.not.include('bob owner');
      });

    it('stays when the member who made it gets the same role again', async () => {
      expect(await useAfter((other) => shop.form(`${members}/bob`, { role: 'owner' }, other))).to.equal(303);
    });

    it('is shown once, to the person who has made it', async () => {
      const { cookie } = await desk.join('ann', 'owner');
      const { location = '' } = await shop.form(members, { role: 'clerk' }, { cookie });
      const key = /invited=([\w-]{32})$/.exec(location)?.[1] ?? 'none';
      expect((await shop.page(location, { cookie })).html).to.contain(`/desk/join?key=${key}`);
      expect((await shop.page(members, { cookie })).html).to.not.contain(key);
    });
  });
});
