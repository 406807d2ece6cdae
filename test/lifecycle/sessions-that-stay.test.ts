import { expect } from 'chai';
import type { Client } from 'pg';
import { App } from '../../extensions/second-factor/test/app.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { openPath, postForm } from '../support/browse.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const password = 'four words are enough';
const newPassword = 'another set of unrelated words';
const extensions = ['customers', 'second-factor', 'desk'];
const factor = '/account/second-factor';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

describe('a change that ends sessions', () => {
  let drop: () => Promise<void>;
  let admin: Client;
  let shop: TestGateway;
  before(async () => {
    const database = await createDatabase();
    drop = database.drop;
    shop = await startGateway({ databaseUrl: database.url, config: onlyLines(...extensions) });
    admin = await connect(parseDatabaseUrl(database.url));
    await admin.query(`create function stoa.stay() returns trigger language plpgsql as
      $$ begin raise exception 'sessions stay'; end $$`);
  });
  after(async () => {
    await admin.end();
    await shop[Symbol.asyncDispose]();
    await drop();
  });

  const post = (path: string, fields: Readonly<Record<string, string>>, cookie?: string) =>
    postForm(shop.url + path, fields, cookie);

  async function register(name: string): Promise<Person> {
    const email = `${name}@example.org`;
    const { cookie = '' } = await post('/customers', { name, email, password });
    const [row] = await shop
      .database('customers')
      .query<{ id: string }>('select customer_id::text as id from customer where email = $1', [email]);
    return { id: row?.id ?? '', email, cookie };
  }
  async function invite(role: string): Promise<string> {
    const request = { token: await shop.token(['desk:members'], 'boss'), body: { role } };
    const { body } = await shop.rest<{ data: { path: string } }>('POST', '/desk/members', request);
    return body.data.path.split('key=')[1] ?? '';
  }
  async function join({ cookie }: Person): Promise<string> {
    const joined = await post('/desk/join', { key: await invite('clerk') }, cookie);
    return joined.cookie ?? expect.fail('no session');
  }
  async function begin(cookie: string): Promise<App> {
    await post(factor, {}, cookie);
    return App.of((await openPath(shop.url + factor, cookie)).html);
  }
  async function switchOn(cookie: string): Promise<{ readonly app: App; readonly cookie: string }> {
    const app = await begin(cookie);
    const done = await post(`${factor}/confirmation`, { code: app.code() }, cookie);
    return { app, cookie: done.cookie ?? expect.fail('no session') };
  }
  async function resetLink({ email }: Person): Promise<string> {
    await post('/forgot-password', { email });
    let link: string | undefined;
    await waitUntil(() => {
      const text = shop.mails.find((mail) => mail.to === email && mail.text.includes('/reset-password/'))?.text;
      link = /\/reset-password\/[\w-]+/.exec(text ?? '')?.[0];
      return link !== undefined;
    });
    return link ?? '';
  }
  const recordCount = async () =>
    (await Promise.all(extensions.map((extension) => shop.records(extension)))).flat().length;
  const byBoss = async (path: string, body: object = {}) => {
    const token = await shop.token(['desk:members', 'customers:write'], 'boss');
    return (await shop.rest('POST', path, { token, body })).status;
  };

  /** What changes it, and the cookie of a session that has to end. */
  interface Change {
    readonly send: () => Promise<number>;
    readonly cookie: string;
  }
  const own = (cookie: string, path: string, fields: Readonly<Record<string, string>>): Change => ({
    cookie,
    send: async () => (await post(path, fields, cookie)).status,
  });
  const changes: Readonly<Record<string, (person: Person) => Promise<Change>>> = {
    'deletes an account': async ({ id, email, cookie }) => ({
      cookie,
      send: () => byBoss(`/desk/customers/${id}/deletion`, { email }),
    }),
    'resets a password': async (person) => {
      const path = await resetLink(person);
      return { cookie: person.cookie, send: async () => (await post(path, { newPassword })).status };
    },
    'changes a password': async ({ cookie }) => own(cookie, '/account/password', { password, newPassword }),
    'joins the desk': async ({ cookie }) => own(cookie, '/desk/join', { key: await invite('clerk') }),
    'changes a role': async (person) => ({
      cookie: await join(person),
      send: () => byBoss(`/desk/members/${person.id}`, { role: 'editor' }),
    }),
    'removes a member': async (person) => ({
      cookie: await join(person),
      send: () => byBoss(`/desk/members/${person.id}/removal`),
    }),
    'switches a second factor on': async ({ cookie }) =>
      own(cookie, `${factor}/confirmation`, { code: (await begin(cookie)).code() }),
    'switches a second factor off': async (person) => {
      const { app, cookie } = await switchOn(person.cookie);
      return own(cookie, `${factor}/removal`, { code: app.code(1) });
    },
    'resets a second factor': async (person) => ({
      cookie: (await switchOn(await join(person))).cookie,
      send: () => byBoss(`/desk/members/${person.id}/second-factor/removal`),
    }),
  };
  for (const [what, prepare] of Object.entries(changes))
    it(`is taken back where they stay, and a second try does it: one that ${what}`, async () => {
      const person = await register(what.replaceAll(' ', '-'));
      const { send, cookie } = await prepare(person);
      const isOpen = async () => (await openPath(`${shop.url}/account`, cookie)).status === 200;
      const before = await recordCount();
      await admin.query('create trigger stay before delete on stoa.sessions for each row execute function stoa.stay()');
      const first = [await send(), await isOpen(), (await recordCount()) - before];
      await admin.query('drop trigger stay on stoa.sessions');
      expect(first).to.deep.equal([503, true, 0]);
      expect([await send(), await isOpen()]).to.satisfy(([status, open]: unknown[]) => Number(status) < 400 && !open);
    });
});
