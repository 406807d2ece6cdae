import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '../../src/gateway-api.ts';
import { startGateway } from '../../src/testing-api.ts';
import { rejection } from '../support/rejection.ts';
import { fixtureProject } from '../support/test-project.ts';

const bearer =
  'auth: { bearer: { jwt: { secret: "${STOA_JWT_SECRET:-generated}", issuer: stoa, audience: storefront } } }\n';

describe('stoa/testing', () => {
  it('opens a shop with a database of its own, and asks it what a test asks', async () => {
    const file = await fixtureProject('small-shop', (text) => text + bearer);
    await using shop = await startGateway({ file, environment: { DATABASE_URL: 'postgresql://127.0.0.1:1/none' } });

    const { data } = await shop.graphql<{ things: readonly object[] }>('{ things { id } }');
    expect(data?.things).to.have.length.above(0);

    const body = { name: 'from a test' };
    expect((await shop.rest('POST', '/things', { body, token: 'not one' })).status).to.equal(401);
    const token = await shop.token({ id: 'ann', permissions: ['things:write'] });
    const added = await shop.rest('POST', '/things', { body, token });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);

    const page = await shop.page('/nowhere');
    expect(page.status).to.equal(404);
    expect(shop.log.some((line) => JSON.parse(line).msg === 'gateway started')).to.equal(true);
  });

  it('leaves nothing in the folder of the shop, and closes twice without harm', async () => {
    const file = await fixtureProject('small-shop');
    const shop = await startGateway({ file, seed: false });
    const { data } = await shop.graphql<{ things: readonly object[] }>('{ things { id } }');
    expect(data?.things).to.deep.equal([]);

    await Promise.all([shop.close(), shop.close()]);
    const state = await access(join(dirname(file), '.stoa')).then(
      () => 'there',
      () => 'not there',
    );
    expect(state).to.equal('not there');
    expect(
      await fetch(shop.url).then(
        () => 'open',
        () => 'closed',
      ),
    ).to.equal('closed');
  });

  it('says what keeps the shop from opening', async () => {
    const file = await fixtureProject('small-shop', (text) => text.replace('version: 1', 'version: 1\nnonsense: 2'));
    const error = await rejection(startGateway({ file }));
    expect(error).to.be.instanceOf(StartupError);
  });
});
