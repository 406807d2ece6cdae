import { expect } from 'chai';
import { postForm } from './browse.ts';
import type { TestGateway } from './start-gateway.ts';
import { waitUntil } from './wait-until.ts';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The path of the link in the newest mail to an address, which has yet to come. */
export async function linkTo({ url, mails }: Pick<TestGateway, 'url' | 'mails'>, email: string): Promise<string> {
  await waitUntil(() => mails.some(({ to }) => to === email));
  const { html = '' } = mails.find(({ to }) => to === email) ?? {};
  return /href="([^"]*)"/.exec(html)?.[1]?.replace(url, '') ?? expect.fail(`no link in ${html}`);
}

/** Registers by the link of a mail. The cookie of the new customer. */
export async function register(shop: Pick<TestGateway, 'url' | 'mails'>, person: Person): Promise<string> {
  const { status } = await postForm(`${shop.url}/customers`, { ...person });
  expect(status).to.equal(303);
  const { cookie } = await postForm(shop.url + (await linkTo(shop, person.email)), {
    password: person.password,
  });
  return cookie ?? expect.fail('no session');
}
