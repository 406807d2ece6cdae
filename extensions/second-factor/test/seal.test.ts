import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import { seal, unseal } from '../src/seal.ts';
import { App } from './app.ts';

const key = 'a key of at least 32 characters.';
const page = '/account/second-factor';

describe('second-factor: secrets', () => {
  const ann = { key, customer: 'ann' };

  it('are stored encrypted with the key of the shop, and read', async () => {
    await using shop = await openExtension('second-factor', { settings: { secretKey: key } });
    const options = { token: await shop.token({ id: 'ann' }) };
    await shop.form(page, {}, options);
    const app = App.of((await shop.page(page, options)).html);
    const [row] = await shop.database.query<{ secret: string }>('select secret from second_factor');
    expect(row?.secret)
      .to.match(/^sealed:/)
      .and.not.to.contain(app.secret);
    expect((await shop.form(`${page}/confirmation`, { code: app.code() }, options)).status).to.equal(303);
  });

  it('fit their customer and their key alone', () => {
    const stored = seal('SECRET', ann);
    expect(unseal(stored, ann)).to.equal('SECRET');
    expect(stored).to.not.equal(seal('SECRET', ann));
    for (const other of [
      { ...ann, customer: 'bob' },
      { ...ann, key: `${key} another` },
      { ...ann, key: undefined },
    ])
      expect(() => unseal(stored, other)).to.throw();
  });

  it('of before the key stay readable', () => {
    expect(unseal(seal('SECRET', { ...ann, key: undefined }), ann)).to.equal('SECRET');
  });
});
