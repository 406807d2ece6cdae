import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { ConnectionSettings } from '#postgres';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';
import { untilFound } from '../support/wait-until.ts';

interface Prepared extends AsyncDisposable {
  readonly file: string;
  /** Of a role that may only log in. */
  readonly url: string;
  readonly role: string;
  /** Of an administrator with a password of its own. */
  readonly adminUrl: string;
  readonly adminPassword: string;
  asAdmin(...statements: readonly string[]): Promise<readonly object[]>;
}

let count = 0;

/** An empty database with two roles, and a shop whose gateway.yaml names both. */
async function twoRoles(): Promise<Prepared> {
  const { url, drop } = await createDatabase();
  const settings = parseDatabaseUrl(url);
  const [role, admin] = [`gate_${process.pid}_${++count}`, `chief_${process.pid}_${count}`];
  const adminPassword = `chief-secret-${process.pid}-${count}`;
  const asAdmin = async (...statements: readonly string[]) => {
    const client = await connect(settings);
    let rows: readonly object[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    await client.end();
    return rows;
  };
  await asAdmin(
    `create role ${role} login password 'gate-secret-${count}'`,
    `create role ${admin} login superuser password '${adminPassword}'`,
  );
  const file = await fixtureProject('small-shop', (text) =>
    text.replace(/^database: .*$/m, 'database: { url: "${DATABASE_URL}", adminUrl: "${DATABASE_ADMIN_URL:-}" }'),
  );
  return {
    ...{ file, role, adminPassword, asAdmin },
    url: urlOf(settings, role, `gate-secret-${count}`),
    adminUrl: urlOf(settings, admin, adminPassword),
    [Symbol.asyncDispose]: drop,
  };
}

function urlOf({ host, port, database }: ConnectionSettings, user: string, password: string): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

const ports = { STOA_PORT: '0', STOA_ADMIN_PORT: '0' };

describe('a gateway whose role may only log in', () => {
  it('opens on a database that an administrator has prepared, and goes on with new passwords', async () => {
    await using shop = await twoRoles();
    const environment = { DATABASE_URL: shop.url, ...ports };
    const asAdministrator = { file: shop.file, environment: { ...environment, DATABASE_ADMIN_URL: shop.adminUrl } };
    const { database } = parseDatabaseUrl(shop.url);
    await shop.asAdmin(`revoke connect on database ${database} from public`);
    const migrated = await runStoa(['migrate'], asAdministrator);
    expect(migrated.stdout, migrated.stderr).to.contain('001-create-thing.sql');
    // Who may connect is made right again by each migration.
    const [row] = (await shop.asAdmin('select role from stoa.extensions')) as readonly { readonly role: string }[];
    await shop.asAdmin(`revoke connect on database ${database} from ${row?.role}, ${shop.role}`);
    const again = await runStoa(['migrate'], asAdministrator);
    expect(again.code, again.stderr).to.equal(0);

    await using running = startStoa(['start'], { file: shop.file, environment });
    const url = await running.waitFor(/Stoa is open at (\S+)/);
    const things = async () => (await fetch(`${url}/graphql?query={things{name}}`)).json();
    expect(await things()).to.deep.equal({ data: { things: [] } });
    const [shared] = await shop.asAdmin(`select count(*) > 0 as stored from stoa.assets where name like 'icon-%'`);
    expect(shared).to.deep.equal({ stored: true });

    const asked = await runStoa(['db', 'sql', 'select current_user'], asAdministrator);
    expect(asked.stdout).to.include('chief');

    const before = await shop.asAdmin('select secret from stoa.secrets');
    const rotated = await runStoa(['migrate', '--rotate-passwords'], asAdministrator);
    expect(rotated.code, rotated.stderr).to.equal(0);
    expect(await shop.asAdmin('select secret from stoa.secrets')).to.not.deep.equal(before);
    // The next statement logs in anew.
    await shop.asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'stoa_%things%'`);
    await running.waitFor(/"extension":"things"[^\n]*database connection lost/, 'stderr');
    expect(await things()).to.deep.equal({ data: { things: [] } });
    expect(await running.stop()).to.equal(0);
  });

  it('does not open on a database that nothing has prepared, and says what to run', async () => {
    await using shop = await twoRoles();
    const environment = { DATABASE_URL: shop.url, ...ports };
    const started = await runStoa(['start'], { file: shop.file, environment, isRefused: true });
    expect(started.code).to.equal(1);
    expect(started.stderr).to.contain('DATABASE_REFUSED').and.to.contain('"npx stoa migrate" with database.adminUrl');
  });

  it('does not open while a migration is outstanding, and names it', async () => {
    await using shop = await twoRoles();
    const environment = { DATABASE_URL: shop.url, ...ports };
    await runStoa(['migrate'], { file: shop.file, environment: { ...environment, DATABASE_ADMIN_URL: shop.adminUrl } });
    await writeFile(join(dirname(shop.file), 'extensions/things/migrations/002-more.sql'), 'select 1;');
    const started = await runStoa(['start'], { file: shop.file, environment, isRefused: true });
    expect(started.code).to.equal(1);
    expect(started.stderr).to.match(/002-more\.sql:1\s+error MIGRATION_NOT_RUN/);
    expect(started.stderr).to.contain(`"${shop.role}" may not run it`);
  });

  it('says which role is to be made, when it is not there', async () => {
    await using shop = await twoRoles();
    const migrated = await runStoa(['migrate'], {
      file: shop.file,
      environment: { DATABASE_URL: shop.url.replace(shop.role, 'nobody_yet'), DATABASE_ADMIN_URL: shop.adminUrl },
    });
    expect(migrated.code).to.equal(1);
    expect(migrated.stderr).to.contain('DATABASE_UNPREPARED').and.to.contain('create role "nobody_yet" login');
  });

  it('is told the same by migrate and doctor where nothing can grant CONNECT', async () => {
    await using shop = await twoRoles();
    const { database } = parseDatabaseUrl(shop.url);
    await shop.asAdmin(
      `revoke connect on database ${database} from public`,
      `grant connect, create on database ${database} to ${shop.role}`,
      `alter role ${shop.role} createrole`,
    );
    const options = { file: shop.file, environment: { DATABASE_URL: shop.url, ...ports } };
    const said = `PUBLIC has lost CONNECT on the database "${database}", and the user "${shop.role}" may not grant it`;
    expect((await runStoa(['migrate'], options)).stderr).to.contain(said);
    expect((await runStoa(['doctor'], options)).stdout).to.contain(said);
    await shop.asAdmin(`grant connect on database ${database} to ${shop.role} with grant option`);
    expect((await runStoa(['doctor'], options)).stdout).to.not.contain('PUBLIC has lost CONNECT');
    expect((await runStoa(['migrate'], options)).code).to.equal(0);
  });
});

describe('a start with the address of an administrator', () => {
  it('migrates with it, and keeps it neither in its memory nor in its environment', async () => {
    await using shop = await twoRoles();
    // A heap snapshot blocks the process, on a busy machine for longer than the watchdog bears.
    const text = await readFile(shop.file, 'utf8');
    await writeFile(shop.file, text.replace(/^system:$/m, 'system:\n  watchdog: { exitMs: 0 }'));
    await using running = startStoa(['start'], {
      file: shop.file,
      environment: {
        DATABASE_URL: shop.url,
        DATABASE_ADMIN_URL: shop.adminUrl,
        NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
        ...ports,
      },
    });
    const url = await running.waitFor(/Stoa is open at (\S+)/);
    expect(running.stderr()).to.match(/"migration":"001-create-thing.sql"[^\n]*migration done/);

    expect(await readFile(`/proc/${running.child.pid}/environ`, 'latin1')).to.not.contain(shop.adminPassword);
    running.child.kill('SIGUSR2');
    const snapshot = await heapSnapshot(dirname(shop.file), url);
    expect(await occursIn(snapshot, shop.adminPassword)).to.equal(false);
    // What the process does have is found in the same way.
    expect(await occursIn(snapshot, 'gate-secret-')).to.equal(true);
  });

  it('does not start when the file has the password itself', async () => {
    await using shop = await twoRoles();
    const text = await readFile(shop.file, 'utf8');
    await writeFile(shop.file, text.replace('${DATABASE_ADMIN_URL:-}', shop.adminUrl));
    const environment = { DATABASE_URL: shop.url, ...ports };
    const started = await runStoa(['start'], { file: shop.file, environment, isRefused: true });
    expect(started.code).to.equal(1);
    expect(started.stderr).to.contain('CONFIG_INSECURE').and.to.contain('DATABASE_ADMIN_URL');
    expect(started.stderr).to.not.contain(shop.adminPassword);
  });

  it('refuses one of another database', async () => {
    await using shop = await twoRoles();
    const { database } = parseDatabaseUrl(shop.url);
    const environment = { DATABASE_URL: shop.url, DATABASE_ADMIN_URL: shop.adminUrl.replace(database, 'other') };
    const migrated = await runStoa(['migrate'], { file: shop.file, environment });
    expect(migrated.stderr).to.contain('database.adminUrl names the database "other"');
  });
});

/** The file that Node writes. It answers nothing before it has written it. */
async function heapSnapshot(folder: string, url: string): Promise<string> {
  const name = await untilFound(async () => (await readdir(folder)).find((each) => each.endsWith('.heapsnapshot')));
  await fetch(url);
  return join(folder, name);
}

async function occursIn(file: string, text: string): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    if ((rest + chunk).includes(text)) return true;
    rest = String(chunk).slice(-text.length);
  }
  return false;
}
