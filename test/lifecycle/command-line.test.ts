import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { buildSchema } from 'graphql';
import { decodeJwt } from 'jose';
import { runStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject, shopConfig } from '../support/test-project.ts';

describe('the command line', () => {
  let file: string;
  before(async () => {
    file = await shopConfig();
  });

  it('prints each route with its access, its owner and its whole chain in order', async () => {
    const { stdout, code } = await runStoa(['routes'], { file });
    expect(code).to.equal(0);
    const line = stdout.split('\n').find((row) => row.includes('/foos')) ?? '';
    expect(line).to.match(
      /^POST\s+\/foos\s+private\s+foo\.createFoo\s+.*\[authenticate\].*\[validate body\] > bodyParser > createFoo$/,
    );
  });

  it('prints the routes as JSON', async () => {
    const { routes } = JSON.parse((await runStoa(['routes', '--json'], { file })).stdout);
    expect(routes.map(({ routeId }: { routeId: string }) => routeId)).to.include.members(['createFoo', 'addReview']);
  });

  it('lists the extensions, with the events that each publishes', async () => {
    const { extensions } = JSON.parse((await runStoa(['extensions', '--json'], { file })).stdout);
    const written = [...(await readFile(file, 'utf8')).matchAll(/- \{ name: ([\w-]+),/g)].map(([, name]) => name);
    expect(extensions.map(({ name }: { name: string }) => name)).to.deep.equal(written);
    expect(written).to.include.members(['catalog', 'cart', 'checkout', 'foo']);
    expect(extensions.find(({ name }: { name: string }) => name === 'cart').events).to.deep.equal(['cart.merged']);
  });

  it('writes the types of all endpoints, wherever the extension lies', async () => {
    const project = await fixtureProject('small-shop');
    const written = join(dirname(project), 'extensions/things/things.gen.ts');
    expect((await runStoa(['types'], { file: project })).stdout).to.match(/^written: .*things\.gen\.ts$/m);
    expect(await readFile(written, 'utf8')).to.contain('export interface AddThing {');
    expect((await runStoa(['types'], { file: project })).stdout).to.match(/^unchanged: \d+ files\n$/);
  });

  it('prints a schema that is well-formed', async () => {
    const { stdout, code } = await runStoa(['schema'], { file });
    expect(code).to.equal(0);
    expect(buildSchema(stdout).getType('Review')).to.not.equal(undefined);
  });

  it('ends with 2 and a suggestion for a command that does not exist', async () => {
    const { code, stderr } = await runStoa(['rotes'], { file });
    expect(stderr).to.contain('routes');
    expect(code).to.equal(2);
  });

  it('ends with 2 for an option that does not fit', async () => {
    expect((await runStoa(['start', '--port', 'seventy'], { file, isRefused: true })).code).to.equal(2);
  });

  it('ends with 2 for an empty address, on which everybody could reach the shop', async () => {
    const { code, stderr } = await runStoa(['start'], { file, environment: { STOA_HOST: '' }, isRefused: true });
    expect([code, stderr]).to.deep.equal([
      2,
      "error: option '--host <address>' value '' from env 'STOA_HOST' is invalid. It is empty; 0.0.0.0 stands for all addresses.\n",
    ]);
  });

  it('ends with 0 when asked for help', async () => {
    expect((await runStoa(['--help'], { file })).code).to.equal(0);
  });

  it('keeps to the file where a STOA_ variable says nothing else', async () => {
    const { code, stderr } = await runStoa(['start'], { file, environment: { STOA_PORT: 'seventy' }, isRefused: true });
    expect(stderr).to.contain('seventy');
    expect(code).to.equal(2);
  });

  for (const off of ['', '0', 'false'])
    it(`leaves a flag alone whose variable is ${JSON.stringify(off)}`, async () => {
      const environment = { NODE_ENV: 'production', STOA_DEMO: off };
      const { stderr, code } = await runStoa(['start'], { file, environment, isRefused: true });
      expect(code).to.equal(1);
      expect(stderr).to.contain('error CONFIG_');
    });

  it('takes what says how a process runs from variables, and the flag before it', async () => {
    const environment = { STOA_CONFIG: 'none.yaml', STOA_PORT: '0', STOA_ADMIN_PORT: 'false' };
    const looked = await runStoa(['doctor', '--json', '--port', '1'], { file, environment });
    const checks: readonly { readonly name: string; readonly what: string }[] = JSON.parse(looked.stdout).checks;
    const ports = checks.filter(({ name }) => name.endsWith('port')).map(({ what }) => what);
    expect(ports).to.have.lengthOf(1);
    expect(ports[0]).to.contain(':1');
  });

  it('takes no other flag from a variable', async () => {
    const environment = { STOA_JSON: '1', STOA_SUBJECT: 'ann', STOA_EXPIRES: '1h' };
    expect((await runStoa(['routes'], { file, environment })).stdout.slice(0, 6)).to.equal('METHOD');
    const { stdout } = await runStoa(['token', 'issue', '--subject', 'bob', '--expires', '15m'], { file, environment });
    const { sub, iat, exp } = decodeJwt(stdout.trim());
    expect({ sub, lifetime: Number(exp) - Number(iat) }).to.deep.equal({ sub: 'bob', lifetime: 900 });
    expect((await runStoa(['token', 'issue'], { file, environment })).code).to.equal(2);
  });

  it('issues a token that opens a private route, and prints nothing else', async () => {
    const project = await fixtureProject('private-shop');
    await using shop = await startGateway({ file: project });
    const issue = async (...words: readonly string[]) =>
      (await runStoa(['token', 'issue', '--subject', 'ann', ...words], { file: project })).stdout;
    const issued = await issue('--permission', 'notes:read', '--expires', '1h');
    expect(issued).to.match(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const statusOf = async (token: string) => (await shop.rest('GET', '/notes', { token })).status;
    expect(await statusOf(issued.trim())).to.equal(200);
    expect(await statusOf((await issue()).trim())).to.equal(403);
    expect((await shop.rest('GET', '/notes')).status).to.equal(401);
  });

  it('shows warnings when the shop starts, and opens it', async () => {
    const project = await fixtureProject(
      'small-shop',
      (text) => `${text}auth: { bearer: { jwt: { jwks: "http://keys.test/jwks.json" } } }\n`,
    );
    const { url, drop } = await createDatabase();
    {
      await using stoa = startStoa(['start'], { file: project, environment: { DATABASE_URL: url } });
      await stoa.waitFor(/http:\S+/);
      expect(stoa.stderr())
        .to.match(/gateway\.yaml:7:\d+\s+warning CONFIG_INSECURE/)
        // Of a start that is not told whether it is one in production.
        .and.include('not for production')
        .and.include('NODE_ENV=production');
    }
    await drop();
  });

  it('says how far a command is that takes more than two seconds', async () => {
    const project = await fixtureProject('small-shop');
    const migration = join(dirname(project), 'extensions/things/migrations/002-slow.sql');
    await writeFile(migration, '-- stoa: expand\nselect pg_sleep(3);\n');
    const { url, drop } = await createDatabase();
    const { stderr } = await runStoa(['migrate'], { file: project, environment: { DATABASE_URL: url } });
    // A busy machine has more to tell of.
    expect(stderr).to.include('stoa migrate: it runs things/002-slow.sql\n');
    await drop();
  });

  it('migrates and seeds a database, and does nothing the second time', async () => {
    const project = await fixtureProject('small-shop');
    const { url, drop } = await createDatabase();
    const run = (word: string) => runStoa([word], { file: project, environment: { DATABASE_URL: url } });
    expect((await run('migrate')).stdout).to.contain('001-create-thing.sql');
    expect((await run('migrate')).stdout).to.equal('Nothing to migrate.\n');
    expect(await run('seed')).to.deep.include({ code: 0, stdout: 'Seeded: things.\n' });
    await drop();
  });
});
