import { expect } from 'chai';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

interface Shown {
  readonly settings: unknown;
  readonly isFrozen: boolean;
}

forEachPlacement('settings', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'settings-shop' });
  });
  after(() => shop[Symbol.asyncDispose]());

  const shown = async (): Promise<Shown> => (await shop.rest<Shown>('GET', '/delivery/settings')).body;

  it('are those of gateway.yaml with the defaults, frozen, for handlers and resolvers', async () => {
    const apiKey = 'sekrit-carrier-key';
    expect(await shown()).to.deep.equal({
      settings: { apiKey, retries: 5, depots: ['Cork'], freeFrom: 50 },
      isFrozen: true,
    });
    expect(await shop.graphql('{ freeFrom }')).to.deep.equal({ data: { freeFrom: 50 } });
  });
});
