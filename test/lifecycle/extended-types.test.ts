import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { loadConfig } from '#config';
import { startServed } from '#serve';
import { createMemoryLog } from '../support/memory-log.ts';
import { createDatabase } from '../support/shared-server.ts';
import { forEachPlacement, type GraphqlAnswer, startGateway, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines, shopConfig } from '../support/test-project.ts';

const points = join(import.meta.dirname, '../fixtures/points-extension');
const [ann, bea] = ['20001', '20002'];
const people = `insert into customer (customer_id, name, email, password_hash) values
  (${ann}, 'Ann', 'ann@example.org', 'none'), (${bea}, 'Bea', 'bea@example.org', 'none')`;

/** Adds an extension that extends `Customer`, and that names customers by their key. */
function withPoints(text: string): string {
  return `${text.trimEnd()}\n    - { name: points, resolve: ${points} }\n`;
}

forEachPlacement('a customer, whose type has a key', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({
      empty: true,
      config: (text) => withPoints(onlyLines('catalog', 'reviews', 'customers', 'foo')(text)),
    });
    await shop.database('customers').query(people);
  });
  after(() => shop[Symbol.asyncDispose]());

  const named = (id: string | undefined) => `{ customerWithPoints(id: "${id}") { id name email points } }`;

  it('has fields of another extension', async () => {
    const answer = await shop.graphql('{ me { name points } }', {}, await shop.token([], ann));
    expect(answer).to.deep.equal({ data: { me: { name: 'Ann', points: 7 } } });
  });

  it('reads the own account where another extension names it', async () => {
    const answer = await shop.graphql(named(ann), {}, await shop.token([], ann));
    const customerWithPoints = { id: ann, name: 'Ann', email: 'ann@example.org', points: 7 };
    expect(answer).to.deep.equal({ data: { customerWithPoints } });
  });

  for (const [who, subject] of [
    ['a guest', undefined],
    ['another customer', bea],
    ['a caller who may do anything else', 'operator'],
  ] as const)
    it(`is unreadable to ${who} where another extension names it`, async () => {
      const token = subject && (await shop.token(['customers:read', 'reviews:write'], subject));
      const answer = await shop.graphql<{ customerWithPoints: null }>(named(ann), {}, token);
      expect(answer.data).to.deep.equal({ customerWithPoints: null });
      expect(JSON.stringify(answer)).to.not.match(/Ann|example\.org/);
    });
});

describe('types with a key, which another extension names', () => {
  it('are found by one statement for all, and null where there is none', async () => {
    await using shop = await startGateway({ config: withPoints, overrides: { port: 0, adminPort: 0, jobs: false } });
    shop.takeQueries();
    const { data } = await shop.graphql(`{
      reviewsNamed(ids: ["2", "abc", "1", "999999"]) { id author }
      foosNamed(ids: ["9", "2"]) { name }
    }`);
    expect(data).to.deep.equal({
      reviewsNamed: [{ id: '2', author: 'Beatrice L.' }, null, { id: '1', author: 'Björn E.' }, null],
      foosNamed: [null, { name: 'Second foo' }],
    });
    expect(shop.takeQueries().map(({ extension }) => extension)).to.deep.equal(['reviews']);
  });
});

describe('a customer, of an extension that stoa serve serves to an exported supergraph', () => {
  const hiveSecret = 'what Hive Gateway and the customers have in common';
  const entities = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on Customer { id name email } } }`;
  const variables = { ids: [ann, bea].map((id) => ({ __typename: 'Customer', id, name: 'Mallory' })) };
  const opened = new AsyncDisposableStack();
  let url: string;
  let authorization: string;
  after(() => opened.disposeAsync());

  before(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    const issuer = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await once(issuer.listen(0, '127.0.0.1'), 'listening');
    opened.defer(() => void issuer.close());
    const address = issuer.address();
    const jwks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jwks`;

    const database = await createDatabase();
    opened.defer(database.drop);
    const shop = opened.use(await startGateway({ empty: true, databaseUrl: database.url }));
    await shop.database('customers').query(people);

    const accept = `accept: { hive: { secret: "${hiveSecret}" }, bearer: { jwks: "${jwks}", issuer: them, audience: shop } }`;
    const placement = `placement: { url: "http://127.0.0.1:1", secret: "${hiveSecret}", gateway: "${shop.url}", ${accept} }`;
    const file = await shopConfig((text) => text.replace(/(name: customers,.*enabled: true)/, `$1, ${placement}`));
    const config = await loadConfig(file, { environment: { DATABASE_URL: database.url }, generatedSecrets: 'look' });
    const served = await startServed(config, { name: 'customers', at: { port: 0 }, logger: createMemoryLog().logger });
    opened.defer(() => served.close({ readinessDelayMs: 0, drainMs: 1_000 }));
    url = `${served.url}/graphql`;

    const token = new SignJWT({ permissions: ['customers:read'] }).setProtectedHeader({ alg: 'ES256', kid: 'one' });
    const claims = token
      .setSubject(bea ?? '')
      .setIssuer('them')
      .setAudience('shop')
      .setExpirationTime('5m');
    authorization = `Bearer ${await claims.sign(privateKey)}`;
  });

  /** Asks as Hive Gateway does. It signs JSON with sorted keys, as these are. */
  async function ask(headers: Readonly<Record<string, string>> = {}): Promise<GraphqlAnswer<object>> {
    const signature = createHmac('sha256', hiveSecret)
      .update(JSON.stringify({ query: entities, variables }))
      .digest('base64');
    const body = JSON.stringify({ query: entities, variables, extensions: { 'hmac-signature': signature } });
    const sent = { 'content-type': 'application/json', ...headers };
    const response = await fetch(url, { method: 'POST', headers: sent, body });
    return response.json();
  }

  it('is unreadable to a guest by _entities', async () => {
    expect(await ask()).to.deep.equal({ data: { _entities: [null, null] } });
  });

  it('reads the own account alone by _entities', async () => {
    const own = { id: bea, name: 'Bea', email: 'bea@example.org' };
    expect(await ask({ authorization })).to.deep.equal({ data: { _entities: [null, own] } });
  });
});
