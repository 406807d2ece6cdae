import { expect } from 'chai';
import { openSecondFactor, page, type SecondFactorShop } from './open-second-factor.ts';
import { codesIn } from './page.ts';
import { checkCode } from './sign-in.ts';

describe('second-factor: recovery codes', () => {
  let shop: SecondFactorShop['shop'];
  let switchOn: SecondFactorShop['switchOn'];
  before(async () => {
    ({ shop, switchOn } = await openSecondFactor());
  });
  after(() => shop.close());

  const isRight = async (customer: string, code: string) => (await checkCode(shop, customer, code)).isRight;

  it('are ten, shown on the page that follows, and not by its address alone', async () => {
    const { options, location } = await switchOn();
    const codes = codesIn((await shop.page(location, options)).html);
    expect(new Set(codes)).to.have.length(10);
    expect(codesIn((await shop.page(page, options)).html)).to.deep.equal([]);
    const other = await switchOn();
    for (const key of [location.split('codes=')[1], 'x'.repeat(32)])
      expect(codesIn((await shop.page(`${page}?codes=${key}`, other.options)).html)).to.deep.equal([]);
    await shop.database.query("update second_factor set codes_made_at = codes_made_at - interval '10 minutes'");
    const late = (await shop.page(location, options)).html;
    expect([codesIn(late), late.includes('not shown any more')]).to.deep.equal([[], true]);
  });

  it('are good once each, however they are written', async () => {
    const { id, options, location } = await switchOn();
    const [first = '', second = ''] = codesIn((await shop.page(location, options)).html);
    expect([await isRight(id, first), await isRight(id, first)]).to.deep.equal([true, false]);
    expect(await isRight(id, ` ${second.toLowerCase().replaceAll('-', ' ')}`)).to.equal(true);
    expect((await shop.page(page, options)).html).to.contain('You have 8 recovery codes left');
    expect((await shop.records()).map(({ action }) => action)).to.include('second-factor.recovered');
  });

  it('are replaced by new ones', async () => {
    const { id, options, location, app } = await switchOn();
    const [old = ''] = codesIn((await shop.page(location, options)).html);
    const renewed = await shop.form(`${page}/recovery-codes`, { code: app.code(1) }, options);
    const [fresh = ''] = codesIn((await shop.page(renewed.location ?? '', options)).html);
    expect([await isRight(id, old), await isRight(id, fresh)]).to.deep.equal([false, true]);
    const late = (await shop.page(location, options)).html;
    expect([codesIn(late), late.includes('not shown any more')]).to.deep.equal([[], true]);
  });

  it('are stored as digests', async () => {
    const { options, location } = await switchOn();
    const codes = codesIn((await shop.page(location, options)).html);
    const tables = ['recovery_code', 'second_factor'];
    const rows = JSON.stringify(await Promise.all(tables.map((name) => shop.database.query(`select * from ${name}`))));
    for (const code of codes) expect(rows).to.not.contain(code).and.not.to.contain(code.replaceAll('-', ''));
  });
});
