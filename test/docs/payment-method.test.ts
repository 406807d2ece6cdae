import { appendFile, cp, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { runStoa } from '../support/run-stoa.ts';
import { startGateway } from '../support/start-gateway.ts';
import { ownShop } from '../support/test-project.ts';
import { readTutorial } from '../support/tutorial/read-tutorial.ts';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/extensions/payment-methods.md');

describe('a way to pay, as its page of the documentation makes it', () => {
  it('is at the checkout, and takes orders', async () => {
    const file = await ownShop((text) => text);
    for (const step of await readTutorial(page)) {
      if (step.kind !== 'file') continue;
      const path = join(dirname(file), step.path);
      await mkdir(dirname(path), { recursive: true });
      // Of gateway.yaml it shows the line that is new.
      await appendFile(path, step.text);
    }

    await using shop = await startGateway({ file });
    const methods = async (country: string, amount: number) => {
      const { data } = await shop.graphql<{ paymentMethods: readonly { code: string }[] }>(
        `{ paymentMethods(country: "${country}", amount: ${amount}) { code } }`,
      );
      return data?.paymentMethods.map(({ code }) => code);
    };
    expect(await methods('IE', 100_000)).to.include('bank-transfer');
    expect(await methods('IE', 100_001)).not.to.include('bank-transfer');
    expect(await methods('DE', 1)).not.to.include('bank-transfer');

    const cookie = await fillCart(shop.url, 'VIT-C1000-90');
    const { html } = await openPath(`${shop.url}/checkout`, cookie);
    expect(html).to.include('You get our account number with the parcel');
    const fields = await checkoutFields(shop.url, cookie, { paymentMethod: 'bank-transfer' });
    const { location } = await postForm(`${shop.url}/checkout`, fields, cookie);
    const order = await openPath(new URL(location ?? '', shop.url).href, cookie);
    expect(order.html).to.include('Thank you for your order').and.to.include('Payment: Bank transfer');

    // The contract that "stoa types" writes would name its neighbour.
    const contract = join(dirname(file), 'extensions/bank-transfer/contracts/payments.json');
    await cp(join(root, 'extensions/payments/extension.contract.json'), contract);
    const { code, stdout, stderr } = await runStoa(['test', 'bank-transfer'], { file });
    expect([code, stdout.includes('is offered up to')], stdout + stderr).to.deep.equal([0, true]);
  });
});
