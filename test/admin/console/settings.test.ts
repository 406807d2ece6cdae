import { expect } from 'chai';
import { askConsole } from '../../support/console-client.ts';
import { startGateway } from '../../support/start-gateway.ts';

describe('the live settings in the console', () => {
  it('are those that were changed, with their values, when and by whom', async () => {
    await using shop = await startGateway({ fixture: 'settings-shop', admin: true });
    const page = async () => (await askConsole(shop, '/console/settings')).body.replaceAll('<!-- -->', '');
    expect(await page()).to.include('No setting was changed.');
    const change =
      'mutation { changeSettings(extension: "delivery", values: { freeFrom: 20, notice: null, mapToken: "m-123" }) }';
    await shop.graphql(change, {}, await shop.token(['stoa:settings'], '<mira>'));
    await shop.graphql(
      'mutation { changeSettings(values: { name: "Kontor" }) }',
      {},
      await shop.token(['stoa:settings'], 'ann'),
    );
    const body = await page();
    expect(body).to.include('<b>name</b><span>of the shop</span><code>&quot;Kontor&quot;</code>').and.include('by ann');
    expect(body).to.include('<b>freeFrom</b><span>of delivery</span><code>20</code>').and.include('by &lt;mira&gt;');
    expect(body)
      .to.include('<b>mapToken</b><span>of delivery</span><code>&quot;***&quot;</code>')
      .and.not.include('m-123');
    expect(body).to.include('<b>notice</b><span>of delivery</span><span>has its default again</span>');
    expect(body).to.match(/<time dateTime="\d{4}-\d\d-\d\dT/i);
  });
});
