import { expect } from 'chai';
import { askConsole, consoleToken, signInToConsole } from '../../support/console-client.ts';
import { type NumberedShop, startNumbered } from '../../support/numbered-shop.ts';

describe('refused tokens at the console', () => {
  let shop: NumberedShop;
  before(async () => {
    shop = await startNumbered({ admin: true });
    await askConsole(shop, '/console');
  });
  after(() => shop[Symbol.asyncDispose]());

  const bearer = (token: string) => askConsole(shop, '/console', { headers: { authorization: `Bearer ${token}` } });

  it('are logged with the client, and without the token', async () => {
    expect((await askConsole(shop, '/console/sign-in', { form: { secret: 'guess-by-form' } })).status).to.equal(401);
    expect((await bearer('guess-by-header')).status).to.equal(401);
    const refused = shop.log.events('console token refused');
    expect(refused.map(({ client }) => client)).to.deep.equal(['127.0.0.1', '127.0.0.1']);
    expect(shop.log.text()).to.not.match(/guess-by/);
  });

  it('are limited, the right one with them; a cookie stays valid', async () => {
    const cookie = await signInToConsole(shop);
    const token = await consoleToken(shop);
    expect((await bearer(token)).status).to.equal(200);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await bearer(`guess-${count}`)).status);
    expect(statuses.slice(0, 9)).to.deep.equal(Array(9).fill(401));
    expect(statuses.slice(-2)).to.deep.equal([429, 429]);
    const right = await bearer(token);
    expect([right.status, Number(right.headers['retry-after']) > 0]).to.deep.equal([429, true]);
    expect((await askConsole(shop, '/console/generations', { cookie })).body).to.include('<button');
    expect(shop.log.text()).to.include('console tokens limited').and.not.include('guess-');
  });
});
