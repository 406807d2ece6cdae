import { expect } from 'chai';
import { providerOf } from '../src/provider.ts';

const live = { key: 'sk_live_of_the_test', webhookSecret: 'whsec_of_the_test', timeoutMs: 8000 };
const sandbox = 'http://127.0.0.1:3000/payment-sandbox';

describe('the provider of the settings', () => {
  it('is Stripe with a key', () => {
    expect(providerOf(live)).to.deep.equal({
      address: 'https://api.stripe.com',
      credentials: { authorization: 'Bearer sk_live_of_the_test' },
      webhookSecret: 'whsec_of_the_test',
    });
  });

  it('is the sandbox, with its published keys, where the setting names one', () => {
    expect(providerOf({ sandbox, timeoutMs: 8000 })).to.deep.include({
      address: sandbox,
      webhookSecret: 'whsec_sandbox',
    });
  });

  for (const [name, settings] of [
    ['neither', { timeoutMs: 8000 }],
    ['a key without the secret of webhooks', { ...live, webhookSecret: undefined }],
    ['both', { ...live, sandbox }],
    ['the sandbox beside a secret', { ...live, key: undefined, sandbox }],
  ] as const)
    it(`is refused for ${name}`, () => {
      expect(() => providerOf(settings)).to.throw('Set "key" and "webhookSecret" of Stripe, or "sandbox" alone');
    });
});
