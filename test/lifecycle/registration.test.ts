import { expect } from 'chai';
import { openPath } from '../support/browse.ts';
import { register } from '../support/register.ts';
import { forEachPlacement } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';

forEachPlacement('a shop that registers by mail', (startGateway) => {
  it('signs in who follows the link', async () => {
    await using shop = await startGateway({
      config: (text) => onlyLines('customers')(text).replace(', settings: { registration: at-once }', ''),
    });
    const person = { name: 'Ann', email: 'ann@example.org', password: 'four words are enough' };
    const cookie = await register(shop, person);
    expect((await openPath(`${shop.url}/account`, cookie)).html).to.include('ann@example.org');
    const again = await shop.rest('POST', '/customers', { body: person });
    expect([again.status, again.headers.has('set-cookie')]).to.deep.equal([202, false]);
  });
});
