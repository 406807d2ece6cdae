import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const required = { error: 'name and description are required' };
const review = { author: 'Ann', rating: 4, comment: 'Good.' };
const staticToken = 'a-token-of-the-warehouse-0123456789';

const sleep = `export default async (request, response) => {
  await request.context.database.query('select pg_sleep(30)');
  response.json({});
};`;

// A neighbour whose endpoint has the name of another extension's, and that shows what route.json and the order of files do.
const twin = {
  'api/createFoo/route.json': '{ "methods": ["GET"], "path": "/twins/:twinId", "access": "public" }',
  'api/createFoo/show.ts': 'export default (request, response) => response.json({ twin: request.params.twinId });',
  'api/strict/route.json':
    '{ "methods": ["POST"], "path": "/strict", "access": "public", "body": { "name": "String!" }, "additional": false }',
  'api/strict/taken.ts': 'export default (request, response) => response.json({ success: true, data: {} });',
  'api/slow/route.json': '{ "methods": ["GET"], "path": "/slow", "access": "public", "timeoutMs": 300 }',
  'api/sleep/route.json': '{ "methods": ["GET"], "path": "/sleep", "access": "public" }',
  'api/slow/slow.ts': sleep,
  'api/sleep/sleep.ts': sleep,
  'api/chain/route.json': '{ "methods": ["GET"], "path": "/chain", "access": "public" }',
  'api/chain/zoe.ts': step('zoe'),
  'api/chain/bob.ts': step('bob'),
  'api/chain/[zoe]carl.ts': step('carl'),
  'api/chain/ann.ts': step('ann'),
  'api/chain/[ann][bob][carl]answer.ts': 'export default (request, response) => response.json(response.locals.order);',
};

/** An operation of this many levels, which goes from a product to its reviews and back. */
function nested(levels: number): string {
  const field = (level: number): string => {
    if (level === levels) return level % 2 === 0 ? 'productId' : 'id';
    if (level === 1) return `product(id: "1001") { ${field(2)} }`;
    return `${level % 2 === 0 ? 'reviews' : 'product'} { ${field(level + 1)} }`;
  };
  return `{ ${field(1)} }`;
}

