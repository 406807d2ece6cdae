import { randomBytes, scryptSync } from 'node:crypto';
import { openExtension, type PageAnswer, type TestExtension, type TestMail } from 'stoa/testing';

export const password = 'four words are enough';

/** Of the password. Its parameters are the least there are: those of a real one take a fifth of a second. */
export function quickHash(): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { cost: 16, blockSize: 8, parallelization: 1 });
  return `scrypt:16:8:1:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/** A shop of this extension, and what a customer does there. */
export class Account {
  readonly shop: TestExtension;

  private constructor(shop: TestExtension) {
    this.shop = shop;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Account> {
    return new Account(await openExtension('customers', { seed: false, locales: ['en-IE', 'de', 'ar'], settings }));
  }

  /** Adds a customer who has registered, signs in, and answers the cookie. */
  async register(email: string): Promise<string> {
    const text = "insert into customer (name, email, password_hash) values ('Ann', $1, $2) on conflict do nothing";
    await this.shop.database.query(text, [email, quickHash()]);
    const { cookie = '' } = await this.signIn(email, password);
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
