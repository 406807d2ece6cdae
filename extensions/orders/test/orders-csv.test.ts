import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

const head =
  '"number","placed","state","sent","tracking","email","name","addition","street","postcode","city","region","country","phone",' +
  '"delivery","payment","goods","reduction","deliveryCosts","fees","total","refunded","currency","invoice"';

describe('orders: a CSV file of the list', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours);
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  const read = (search = '', bearer: string | undefined = token) =>
    fetch(`${shop.url}/desk/orders.csv${search}`, { headers: { authorization: `Bearer ${bearer}` } });
  const linesOf = async (search = '') => (await (await read(search)).text()).trim().split('\r\n');
  const numbersOf = async (search = '') => (await linesOf(search)).slice(1).map((line) => line.split('"')[1]);
  async function placed(form: string, change: Partial<Parameters<typeof place>[1]> = {}) {
    neighbours.reset({ opens: 'LATER' });
    const { order } = await place(shop, { form, cart: form, ...change });
    return order ?? expect.fail('no order');
  }

  it('has what a label and a spreadsheet need, the newest first, also after a formula was typed', async () => {
    const one = await placed('one', {
      address: { name: '=HYPERLINK("x")', addition: 'c/o "Lee", 2nd floor', phone: '+49 30/12-34' },
    });
    const two = await placed('two', { email: 'bob@example.com' });
    await shop.database.query("update orders set placed_at = '2026-07-01T22:30:00Z' where order_id = $1", [one.id]);
    const answer = await read();
    expect(answer.headers.get('content-type')).to.match(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="orders.csv"');
    const [names, , older] = (await answer.text()).split('\r\n');
    expect(names).to.equal(head);
    expect(older).to.equal(
      `"${one.number}","2026-07-01 22:30","CONFIRMED","","","ann@example.com","'=HYPERLINK(""x"")","c/o ""Lee"", 2nd floor",` +
        `"Way 1","10115","Berlin","","DE","+49 30 12 34","Parcel","Made up","20.00","0.00","4.90","0.00","24.90","0.00","EUR",` +
        `"${one.invoiceNumber}"`,
    );
    expect(await numbersOf()).to.deep.equal([two.number, one.number]);
  });

  it('is filtered as the list is', async () => {
    const [two = '', one = ''] = await numbersOf();
    expect(await numbersOf('?search=bob')).to.deep.equal([two]);
    expect(await numbersOf(`?search=${one}`)).to.deep.equal([one]);
    expect(await numbersOf('?from=2026-07-01&to=2026-07-01')).to.deep.equal([one]);
    expect(await numbersOf('?to=2026-06-30')).to.deep.equal([]);
    expect(await numbersOf('?state=SENT')).to.deep.equal([]);
    const { html } = await shop.page('/desk/orders?search=bob&state=TO_SEND&page=1', { token });
    expect(html).to.contain('href="/desk/orders.csv?search=bob&amp;state=TO_SEND"');
  });

  it('has each of 2,500 orders once', async () => {
    const columns =
      'state, locale, email, name, address, delivery_method, delivery_label, payment_method, payment_label, goods,' +
      'reduction, delivery, fees, total, taxes, path, origin';
    await shop.database.query(
      `insert into orders (form_digest, request_digest, cart_id, ${columns})
       select 'many' || n, 'many', 'many' || n, ${columns} from orders, generate_series(1, 1250) n where cart_id in ('one', 'two')
       on conflict do nothing`,
    );
    const rows = await shop.database.query('select from orders');
    const numbers = await numbersOf();
    expect([numbers.length, new Set(numbers).size]).to.deep.equal([rows.length, rows.length]);
    expect(rows.length).to.be.above(1250);
  });

  it('refuses days and states that are none, and callers without orders:write', async () => {
    for (const search of ['?from=2026-02-30', '?to=x', '?state=GONE'])
      expect((await read(search)).status, search).to.equal(400);
    expect((await read('', await shop.token({ permissions: ['catalog:write'] }))).status).to.equal(403);
    expect((await fetch(`${shop.url}/desk/orders.csv`)).status).to.equal(401);
  });
});
