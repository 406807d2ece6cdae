import { openExtension, type PageAnswer, type TestExtension, type TestMail } from 'stoa/testing';

export const password = 'four words are enough';

/** A shop of this extension, and what a customer does there. */
export class Account {
  readonly shop: TestExtension;

  private constructor(shop: TestExtension) {
    this.shop = shop;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Account> {
    return new Account(await openExtension('customers', { seed: false, locales: ['en-IE', 'de', 'ar'], settings }));
  }

  /** Registers, confirms that by the link of the mail, and answers the cookie. */
  async register(email: string): Promise<string> {
    await this.sendRegistration({ email });
    const { cookie = '' } = await this.shop.form(await this.linkTo(email), { password });
    return cookie;
  }

  sendRegistration(fields: Readonly<Record<string, string>>, locale = ''): Promise<PageAnswer> {
    return this.shop.form(`${locale}/customers`, { name: 'Ann', email: 'ann@example.org', password, ...fields });
  }

  signIn(email: string, secret: string): Promise<PageAnswer> {
    return this.shop.form('/sign-in', { email, password: secret });
  }

  async isSignedIn(cookie: string): Promise<boolean> {
    return (await this.shop.page('/account', { cookie })).status === 200;
  }

  /** The newest mail to an address. */
  async mailTo(email: string): Promise<TestMail | undefined> {
    return (await this.shop.mails()).findLast(({ to }) => to === email);
  }

  /** The path of the link in the newest mail to an address. */
  async linkTo(email: string): Promise<string> {
    const { html = '' } = (await this.mailTo(email)) ?? {};
    const [, address = ''] = /href="([^"]*)"/.exec(html) ?? [];
    return address.replace(this.shop.url, '');
  }
}
