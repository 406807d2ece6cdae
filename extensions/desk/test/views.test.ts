import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const path = '/desk/views';
const list = 'deskViews';

describe('desk: saved views', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('desk', { locales: ['en-IE', 'de'] });
    token = await shop.token({ id: 'ann', permissions: ['desk:use'] });
  });
  after(() => shop.close());
  beforeEach(() => shop.database.query('truncate saved_view'));

  const save = (body: object, bearer: string | undefined = token) =>
    shop.rest<{ error?: string }>('POST', path, {
      body: { list, name: 'Mine', query: 'state=SENT', ...body },
      token: bearer,
    });
  const views = async (bearer = token) => {
    const { data } = await shop.graphql<{ deskViews: readonly { id: string; name: string; url: string | null }[] }>(
      `{ deskViews(list: "${list}") { id name url } }`,
      {},
      { token: bearer },
    );
    return data?.deskViews ?? [];
  };

  it('are names for a query string, saved once, and changed under the same name', async () => {
    const before = (await shop.records()).length;
    for (const query of ['state=SENT', 'state=SENT', 'state=PENDING'])
      expect((await save({ query })).status).to.equal(200);
    expect((await views()).map(({ name, url }) => [name, url])).to.deep.equal([['Mine', `${path}?state=PENDING`]]);
    const records = (await shop.records()).slice(before);
    expect(records.map(({ action, to }) => [action, to])).to.deep.equal([
      ['view.saved', { list }],
      ['view.saved', { list }],
    ]);
  });

  it('lead back to the list, in the language of the page', async () => {
    const fields = { list, name: 'Mine', query: 'state=SENT' };
    expect(await shop.form(path, fields, { token })).to.include({ status: 303, location: `${path}?state=SENT` });
    expect(await shop.form(`/de${path}`, fields, { token })).to.include({ location: `/de${path}?state=SENT` });
  });

  it('have nothing but parameters behind the path', async () => {
    await save({ query: '"><b>#x&page=//evil.example' });
    expect((await views())[0]?.url).to.equal(`${path}?%22%3E%3Cb%3E%23x=&page=%2F%2Fevil.example`);
  });

  for (const [why, change] of [
    ['a page that is not of the desk', { list: 'homepage' }],
    ['a page that there is not', { list: 'deskNothing' }],
    ['an address', { list: 'https://evil.example' }],
    ['a blank name', { name: ' ' }],
    ['a long name', { name: 'a'.repeat(61) }],
    ['a long query string', { query: 'ä'.repeat(1000) }],
  ] as const)
    it(`refuse ${why}`, async () => {
      expect((await save(change)).status).to.equal(400);
      expect(await views()).to.deep.equal([]);
    });

  it('show a refused name again', async () => {
    const { status, html } = await shop.form(path, { list, name: 'a'.repeat(61), query: 'state=SENT' }, { token });
    expect(status).to.equal(400);
    expect(html).to.contain('at most 60').and.to.contain('value="state=SENT"');
  });

  it('are thirty of a list, also of two requests at once', async () => {
    await shop.database.query(
      "insert into saved_view (customer_id, list, name, query) select 'ann', $1, 'v' || n, '' from generate_series(1, 29) n",
      [list],
    );
    const answers = await Promise.all([save({ name: 'one' }), save({ name: 'two' })]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await save({ name: 'v1' })).status).to.equal(200);
  });

  it('go with a member who is removed', async () => {
    await shop.database.query(
      "insert into member (customer_id, role) values ('ann', 'clerk') on conflict (customer_id) do nothing",
    );
    await save({});
    const boss = await shop.token({ id: 'boss', permissions: ['desk:members'] });
    const { status } = await shop.rest('POST', '/desk/members/ann/removal', { body: {}, token: boss });
    expect([status, await views()]).to.deep.equal([200, []]);
  });

  it('are those of the person alone', async () => {
    await save({});
    const bob = await shop.token({ id: 'bob', permissions: ['desk:use'] });
    const [view] = await views();
    expect(await views(bob)).to.deep.equal([]);
    const removal = `${path}/${view?.id}/removal`;
    await shop.rest('POST', removal, { body: {}, token: bob });
    expect(await views()).to.have.lengthOf(1);
    for (let time = 0; time < 2; time++)
      expect(await shop.form(removal, {}, { token })).to.include({
        status: 303,
        location: `${path}?saved=removed#saved`,
      });
    expect(await views()).to.deep.equal([]);
    expect((await save({}, await shop.token({ id: 'eve' }))).status).to.equal(403);
  });
});
