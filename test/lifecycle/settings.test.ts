import { expect } from 'chai';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';

interface Shown {
  readonly settings: unknown;
  readonly isFrozen: boolean;
}

forEachPlacementOfOne('settings', (start) => {
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

  it('are listed with their schemas for who may change them', async () => {
    const ask = async (permissions: readonly string[]) =>
      await shop.graphql<{ liveSettings: object }>('{ liveSettings }', {}, await shop.token(permissions));
    const { data } = await ask(['stoa:settings']);
    expect(data?.liveSettings).to.have.nested.property('delivery.freeFrom.value', 50);
    expect(data?.liveSettings).to.have.nested.property('delivery.freeFrom.schema.live', true);
    expect(data?.liveSettings).to.have.property('@shop');
    expect(JSON.stringify(data)).to.not.contain('sekrit');
    expect((await ask([])).errors?.[0]?.extensions?.code).to.equal('FORBIDDEN');
    expect((await shop.graphql('{ liveSettings }')).errors?.[0]?.extensions?.code).to.equal('UNAUTHENTICATED');
  });

  const change = async (values: object, permissions: readonly string[] = ['stoa:settings']) =>
    await shop.graphql<{ changeSettings: unknown }>(
      'mutation ($values: SettingValues!) { changeSettings(extension: "delivery", values: $values) }',
      { values },
      await shop.token(permissions, 'mira'),
    );

  it('that are live change at once, and go back to their default', async () => {
    expect(await change({ freeFrom: 20, notice: 'Späti' })).to.deep.equal({
      data: { changeSettings: { freeFrom: 20, notice: 'Späti' } },
    });
    expect((await shown()).settings).to.deep.include({ retries: 5, freeFrom: 20, notice: 'Späti' });
    expect(await shop.graphql('{ freeFrom freeFromAgain }')).to.deep.equal({
      data: { freeFrom: 20, freeFromAgain: 20 },
    });
    expect(await change({ freeFrom: null, notice: null })).to.deep.equal({
      data: { changeSettings: { freeFrom: 50 } },
    });
    expect((await shown()).settings).to.deep.equal({
      ...{ apiKey: 'sekrit-carrier-key', retries: 5, depots: ['Cork'], freeFrom: 50 },
    });
  });

  for (const [situation, values, fields] of [
    ['has a wrong type', { freeFrom: 'x', notice: 'y' }, { freeFrom: '"freeFrom" must be a number, but is a string' }],
    [
      'is not live',
      { retries: 1 },
      { retries: '"retries" is no live setting. There are: freeFrom, mapToken, notice.' },
    ],
    ['is too long', { notice: 'n'.repeat(201) }, { notice: '"notice" must have at most 200 characters' }],
  ] as const)
    it(`refuse a change that ${situation}, with its field, and change nothing`, async () => {
      const before = await shown();
      const { data, errors } = await change(values);
      expect(data).to.equal(null);
      expect(errors?.[0]?.extensions).to.deep.include({ code: 'BAD_USER_INPUT', fields });
      expect(await shown()).to.deep.equal(before);
    });

  it('are changed by those alone who have the permission', async () => {
    const { errors } = await change({ freeFrom: 1 }, ['other:permission']);
    expect(errors?.[0]?.extensions).to.include({ code: 'FORBIDDEN' });
    const guest = await shop.graphql('mutation { changeSettings(extension: "delivery", values: { freeFrom: 1 }) }');
    expect(guest.errors?.[0]?.extensions).to.include({ code: 'UNAUTHENTICATED' });
    expect(await shop.graphql('{ freeFrom }')).to.deep.equal({ data: { freeFrom: 50 } });
  });
});
