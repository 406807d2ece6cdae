import { expect } from 'chai';
import { forEachPlacementOfOne, type StartGateway, type TestGateway } from '../support/start-gateway.ts';

const startShop = (start: StartGateway): Promise<TestGateway> => start({ fixture: 'error-shop', empty: true });

/** What REST, GraphQL and a form make of an error. `status` and `fields` are of REST and the form. */
interface Thrown {
  readonly kind: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const refusals: readonly Thrown[] = [
  {
    kind: 'conflict',
    status: 409,
    code: 'CONFLICT',
    message: 'This order is there already.',
    fields: { kind: 'is taken' },
  },
  { kind: 'unknown', status: 404, code: 'NOT_FOUND', message: 'There is no such order.' },
  { kind: 'own', status: 409, code: 'OUT_OF_STOCK', message: 'There are none left.' },
  { kind: 'plain', status: 400, code: 'TOO_HEAVY', message: 'It is too heavy.' },
  { kind: 'http', status: 410, code: 'GONE', message: 'It is gone.', fields: { kind: 'is gone' } },
  { kind: 'graphql', status: 400, code: 'BAD_USER_INPUT', message: 'No such kind.', fields: { kind: 'is none' } },
  { kind: 'graphqlStatus', status: 402, code: 'UNPAID', message: 'Pay first.' },
];

forEachPlacementOfOne('a handler', (start) => {
  it('knows the client', async () => {
    await using shop = await startShop(start);
    const { host, hostname } = new URL(shop.url);
    const { body } = await shop.rest('GET', '/client');
    expect(body).to.deep.equal({ ip: '127.0.0.1', protocol: 'http', secure: false, host, hostname });
  });
});

forEachPlacementOfOne('an error of an extension', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startShop(start);
  });
  after(() => shop[Symbol.asyncDispose]());

  for (const { kind, status, code, message, fields } of refusals) {
    it(`has its status by REST: ${kind}`, async () => {
      const answer = await shop.rest('POST', '/orders', { body: { kind } });
      expect([answer.status, answer.body]).to.deep.equal([status, { error: message }]);
    });

    it(`has its code by GraphQL: ${kind}`, async () => {
      const { errors = [] } = await shop.graphql('query($kind: String!) { order(kind: $kind) }', { kind });
      expect(errors).to.have.lengthOf(1);
      expect(errors[0]).to.deep.include({ message, path: ['order'] });
      expect(errors[0]?.extensions).to.include({ code, extension: 'orders' });
      expect(errors[0]?.extensions?.fields).to.deep.equal(fields);
    });

    it(`has its message in the form: ${kind}`, async () => {
      const response = await fetch(`${shop.url}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: shop.url },
        body: new URLSearchParams({ kind }),
      });
      const html = await response.text();
      expect(response.status).to.equal(status);
      expect(html).to.include(`<p id="message">${message}</p>`);
      expect(html).to.include(`<p id="kind">${fields?.kind ?? ''}</p>`);
      expect(html).to.include(`value="${kind}"`);
    });
  }

  it('sends the header fields that it names', async () => {
    const { headers } = await shop.rest('POST', '/orders', { body: { kind: 'own' } });
    expect(headers.get('retry-after')).to.equal('60');
  });

  it('is no failure of the extension when it is for the client', async () => {
    await shop.rest('POST', '/orders', { body: { kind: 'conflict' } });
    await shop.graphql('{ order(kind: "conflict") }');
    expect(shop.log.events('resolver failed')).to.deep.equal([]);
    expect(shop.log.events('request failed')).to.deep.equal([]);
  });

  it('keeps a message that is not for the client to the log', async () => {
    for (const [kind, status, code] of [
      ['hidden', 502, 'INTERNAL_SERVER_ERROR'],
      ['bug', 500, 'INTERNAL_SERVER_ERROR'],
    ] as const) {
      const answer = await shop.rest('POST', '/orders', { body: { kind } });
      expect(answer.status).to.equal(status);
      const { errors = [] } = await shop.graphql('query($kind: String!) { order(kind: $kind) }', { kind });
      expect(errors[0]?.extensions).to.include({ code });
      expect(errors[0]?.extensions?.id).to.be.a('string');
      expect(JSON.stringify([answer.body, errors])).to.not.include('secret');
    }
  });
});

forEachPlacementOfOne('the body of a request', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await startShop(start);
  });
  after(() => shop[Symbol.asyncDispose]());

  it('is what the gateway has checked, with defaults', async () => {
    const answer = await shop.rest('POST', '/echo', { body: { count: 2, more: [1] } });
    expect(answer.body).to.deep.equal({ body: { count: 2, more: [1], size: 3 }, plain: true });
  });

  it('has the types of route.json for a form', async () => {
    const response = await fetch(`${shop.url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
      body: 'count=2&tags=a&tags=b&size=',
    });
    expect(await response.json()).to.deep.equal({ body: { count: 2, tags: ['a', 'b'], size: 3 }, plain: true });
  });

  it('is undefined for a method that needs none', async () => {
    expect((await shop.rest('DELETE', '/echo')).body).to.deep.equal({ body: null, plain: true });
  });

  it('is empty when none is sent, and route.json requires no field', async () => {
    expect((await shop.rest('POST', '/optional')).body).to.deep.equal({ body: { size: 3 }, plain: true });
  });

  it('reaches a router of Express, which has no parser', async () => {
    expect((await shop.rest('POST', '/asFirst', { body: { count: 2 } })).body).to.deep.equal({
      body: { count: 2, size: 3 },
    });
  });

  for (const [path, parser] of [
    ['/express', 'a handler named bodyParser'],
    ['/byHand', '"parsesBody" in route.json'],
  ] as const) {
    it(`is undefined until a handler has parsed it: ${parser}`, async () => {
      const answer = await shop.rest('POST', path, { body: { count: 2 } });
      expect(answer.body).to.deep.equal({ before: 'undefined', body: { count: 2, size: 3 } });
    });
  }
});
