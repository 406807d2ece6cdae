import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

export const members = '/desk/members';

/** A shop with the desk, and what its tests do there. */
export interface Desk {
  readonly shop: TestExtension;
  readonly tokenOf: (id: string) => Promise<{ readonly token: string }>;
  /** The key of a link that a program makes. */
  readonly makeLink: (role: string) => Promise<string>;
  /** Lets a person join, whose browser then has the cookie. */
  readonly join: (id: string, role: string) => Promise<{ cookie: string }>;
  readonly roles: () => Promise<readonly string[]>;
}

export async function openDesk(): Promise<Desk> {
  const me = (_root: unknown, _args: unknown, { caller }: { caller: { id?: string } }) => ({
    name: `Name of ${caller.id}`,
    email: `${caller.id}@example.org`,
  });
  const shop = await openExtension('desk', { mocks: { Query: { me } } });
  const tokenOf = async (id: string) => ({ token: await shop.token({ id }) });

  async function makeLink(role: string): Promise<string> {
    const token = await shop.token({ id: 'boss', permissions: ['desk:members'] });
    const { body } = await shop.rest<{ data: { path: string } }>('POST', members, { token, body: { role } });
    return body.data.path.split('key=')[1] ?? '';
  }

  async function join(id: string, role: string): Promise<{ cookie: string }> {
    const { status, cookie = '' } = await shop.form('/desk/join', { key: await makeLink(role) }, await tokenOf(id));
    expect(status).to.equal(303);
    return { cookie };
  }

  async function roles(): Promise<readonly string[]> {
    const rows = await shop.database.query<{ member: string }>(
      "select customer_id || ' ' || role as member from member order by 1",
    );
    return rows.map(({ member }) => member);
  }

  return { shop, tokenOf, makeLink, join, roles };
}
