import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const members = '/desk/members';

describe('desk: members', () => {
  let shop: TestExtension;
  before(async () => {
    const me = (_root: unknown, _args: unknown, { caller }: { caller: { id?: string } }) => ({
      name: `Name of ${caller.id}`,
      email: `${caller.id}@example.org`,
    });
    shop = await openExtension('desk', { mocks: { Query: { me } } });
  });
  beforeEach(() => shop.database.query('truncate member, invitation'));
  after(() => shop.close());

  const tokenOf = async (id: string) => ({ token: await shop.token({ id }) });

  /** Lets a person join, whose browser then has the cookie. */
  async function join(id: string, role: string): Promise<{ cookie: string }> {
    const { status, cookie = '' } = await shop.form('/desk/join', { key: await makeLink(role) }, await tokenOf(id));
    expect(status).to.equal(303);
    return { cookie };
  }

  async function makeLink(role: string): Promise<string> {
    const token = await shop.token({ id: 'boss', permissions: ['desk:members'] });
    const { body } = await shop.rest<{ data: { path: string } }>('POST', members, { token, body: { role } });
    return body.data.path.split('key=')[1] ?? '';
  }

  async function roles(): Promise<readonly string[]> {
    const rows = await shop.database.query<{ member: string }>(
      "select customer_id || ' ' || role as member from member order by 1",
    );
    return rows.map(({ member }) => member);
  }

  describe('the first owner', () => {
    it('joins by the link in the log, which is good once', async () => {
      await using fresh = await openExtension('desk');
      const line = fresh.log.find((each) => each.includes('/desk/join?key=')) ?? '';
      const link = /\/desk\/join\?key=[\w-]+/.exec(line)?.[0] ?? '';
      const [key = ''] = link.split('=').slice(1);
      const options = { token: await fresh.token({ id: 'ann' }) };
      expect((await fresh.page(link, options)).html).to.contain('with the role Owner');
      const { status, location, cookie } = await fresh.form('/desk/join', { key }, options);
      expect([status, location]).to.deep.equal([303, '/desk']);
      expect((await fresh.page(members, { cookie })).status).to.equal(200);
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
        const tokens = await Promise.all([tokenOf(`ann${attempt}`), tokenOf(`bob${attempt}`)]);
        const joins = keys.map((key, index) => shop.form('/desk/join', { key }, tokens[index]));
        expect((await Promise.all(joins)).map(({ status }) => status).sort()).to.deep.equal([303, 400]);
        expect(await roles()).to.have.length(1);
        await shop.database.query('truncate member, invitation');
      }
    });

    it('ends every other link for the first owner', async () => {
      await storeLinks();
      const answers = [];
      for (const key of keys) answers.push((await shop.form('/desk/join', { key }, await tokenOf('ann'))).status);
      expect(answers).to.deep.equal([303, 400]);
    });
  });

  describe('a link', () => {
    it('leads a guest to the sign-in, or is refused where there is none', async () => {
      expect((await shop.page('/desk/join?key=x')).status).to.equal(401);
    });

    it('is not used by the page alone', async () => {
      const key = await makeLink('clerk');
      await shop.page(`/desk/join?key=${key}`, await tokenOf('ann'));
      expect(await roles()).to.deep.equal([]);
    });

    for (const [why, key] of [
      ['is forged', 'x'.repeat(32)],
      ['is missing', ''],
    ] as const)
      it(`is refused when its key ${why}`, async () => {
        const page = await shop.page(`/desk/join?key=${key}`, await tokenOf('ann'));
        expect(page.html).to.contain('not good any more');
        expect((await shop.form('/desk/join', { key }, await tokenOf('ann'))).status).to.equal(400);
        expect(await roles()).to.deep.equal([]);
      });

    it('is good for a day', async () => {
      const key = await makeLink('clerk');
      await shop.database.query("update invitation set expires_at = expires_at - interval '1 day'");
      expect((await shop.form('/desk/join', { key }, await tokenOf('ann'))).status).to.equal(400);
    });

    it('is kept as a digest alone', async () => {
      const key = await makeLink('clerk');
      const [row] = await shop.database.query<{ all: string }>('select invitation::text as all from invitation');
      expect(row?.all).to.contain('clerk').and.not.to.contain(key);
    });

    it('is made for roles that the shop has', async () => {
      const token = await shop.token({ id: 'boss', permissions: ['desk:members'] });
      const { status, html } = await shop.form(members, { role: 'king' }, { token });
      expect([status, html.includes('does not have this role')]).to.deep.equal([400, true]);
    });

    it('is shown once, to the person who has made it', async () => {
      const { cookie } = await join('ann', 'owner');
      const { location = '' } = await shop.form(members, { role: 'clerk' }, { cookie });
      const key = /invited=([\w-]{32})$/.exec(location)?.[1] ?? 'none';
      expect((await shop.page(location, { cookie })).html).to.contain(`/desk/join?key=${key}`);
      expect((await shop.page(members, { cookie })).html).to.not.contain(key);
    });
  });

  describe('a member', () => {
    it('has what the role lets them do, from the sign-in on', async () => {
      await join('cleo', 'clerk');
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
      await join('ann', 'owner');
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
      await join('cleo', 'clerk');
      await shop.database.query("update member set role = 'gone'");
      const { data } = await shop.ask('{ permissionsOf(customer: "cleo") }');
      expect(data).to.deep.equal({ permissionsOf: ['desk:use'] });
    });

    it('sees the desk, and the members only with the permission', async () => {
      const clerk = await join('cleo', 'clerk');
      expect((await shop.page('/desk', clerk)).status).to.equal(200);
      expect((await shop.page(members, clerk)).status).to.equal(403);
      expect((await shop.form(`${members}/cleo`, { role: 'owner' }, clerk)).status).to.equal(403);
      const { errors } = await shop.graphql('{ deskMembers { role } }', {}, clerk);
      expect(errors?.[0]?.extensions?.code).to.equal('FORBIDDEN');
    });

    it('is refused at once when the role has changed', async () => {
      const owner = await join('ann', 'owner');
      const clerk = await join('cleo', 'clerk');
      const { location } = await shop.form(`${members}/cleo`, { role: 'editor' }, owner);
      expect(location).to.equal(`${members}?saved=role#saved`);
      expect((await shop.page('/desk', clerk)).status).to.equal(401);
      expect(await roles()).to.deep.equal(['ann owner', 'cleo editor']);
    });

    it('is refused at once when what roles may do has changed, and who has changed it goes on', async () => {
      const owner = await join('ann', 'owner');
      const editor = await join('eve', 'editor');
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
      const before = await join('cleo', 'clerk');
      const since = await join('cleo', 'editor');
      expect((await shop.page('/desk', before)).status).to.equal(401);
      expect((await shop.page('/desk', since)).status).to.equal(200);
    });

    it('is refused at once when removed', async () => {
      const owner = await join('ann', 'owner');
      const clerk = await join('cleo', 'clerk');
      const { location = '' } = await shop.form(`${members}/cleo/removal`, {}, owner);
      expect((await shop.page(location, owner)).html).to.contain('no longer a member');
      expect((await shop.page('/desk', clerk)).status).to.equal(401);
      expect(await roles()).to.deep.equal(['ann owner']);
    });

    it('is forgotten with the account', async () => {
      await join('cleo', 'clerk');
      await shop.publish('customer.deleted', { customerId: 'cleo' });
      expect(await roles()).to.deep.equal([]);
    });

    it('is in the export of the own data', async () => {
      await join('cleo', 'clerk');
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
        const owner = await join('ann', 'owner');
        const { status, html } = await shop.form(path, fields, owner);
        expect([status, html.includes('A shop needs an owner')]).to.deep.equal([409, true]);
        expect(await roles()).to.deep.equal(['ann owner']);
      });

    it('cannot follow a link to another role', async () => {
      await join('ann', 'owner');
      const { status } = await shop.form('/desk/join', { key: await makeLink('clerk') }, await tokenOf('ann'));
      expect([status, await roles()]).to.deep.equal([409, ['ann owner']]);
    });

    it('may leave when there is another one', async () => {
      const owner = await join('ann', 'owner');
      await join('bob', 'owner');
      expect((await shop.form(`${members}/ann/removal`, {}, owner)).status).to.equal(303);
      expect(await roles()).to.deep.equal(['bob owner']);
    });

    it('stays when two owners remove each other at once', async () => {
      const ann = await join('ann', 'owner');
      const bob = await join('bob', 'owner');
      const removals = [shop.form(`${members}/bob/removal`, {}, ann), shop.form(`${members}/ann/removal`, {}, bob)];
      await Promise.all(removals);
      expect(await roles()).to.have.length(1);
    });
  });

  it('refuses a change of a person who is no member', async () => {
    const owner = await join('ann', 'owner');
    expect((await shop.form(`${members}/else/removal`, {}, owner)).status).to.equal(404);
  });

  it('writes what was done to the audit trail, without names', async () => {
    const owner = await join('ann', 'owner');
    await join('cleo', 'clerk');
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