function aliases(count: number): string {
  return `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;
}

/** An operation of this many tokens, 13 of them besides the parameters of `url`, which have three each. */
function tokens(count: number): string {
  const parameters = Array.from({ length: Math.floor((count - 13) / 3) }, (_, index) => `p${index}: 1`);
  const rest = '__typename '.repeat(count - 12 - 3 * parameters.length);
  return `{ url(routeId: "homepage", params: { ${parameters.join(' ')} }) ${rest}}`;
}

function step(name: string): string {
  return `export default (request, response, next) => {
    response.locals.order = [...(response.locals.order ?? []), '${name}'];
    next();
  };`;
}

async function writeExtension(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-twin-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('the specification, row by row', () => {
  let shop: TestGateway;
  let twinFolder: string;
  before(async () => {
    twinFolder = await writeExtension(twin);
    const hash = createHash('sha256').update(staticToken).digest('hex');
    shop = await startGateway({
      // Without a rest for extensions that fail: the twin is slow on purpose, again and again.
      config: (text) =>
        `${text
          .replace('system:\n', 'system:\n  breaker: { failures: 0 }\n')
          .replace(
            '  bearer: { ',
            `  bearer: { tokens: [{ sha256: ${hash}, subject: warehouse, permissions: ["reviews:write"] }], `,
          )}    - { name: twin, resolve: ${twinFolder}, enabled: true }\n`,
    });
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await rm(twinFolder, { recursive: true });
  });

  const codeOf = async (query: string, token?: string, variables?: object) =>
    (await shop.graphql(query, variables, token)).errors?.[0]?.extensions?.code;
  const countReviews = async () =>
    (await shop.database('reviews').query<{ count: number }>('select count(*) from review'))[0]?.count;

  context('products', () => {
    it('takes first from 1 to 100, and gives 20 when nothing is said', async () => {
      const { data } = await shop.graphql<Record<string, { nodes: unknown[] }>>(
        '{ some: products { nodes { name } } one: products(first: 1) { nodes { name } } }',
      );
      expect([data?.some?.nodes.length, data?.one?.nodes.length]).to.deep.equal([20, 1]);
      expect((await shop.graphql('{ products(first: 100) { nodes { name } } }')).errors).to.equal(undefined);
    });
    for (const [first, code] of [
      [0, 'BAD_USER_INPUT'],
      [-1, 'BAD_USER_INPUT'],
      [101, 'BAD_USER_INPUT'],
      [2_147_483_647, 'COST_ESTIMATED_TOO_EXPENSIVE'],
    ] as const)
      it(`refuses first: ${first}`, async () => {
        expect(await codeOf(`{ products(first: ${first}) { nodes { name } } }`)).to.equal(code);
        expect(await codeOf(`{ reviews(first: ${first}) { nodes { id } } }`)).to.equal(code);
      });
    it('refuses a cursor that it has not given', async () => {
      expect(await codeOf('{ products(after: "nonsense") { nodes { name } } }')).to.equal('BAD_USER_INPUT');
    });
  });

  context('reviews', () => {
    it('are newest first, those of one moment by id descending', async () => {
      const [product] = await shop
        .database('reviews')
        .query<{ id: string }>('select product_id as id from review where product_id is not null limit 1');
      const ids: string[] = [];
      for (let count = 0; count < 12; count++) {
        const { data } = await shop.graphql<{ createReview: { id: string } }>(
          'mutation ($input: ReviewInput!, $id: ID) { createReview(input: $input, productId: $id) { id } }',
          { input: { ...review, comment: `Number ${count}.` }, id: product?.id },
        );
        ids.push(data?.createReview.id ?? '');
      }
      await shop
        .database('reviews')
        .query(`update review set created_at = '2100-01-01' where review_id::text = any($1::text[])`, [ids]);
      const { data } = await shop.graphql<{
        product: { reviews: { id: string }[] };
        reviews: { nodes: { id: string }[] };
      }>('query ($id: ID!) { product(id: $id) { reviews { id } } reviews(first: 12) { nodes { id } } }', {
        id: product?.id,
      });
      const newest = ids.toReversed();
      expect(data?.product.reviews.slice(0, 12).map(({ id }) => id)).to.deep.equal(newest);
      expect(data?.reviews.nodes.map(({ id }) => id)).to.deep.equal(newest);
      await shop.database('reviews').query('delete from review where review_id::text = any($1::text[])', [ids]);
    });

    it('have mutations of the exact signatures', () => {
      const fields = shop.gateway.schema.getMutationType()?.getFields() ?? {};
      const signature = (name: string) =>
        `${fields[name]?.args.map((each) => `${each.name}: ${each.type}`).join(', ')} -> ${fields[name]?.type}`;
      expect(signature('createReview')).to.equal('input: ReviewInput!, productId: ID -> Review!');
      expect(signature('updateReview')).to.equal('id: ID!, input: ReviewInput! -> Review!');
      expect(signature('deleteReview')).to.equal('id: ID! -> Boolean!');
    });

    const update = 'mutation ($id: ID!, $input: ReviewInput!) { updateReview(id: $id, input: $input) { id author } }';
    const remove = 'mutation ($id: ID!) { deleteReview(id: $id) }';
    const create = 'mutation ($input: ReviewInput!, $id: ID) { createReview(input: $input, productId: $id) { id } }';

    for (const [what, mutation] of [
      ['updateReview', update],
      ['deleteReview', remove],
    ] as const) {
      it(`refuse ${what} to a guest and to a caller without the permission, and change nothing`, async () => {
        const variables = mutation === update ? { id: '1', input: review } : { id: '1' };
        const before = await countReviews();
        expect(await codeOf(mutation, undefined, variables)).to.equal('UNAUTHENTICATED');
        expect(await codeOf(mutation, await shop.token(['reviews:read']), variables)).to.equal('FORBIDDEN');
        expect(await countReviews()).to.equal(before);
      });
      it(`answer NOT_FOUND to ${what} of an unknown one`, async () => {
        const token = await shop.token(['reviews:write']);
        for (const id of ['999999999', 'nonsense', '-1']) {
          const variables = mutation === update ? { id, input: review } : { id };
          expect(await codeOf(mutation, token, variables), id).to.equal('NOT_FOUND');
        }
      });
    }
    it('answer NOT_FOUND to createReview for an unknown product, and keep nothing', async () => {
      const before = await countReviews();
      expect(await codeOf(create, undefined, { input: review, id: 'no-such' })).to.equal('NOT_FOUND');
      expect(await countReviews()).to.equal(before);
    });
    it('are changed and deleted by who may', async () => {
      const { data } = await shop.graphql<{ createReview: { id: string } }>(create, { input: review });
      const id = data?.createReview.id;
      const token = await shop.token(['reviews:write']);
      expect(await shop.graphql(update, { id, input: { ...review, author: 'Bob' } }, token)).to.deep.equal({
        data: { updateReview: { id, author: 'Bob' } },
      });
      expect(await shop.graphql(remove, { id }, token)).to.deep.equal({ data: { deleteReview: true } });
      expect(await codeOf(remove, token, { id })).to.equal('NOT_FOUND');
    });
    for (const bad of [{ author: ' \t' }, { comment: '\n' }, { author: '' }, { rating: 0 }, { rating: 6 }])
      it(`refuse ${JSON.stringify(bad)}, and keep nothing`, async () => {
        const before = await countReviews();
        expect(await codeOf(create, undefined, { input: { ...review, ...bad } })).to.equal('BAD_USER_INPUT');
        expect(await countReviews()).to.equal(before);
      });
  });

  context('url, where two extensions share the name of an endpoint', () => {
    it('wants the extension with it', async () => {
      expect(
        await shop.graphql(
          '{ foo: url(routeId: "foo.createFoo") twin: url(routeId: "twin.createFoo", params: { twinId: "a b" }) }',
        ),
      ).to.deep.equal({ data: { foo: '/foos', twin: '/twins/a%20b' } });
    });
    it('names both when it is left out', async () => {
      const { errors } = await shop.graphql('{ url(routeId: "createFoo") }');
      expect(errors?.[0]?.message).to.contain('foo.createFoo').and.contain('twin.createFoo');
    });
  });

  it('runs unrelated handlers in the order of the alphabet', async () => {
    expect((await shop.rest('GET', '/chain')).body).to.deep.equal(['ann', 'bob', 'zoe', 'carl']);
  });

  context('POST /foos', () => {
    for (const body of [
      {},
      null,
      { name: 'A' },
      { description: 'D' },
      { name: ' \t\n', description: 'D' },
      { name: '', description: '' },
    ])
      it(`answers 400 to ${JSON.stringify(body)}`, async () => {
        const token = await shop.token();
        const answer = await shop.rest('POST', '/foos', { token, body });
        expect([answer.status, answer.body]).to.deep.equal([400, required]);
      });
    it('answers 400 to no body', async () => {
      const answer = await shop.rest('POST', '/foos', { token: await shop.token() });
      expect([answer.status, answer.body]).to.deep.equal([400, required]);
    });
    it('leaves unknown fields alone', async () => {
      const body = { name: 'A', description: 'D', colour: 'red' };
      expect((await shop.rest('POST', '/foos', { token: await shop.token(), body })).status).to.equal(201);
    });
    it('takes no token but from the header', async () => {
      const token = await shop.token();
      const body = { name: 'A', description: 'D', access_token: token };
      for (const path of ['/foos', `/foos?access_token=${token}`]) {
        const answer = await shop.rest('POST', path, { body });
        expect([answer.status, answer.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
        expect(answer.body).to.have.all.keys('error');
      }
    });
    it('is too large at more than 100 kB (102,400 bytes)', async () => {
      const body = { name: 'A', description: 'D'.repeat(102_400) };
      const answer = await shop.rest('POST', '/foos', { token: await shop.token(), body });
      expect([answer.status, Object.keys(Object(answer.body))]).to.deep.equal([413, ['error']]);
    });
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }])
      it(`answers 415 to ${JSON.stringify(headers)}`, async () => {
        const answer = await shop.rest('POST', '/foos', { token: await shop.token(), body: {}, headers });
        expect([answer.status, Object.keys(Object(answer.body))]).to.deep.equal([415, ['error']]);
      });
  });

  it('refuses unknown fields where route.json says "additional": false', async () => {
    expect((await shop.rest('POST', '/strict', { body: { name: 'A' } })).status).to.equal(200);
    expect((await shop.rest('POST', '/strict', { body: { name: 'A', colour: 'red' } })).status).to.equal(400);
  });

  context('paths', () => {
    for (const path of ['/nowhere', '/foos/', '/Foos', '/graphql/', '/assets/none'])
      it(`answers 404 to ${path}`, async () => {
        const [json, html] = await Promise.all(
          ['application/json', 'text/html,application/xhtml+xml,*/*;q=0.8'].map((accept) =>
            fetch(shop.url + path, { headers: { accept } }),
          ),
        );
        expect([json?.status, html?.status]).to.deep.equal([404, 404]);
        expect(await json?.json()).to.have.all.keys('error');
        expect(html?.headers.get('content-type')).to.match(/^text\/html/);
      });
    it('answer HEAD as GET without a body', async () => {
      const ask = (method: string, encoding: string) =>
        fetch(`${shop.url}/products/1001/reviews`, { method, headers: { 'accept-encoding': encoding } });
      const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => ask(method, 'identity')));
      expect(head?.status).to.equal(200);
      expect(head?.headers.get('content-length')).to.equal(get?.headers.get('content-length'));
      expect(await head?.text()).to.equal('');
      // The body alone tells how long it is compressed (RFC 9110, section 9.3.2).
      const compressed = await ask('HEAD', 'gzip');
      expect(compressed.headers.get('content-encoding')).to.equal('gzip');
      expect(compressed.headers.get('content-length')).to.equal(null);
    });
    it('answer OPTIONS with 405, before they ask who it is', async () => {
      const answer = await shop.rest('OPTIONS', '/foos');
      expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'POST']);
    });
  });

  it('takes a static token with its permissions', async () => {
    const answer = await shop.rest('PATCH', '/reviews/999999999', { token: staticToken, body: { rating: 3 } });
    expect(answer.status).to.equal(404);
    expect((await shop.rest('PATCH', '/reviews/1', { token: `${staticToken}x`, body: {} })).status).to.equal(401);
  });

  context('a request that is given up', () => {
    const untilSleeping = async (wanted: number) => {
      const text = "select count(*) from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'";
      const count = async () => (await shop.database('twin').query<{ count: number }>(text))[0]?.count;
      for (let looks = 0; (await count()) !== wanted; looks++) if (looks > 5_000) throw new Error('too late');
    };

    it('leaves nothing running in the database when its time is over', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => shop.rest('GET', '/slow')));
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([504]));
      await untilSleeping(0);
      expect(shop.log.text()).to.not.contain('handler failed');
    });
    it('leaves nothing running in the database when its client leaves', async () => {
      const leave = new AbortController();
      const left = fetch(`${shop.url}/sleep`, { signal: leave.signal }).catch(() => 'left');
      await untilSleeping(1);
      leave.abort();
      expect(await left).to.equal('left');
      await untilSleeping(0);
    });
  });

  context('GraphQL', () => {
    const ask = (accept: string, query = '{ foos { name } }') =>
      fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query }),
      });
    for (const type of ['application/graphql-response+json', 'application/json'])
      it(`answers in ${type} when asked for it`, async () => {
        expect((await ask(type)).headers.get('content-type')).to.match(new RegExp(`^${type.replace('+', '\\+')}`));
      });
    for (const [what, within, beyond, code] of [
      ['depth, 12', nested(12), nested(13), 'GRAPHQL_VALIDATION_FAILED'],
      ['aliases, 30', aliases(30), aliases(31), 'GRAPHQL_VALIDATION_FAILED'],
      ['tokens, 2,000', tokens(2_000), tokens(2_001), 'GRAPHQL_PARSE_FAILED'],
    ] as const)
      it(`has a limit: ${what}`, async () => {
        const type = 'application/graphql-response+json';
        const [taken, refused] = [await ask(type, within), await ask(type, beyond)];
        expect([taken.status, refused.status], await taken.text()).to.deep.equal([200, 400]);
        expect((await refused.json()).errors[0].extensions.code).to.equal(code);
      });
  });
});

describe('gateway.yaml, row by row', () => {
  it('makes GraphQL private, and sets its limits and that of bodies', async () => {
    await using shop = await startGateway({
      empty: true,
      config: (text) =>
        text
          .replace(
            'access: public, limits: { depth: 12, aliases: 30, tokens: 2000 }',
            'access: private, limits: { depth: 2, aliases: 1, tokens: 20 }',
          )
          .replace('server: { ', 'server: { limits: { body: 300 }, '),
    });
    const token = await shop.token();
    const ask = (query: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
      fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
        body: JSON.stringify({ query }),
      });
    const guest = await ask('{ __typename }', {});
    expect([guest.status, guest.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    expect((await guest.json()).errors[0].extensions.code).to.equal('UNAUTHENTICATED');
    const statusOf = async (query: string) => (await ask(query)).status;
    expect(await statusOf('{ products { totalCount } }')).to.equal(200);
    expect(await statusOf('{ products { nodes { name } } }')).to.equal(400);
    expect(await statusOf('{ a: __typename b: __typename }')).to.equal(400);
    expect(await statusOf(`{ ${'__typename '.repeat(20)} }`)).to.equal(400);
    expect(await statusOf(`{ __typename } # ${'x'.repeat(300)}`)).to.equal(413);
    const foo = { name: 'A', description: 'D'.repeat(300) };
    expect((await shop.rest('POST', '/foos', { token, body: foo })).status).to.equal(413);
  });
});
