import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const secret = 'the secret of another engine, which is long enough';
const keys = [{ __typename: 'Cart', id: 'c' }];

const entities = (type: string, fields: string): string =>
  `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on ${type} { ${fields} } } }`;

async function start(accept: string): Promise<TestGateway> {
  const config = (text: string): string => text.replace('system:', `${accept}\nsystem:`);
  const environment = { JWKS_URL: 'https://id.example/jwks.json' };
  return startGateway({ fixture: 'joined-shop', config, environment, empty: true });
}

async function ask({ url }: Pick<TestGateway, 'url'>, query: string, signedBy?: string): Promise<string> {
  const signed = { query, variables: { keys } };
  const signature = signedBy && createHmac('sha256', signedBy).update(JSON.stringify(signed)).digest('base64');
  const body = JSON.stringify({ ...signed, extensions: { 'hmac-signature': signature } });
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return response.text();
}

describe('objects that another engine finds in the gateway by their keys', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await start(`graphql: { accept: { hive: { secret: "${secret}" } } }`);
  });
  after(() => gateway?.[Symbol.asyncDispose]());

  it('are there with the lists that several extensions fill, for a signed request', async () => {
    expect(JSON.parse(await ask(gateway, entities('Cart', 'id claims { amount } total'), secret))).to.deep.equal({
      data: { _entities: [{ id: 'c', claims: [{ amount: 10 }, { amount: 1 }], total: 11 }] },
    });
  });

  it('are there in a document with other fields and an alias', async () => {
    const query = entities('Cart', '__typename').replace('{ _entities', '{ page(id: "home") { title } one: _entities');
    expect(JSON.parse(await ask(gateway, query, secret))).to.deep.equal({
      data: { page: { title: 'Home' }, one: [{ __typename: 'Cart' }] },
    });
  });

  const refused: Readonly<Record<string, readonly [query: string, signedBy?: string]>> = {
    'a request without a signature': [entities('Cart', 'id')],
    'a signature of another secret': [entities('Cart', 'id'), `${secret}.`],
    'the gateway\u2019s own name of it, without a signature': [
      'query ($keys: [StoaKey!]!) { stoaEntities(representations: $keys) { __typename } }',
    ],
    'an internal field': [entities('Cart', 'secrets { amount }'), secret],
    'an object without such lists': [entities('Page', 'title'), secret],
    'what is no document': ['{ _entities', secret],
  };
  for (const [title, [query, signedBy]] of Object.entries(refused))
    it(`are not there for ${title}`, async () => {
      const { data, errors } = JSON.parse(await ask(gateway, query, signedBy));
      expect(data).to.equal(undefined);
      expect(errors).to.have.length.above(0);
    });

  it('keep a field that guests may not have from the engine of a guest', async () => {
    const answer = JSON.parse(await ask(gateway, entities('Cart', 'members { label }'), secret));
    expect(answer.data).to.deep.equal({ _entities: [{ members: null }] });
    expect(answer.errors[0].extensions.code).to.equal('UNAUTHENTICATED');
  });

  it('are not there where gateway.yaml accepts no engine', async () => {
    await using closed = await start('');
    expect(await ask(closed, entities('Cart', 'id'), secret))
      .to.include('errors')
      .and.not.include('data');
  });
});
