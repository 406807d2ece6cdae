import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import { type Desk, members, openDesk } from './open-desk.ts';

describe('desk: members', () => {
  let desk: Desk;
  let shop: Desk['shop'];
  before(async () => {
    desk = await openDesk();
    ({ shop } = desk);
  });
  beforeEach(() => shop.database.query('truncate member, invitation'));
  after(() => shop.close());

  describe('a member', () => {
    it('has what the role lets them do, from the sign-in on', async () => {
      await desk.join('cleo', 'clerk');
      const ask = async (customer: string) => {
        const { data } = await shop.ask<{ permissionsOf: readonly string[] }>(
          'query ($customer: ID!) { permissionsOf(customer: $customer) }',
          { customer },
        );
        return data?.permissionsOf;
      };
      expect(await ask('cleo')).to.have.members([
        'desk:use',
        'customers:write',
        'notes:write',
        'orders:write',
        'stock:write',
      ]);
      expect(await ask('else')).to.deep.equal([]);
    });

    it('has every permission that the shop names, as the owner', async () => {
      await desk.join('ann', 'owner');
      const { data } = await shop.ask<{ permissionsOf: readonly string[] }>('{ permissionsOf(customer: "ann") }');
      expect(data?.permissionsOf).to.include.members(['desk:use', 'desk:members', 'stoa:settings']);
      await using other = await openExtension('desk', { settings: { roles: { owner: ['other:thing'] } } });
      await other.database.query("insert into member (customer_id, role) values ('ann', 'owner')");
      const { data: mine } = await other.ask<{ permissionsOf: readonly string[] }>(
        '{ permissionsOf(customer: "ann") }',
      );
      expect(mine?.permissionsOf).to.include.members(['desk:members', 'other:thing']);
    });

    it('has only the desk when the role is gone from the settings', async () => {
      await desk.join('cleo', 'clerk');
      await shop.database.query("update member set role = 'gone'");
      const { data } = await shop.ask('{ permissionsOf(customer: "cleo") }');
      expect(data).to.deep.equal({ permissionsOf: ['desk:use'] });
    });

    it('is shown with the role when it is gone from the settings, and keeps it until another one is chosen', async () => {
      const owner = await desk.join('ann', 'owner');
      await desk.join('cleo', 'clerk');
      await shop.database.query("update member set role = 'gone' where customer_id = 'cleo'");
      const { html } = await shop.page(members, owner);
      const [form = ''] = /action="\/desk\/members\/cleo"[\s\S]*?<\/form>/.exec(html) ?? [];
      expect(form).to.contain('<option value="gone" selected').and.to.contain('value="owner"');
      const { status } = await shop.form(`${members}/cleo`, { role: 'gone' }, owner);
      expect([status, await desk.roles()]).to.deep.equal([400, ['ann owner', 'cleo gone']]);
    });

    it('is invited as a clerk, or in a shop without clerks as another one than an owner', async () => {
      const selected = async (from: Desk['shop']) => {
        const token = await from.token({ id: 'boss', permissions: ['desk:members'] });
        return (await from.page(members, { token })).html.match(/<option value="\w+" selected/g);
      };
      await using other = await openExtension('desk', { settings: { roles: { owner: [], editor: [], helper: [] } } });
      expect([await selected(shop), await selected(other)]).to.deep.equal([
        ['<option value="clerk" selected'],
        ['<option value="helper" selected'],
      ]);
    });

    it('sees the desk, and the members only with the permission', async () => {
      const clerk = await desk.join('cleo', 'clerk');
      expect((await shop.page('/desk', clerk)).status).to.equal(200);
      expect((await shop.page(members, clerk)).status).to.equal(403);
      expect((await shop.form(`${members}/cleo`, { role: 'owner' }, clerk)).status).to.equal(403);
      const { errors } = await shop.graphql('{ deskMembers { role } }', {}, clerk);
      expect(errors?.[0]?.extensions?.code).to.equal('FORBIDDEN');
    });

    it('is refused at once when the role has changed', async () => {
      const owner = await desk.join('ann', 'owner');
      const clerk = await desk.join('cleo', 'clerk');
      const { location } = await shop.form(`${members}/cleo`, { role: 'editor' }, owner);
      expect(location).to.equal(`${members}?saved=role#saved`);
      expect((await shop.page('/desk', clerk)).status).to.equal(401);
      expect(await desk.roles()).to.deep.equal(['ann owner', 'cleo editor']);
    });

    it('is refused at once when what roles may do has changed, and who has changed it goes on', async () => {
      const owner = await desk.join('ann', 'owner');
      const editor = await desk.join('eve', 'editor');
      const save = async (fields: object) => {
        const saved = await shop.form('/desk/settings', { extension: 'desk', name: 'roles', ...fields }, owner);
        expect(saved.status).to.equal(303);
        owner.cookie = saved.cookie ?? expect.fail('signed out');
      };
      await save({ 'value/0/name': 'owner', 'value/0/value': '', 'value/1/name': 'editor', 'value/1/value': 'a:b' });
      expect((await shop.page('/desk', editor)).status).to.equal(401);
      expect((await shop.page('/desk/settings', owner)).status).to.equal(200);
      await save({ value: '' });
    });

    it('is refused at once in other browsers when a link gives another role', async () => {
      const before = await desk.join('cleo', 'clerk');
      const since = await desk.join('cleo', 'editor');
      expect((await shop.page('/desk', before)).status).to.equal(401);
      expect((await shop.page('/desk', since)).status).to.equal(200);
    });

    it('is refused at once when removed', async () => {
      const owner = await desk.join('ann', 'owner');
      const clerk = await desk.join('cleo', 'clerk');
      const { location = '' } = await shop.form(`${members}/cleo/removal`, {}, owner);
      expect((await shop.page(location, owner)).html).to.contain('no longer a member');
      expect((await shop.page('/desk', clerk)).status).to.equal(401);
      expect(await desk.roles()).to.deep.equal(['ann owner']);
    });

    it('is forgotten with the account', async () => {
      await desk.join('cleo', 'clerk');
      await shop.publish('customer.deleted', { customerId: 'cleo' });
      expect(await desk.roles()).to.deep.equal([]);
    });

    it('is in the export of the own data', async () => {
      await desk.join('cleo', 'clerk');
      const { data } = await shop.ask<{ customerRecords: readonly { topic: string; json: string }[] }>(
        '{ customerRecords(customer: "cleo") { topic json } }',
      );
      const own = data?.customerRecords.find(({ topic }) => topic === 'desk');
      expect(own?.json).to.contain('cleo@example.org');
    });
  });

  describe('the last owner', () => {
    for (const [what, path, fields] of [
      ['be removed', `${members}/ann/removal`, {}],
      ['get another role', `${members}/ann`, { role: 'clerk' }],
    ] as const)
      it(`cannot ${what}`, async () => {
        const owner = await desk.join('ann', 'owner');
        const { status, html } = await shop.form(path, fields, owner);
        expect([status, html.includes('A shop needs an owner')]).to.deep.equal([409, true]);
        expect(await desk.roles()).to.deep.equal(['ann owner']);
      });

    it('cannot follow a link to another role', async () => {
      await desk.join('ann', 'owner');
      const { status } = await shop.form(
        '/desk/join',
        { key: await desk.makeLink('clerk') },
        await desk.tokenOf('ann'),
      );
      expect([status, await desk.roles()]).to.deep.equal([409, ['ann owner']]);
    });

    it('may leave when there is another one', async () => {
      const owner = await desk.join('ann', 'owner');
      await desk.join('bob', 'owner');
      expect((await shop.form(`${members}/ann/removal`, {}, owner)).status).to.equal(303);
      expect(await desk.roles()).to.deep.equal(['bob owner']);
    });

    it('stays when two owners remove each other at once', async () => {
      const ann = await desk.join('ann', 'owner');
      const bob = await desk.join('bob', 'owner');
      const removals = [shop.form(`${members}/bob/removal`, {}, ann), shop.form(`${members}/ann/removal`, {}, bob)];
      await Promise.all(removals);
      expect(await desk.roles()).to.have.length(1);
    });
  });

  it('refuses a change of a person who is no member', async () => {
    const owner = await desk.join('ann', 'owner');
    expect((await shop.form(`${members}/else/removal`, {}, owner)).status).to.equal(404);
  });

  it('writes what was done to the audit trail, without names', async () => {
    const owner = await desk.join('ann', 'owner');
    await desk.join('cleo', 'clerk');
    await shop.form(`${members}/cleo`, { role: 'editor' }, owner);
    const records = await shop.records();
    expect(records.map(({ action }) => action)).to.include.members([
      'member.invited',
      'member.joined',
      'member.changed',
    ]);
    expect(JSON.stringify(records)).to.not.contain('example.org');
  });
});
