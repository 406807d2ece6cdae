import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { App } from './app.ts';

export const page = '/account/second-factor';

interface Person {
  readonly id: string;
  readonly options: { readonly token: string };
  /** The page of the set-up. */
  readonly html: string;
  readonly app: App;
}

/** Switched on by the code. The page at `location` has the recovery codes. */
interface Switched extends Omit<Person, 'options'> {
  readonly code: string;
  readonly location: string;
  readonly options: { readonly cookie: string };
}

export interface SecondFactorShop {
  readonly shop: TestExtension;
  /** A person who has begun, with the app that has the secret. */
  readonly begin: () => Promise<Person>;
  /** The same, switched on. */
  readonly switchOn: () => Promise<Switched>;
}

export async function openSecondFactor(): Promise<SecondFactorShop> {
  const me = (_root: unknown, _args: unknown, { caller }: { caller: { id?: string } }) => ({
    email: `${caller.id}@example.org`,
  });
  const shop = await openExtension('second-factor', {
    locales: ['en-IE', 'de', 'ar'],
    mocks: { Query: { me, permissionsOf: ['desk:use'] } },
  });
  let people = 0;

  async function begin(): Promise<Person> {
    people += 1;
    const id = `person-${people}`;
    const options = { token: await shop.token({ id }) };
    const begun = await shop.form(page, {}, options);
    expect([begun.status, begun.location]).to.deep.equal([303, page]);
    const { html } = await shop.page(page, options);
    return { id, options, html, app: App.of(html) };
  }

  async function switchOn(): Promise<Switched> {
    const person = await begin();
    const { app, options } = person;
    const code = app.code();
    const { status, location = '', cookie = '' } = await shop.form(`${page}/confirmation`, { code }, options);
    expect(status).to.equal(303);
    return { ...person, code, location, options: { cookie } };
  }

  return { shop, begin, switchOn };
}
