import { expect } from 'chai';
import type { PageAnswer } from 'stoa/testing';
import { Account, password } from './account.ts';

const addresses = [1, 2].map((round) => `ann${round}@new.example`);

describe('customers: one address for two accounts at once', () => {
  let account: Account;
  // A new shop for each test, since its routes have limits.
  beforeEach(async () => {
    account = await Account.open();
  });
  afterEach(() => account.shop.close());

  /** One of them gets the address, and the other one hears that it is taken. */
  async function expectOneOf(requests: readonly Promise<PageAnswer>[]): Promise<void> {
    const answers = await Promise.all(requests);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.html).to.contain('There is already an account with this e-mail address');
  }

  const follow = (links: readonly string[]) => links.map((link) => account.shop.form(link, { password }));

  async function registrationLink(email: string): Promise<string> {
    await account.sendRegistration({ email });
    return await account.linkTo(email);
  }

  async function changeLink(cookie: string, email: string): Promise<string> {
    await account.shop.form('/account/email', { email, password }, { cookie });
    return await account.linkTo(email);
  }

  it('registered twice', async () => {
    for (const email of addresses)
      await expectOneOf(follow([await registrationLink(email), await registrationLink(email)]));
  });

  it('registered twice, at once', async () => {
    await using other = (await Account.open({ registration: 'at-once' })).shop;
    for (const email of addresses)
      await expectOneOf(
        [password, 'not the same password'].map((secret) =>
          other.form('/customers', { name: 'Ann', email, password: secret }),
        ),
      );
  });

  it('registered, and the new one of a customer', async () => {
    for (const email of addresses) {
      const change = await changeLink(await account.register(`old.${email}`), email);
      await expectOneOf(follow([change, await registrationLink(email)]));
    }
  });

  it('the new one of two customers', async () => {
    for (const email of addresses) {
      const cookies = [await account.register(`one.${email}`), await account.register(`two.${email}`)];
      await expectOneOf(follow([await changeLink(cookies[0] ?? '', email), await changeLink(cookies[1] ?? '', email)]));
    }
  });
});
