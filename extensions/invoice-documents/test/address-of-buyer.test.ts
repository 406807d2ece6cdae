import { expect } from 'chai';
import { extractText, getResolvedPDFJS } from 'unpdf';
import { openDocuments, type StoodIn, soundOrder } from './orders-stand-in.ts';

// Sets globals, which a test must not leave behind.
await getResolvedPDFJS();

describe('the address of the buyer on an invoice', () => {
  const orders = new Map<string, StoodIn>();
  let shop: Awaited<ReturnType<typeof openDocuments>>;
  before(async () => {
    shop = await openDocuments(orders);
  });
  after(() => shop.close());

  async function linesWith(changes: Partial<StoodIn['address']>): Promise<string> {
    orders.set('o1', { ...soundOrder, address: { ...soundOrder.address, ...changes } });
    const answer = await fetch(`${shop.url}/orders/o1/documents/2026-000007?key=key`);
    return (await extractText(new Uint8Array(await answer.arrayBuffer()))).text.join(' ');
  }

  it('is that of a parcel, with the company and without the phone', async () => {
    const text = await linesWith({ addition: 'Lee Ltd, floor 3', region: 'Bohemia', phone: '+420 222 123 456' });
    expect(text).to.match(/Lee Ltd, floor 3[^\n]*\nHlavní 1[^\n]*\n110 00 Praha, Bohemia[^\n]*\nCzechia/);
    expect(text).to.not.contain('222 123 456');
  });

  it('has no empty line where the country has no postcode', async () => {
    const text = await linesWith({ postcode: '', city: 'Dubai', country: 'AE' });
    expect(text).to.match(/Ann Lee[^\n]*\nHlavní 1[^\n]*\nDubai[^\n]*\nUnited Arab Emirates/);
  });
});
