import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { type DeskAction, deskActions, type Known } from '../support/desk-actions.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const sku = 'VIT-C1000-90';
const use = 'desk:use';
const members = '/desk/members';

/** What is guarded away from the desk's own addresses and pages: without its permission, nothing else would miss it. */
const elsewhere = [
  ...['reviews.manageReview PUT', 'reviews.manageReview PATCH', 'reviews.manageReview DELETE'],
  ...['Query.reviewQueue', 'Query.liveSettings', 'Mutation.changeSettings'],
  ...['updateReview', 'deleteReview', 'publishReview', 'hideReview', 'answerReview'].map((name) => `Mutation.${name}`),
  ...['setPageText', 'cancelOrder', 'sendOrder', 'refundOrder', 'setStock'].map((name) => `Mutation.${name}`),
  ...['Order.deskUrl', 'Order.canSend', 'Order.refundable', 'Variant.listPrices', 'Variant.level', 'Product.labels'],
  ...['Review.deskUrl', 'Review.moveUrl'],
];

describe("the merchant's desk, for each permission alone", function () {
  this.timeout(600_000);
  let shop: TestGateway;
  let known: Known;
  let actions: readonly DeskAction[];
  /** By permission: the cookie of a member whose role has it alone. */
  const cookies = new Map<string, string>();

  before(async () => {
    shop = await startGateway();
    const { id, key } = await placeOrder();
    known = {
      params: { productId: '1001', sku, orderId: id, slug: 'imprint', categoryId: '1', reviewId: '1' },
      objects: {
        Product: (selection) => `product(id: "1001") { ${selection} }`,
        Variant: (selection) => `variant(sku: "${sku}") { ${selection} }`,
        Review: (selection) => `reviews(first: 1) { nodes { ${selection} } }`,
        Order: (selection) => `order(id: "${id}", key: "${key}") { ${selection} }`,
      },
    };
    actions = deskActions(shop, known);
    const permissions = [...new Set(actions.flatMap((action) => action.permissions)), use];
    const roles = Object.fromEntries(permissions.map((permission) => [roleOf(permission), [permission]]));
    await setRoles({ owner: ['desk:members', 'stoa:settings'], ...roles });
    for (const permission of new Set(permissions)) cookies.set(permission, await join(roleOf(permission)));
  });
  after(() => shop[Symbol.asyncDispose]());

  const roleOf = (permission: string) => permission.replace(':', '-');

  async function placeOrder() {
    const buyer = await fillCart(shop.url, sku);
    const fields = await checkoutFields(shop.url, buyer, { paymentMethod: 'invoice' });
    const { location } = await postForm(`${shop.url}/checkout`, fields, buyer);
    const { pathname, searchParams } = new URL(location ?? '', shop.url);
    return { id: pathname.split('/').at(-1) ?? '', key: searchParams.get('key') ?? '' };
  }

  async function setRoles(roles: Readonly<Record<string, readonly string[]>>): Promise<void> {
    const text = 'mutation ($values: SettingValues!) { changeSettings(extension: "desk", values: $values) }';
    const { errors } = await shop.graphql(text, { values: { roles } }, await shop.token(['stoa:settings'], 'boss'));
    expect(errors).to.equal(undefined);
  }

  /** The cookie of a new member. */
  async function join(role: string, id = `member-${role}`): Promise<string> {
    const boss = await shop.token(['desk:members'], 'boss');
    const { body } = await shop.rest<{ data: { path: string } }>('POST', members, { token: boss, body: { role } });
    const key = body.data.path.split('key=')[1];
    const { headers } = await shop.rest('POST', '/desk/join', { token: await shop.token([], id), body: { key } });
    return headers.get('set-cookie')?.split(';')[0] ?? expect.fail('no session');
  }

  async function allowedTo(cookie: string | undefined, tried = actions): Promise<readonly string[]> {
    const allowed: string[] = [];
    for (const action of tried) if (await action.try({ cookie })) allowed.push(action.name);
    return allowed;
  }

  const names = (held: readonly string[]): readonly string[] =>
    actions.filter(({ permissions }) => permissions.every((one) => held.includes(one))).map(({ name }) => name);

  it('has all that is guarded', () => {
    const found = new Set(actions.map(({ name }) => name));
    expect(elsewhere.filter((name) => !found.has(name))).to.deep.equal([]);
    const kinds = Object.groupBy(actions, ({ kind }) => kind);
    expect(kinds.route?.length).to.be.above(35);
    expect(kinds.page?.length).to.be.above(20);
    expect(kinds.field?.length).to.be.above(35);
  });

  it('lets a member do what names the permission, and nothing else', async () => {
    const wrong: object[] = [];
    for (const [permission, cookie] of cookies) {
      const [allowed, named] = [new Set(await allowedTo(cookie)), new Set(names([use, permission]))];
      const [more, fewer] = [[...allowed.difference(named)], [...named.difference(allowed)]];
      if (more.length + fewer.length > 0) wrong.push({ permission, more, fewer });
    }
    expect(wrong).to.deep.equal([]);
    expect(cookies.size).to.be.above(10);
  });

  it('lets a guest do nothing', async () => {
    expect(await allowedTo(undefined)).to.deep.equal([]);
  });

  it('lets a customer without a role learn why the desk is closed, and nothing else', async () => {
    const customer = { name: 'Ann', email: 'ann@example.org', password: 'four words are enough' };
    const { cookie } = await postForm(`${shop.url}/customers`, customer);
    expect((await openPath(`${shop.url}/account`, cookie)).status).to.equal(200);
    expect(await allowedTo(cookie)).to.deep.equal(['deskHome', 'Query.deskDoor']);
    expect((await openPath(`${shop.url}/desk`, cookie)).html)
      .to.contain('no owner yet')
      .and.to.not.contain('desk-figures');
  });

  it('shows a member no form and no link that leads to a refusal', async () => {
    const dead: string[] = [];
    const pages = actions.filter(({ kind }) => kind === 'page');
    for (const [permission, cookie] of cookies) {
      const held = [use, permission];
      for (const { name, permissions } of pages) {
        if (!permissions.every((one) => held.includes(one))) continue;
        const path = shop.gateway.config.pages[name]?.path ?? '';
        const filled = path.replaceAll(/:(\w+)/g, (_whole, param: string) => known.params[param] ?? 'none');
        const { html } = await openPath(shop.url + filled, cookie);
        for (const [, kind, address = ''] of html.matchAll(/(action|href)="(\/desk[^"?#]*)/g))
          if (!isOpen(kind === 'href' ? ['GET'] : ['GET', 'POST'], address, held))
            dead.push(`${permission} ${name}: ${address}`);
      }
    }
    expect(dead).to.deep.equal([]);
  });

  /** A form without a method is one of GET. */
  function isOpen(methods: readonly string[], address: string, held: readonly string[]): boolean {
    const endpoints = shop.gateway.manifests.flatMap((manifest) => manifest.endpoints);
    const found = [
      shop.gateway.pages.find(address)?.page,
      ...endpoints
        .filter((endpoint) => endpoint.methods.some((method) => methods.includes(method)))
        .filter(({ path }) => new URLPattern({ pathname: path }).test(address, shop.url)),
    ];
    return found.some((one) => one?.permissions.every((permission) => held.includes(permission)));
  }

  for (const [what, path, body] of [
    ['removed', (id: string) => `${members}/${id}/removal`, {}],
    ['given another role', (id: string) => `${members}/${id}`, { role: roleOf(use) }],
  ] as const)
    it(`lets a member who is ${what} do nothing from the next request on, in any browser`, async () => {
      const id = `gone ${what}`.replaceAll(' ', '-');
      const browsers = [await join('orders-write', id), await join('orders-write', id)];
      const own = actions.filter(({ permissions }) => permissions.includes('orders:write'));
      expect(await allowedTo(browsers[1], own)).to.have.length(own.length);
      const boss = await shop.token(['desk:members'], 'boss');
      expect((await shop.rest('POST', path(id), { token: boss, body })).status).to.equal(200);
      for (const cookie of browsers) expect(await allowedTo(cookie, own)).to.deep.equal([]);
    });

  it('lets no member do what a change of the roles has taken away, from the next request on', async () => {
    const own = actions.filter(({ permissions }) => permissions.includes('orders:write'));
    expect(new Set(own.map(({ kind }) => kind))).to.have.keys('route', 'page', 'field');
    const before = await join('orders-write', 'mona');
    const { cookie: customer } = await postForm(`${shop.url}/customers`, {
      ...{ name: 'Mia', email: 'mia@example.org', password: 'four words are enough' },
    });
    expect(await allowedTo(before, own)).to.have.length(own.length);
    const roles = { owner: [], 'orders-write': [] };
    await setRoles(roles);
    expect(await allowedTo(before, own)).to.deep.equal([]);
    const since = await join('orders-write', 'mona');
    expect(await allowedTo(since, own)).to.deep.equal([]);
    await setRoles(roles);
    expect((await openPath(`${shop.url}/desk`, since)).status).to.equal(200);
    expect((await openPath(`${shop.url}/account`, customer)).status).to.equal(200);
  });
});
