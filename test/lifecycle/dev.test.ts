import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type RunningStoa, runStoa, type StoaResult, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject, saveWhole } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Development extends AsyncDisposable {
  readonly stoa: RunningStoa;
  /** Resolves with the address of the shop, once it is open. */
  opens(): Promise<string>;
  edit(file: string, change: (text: string) => string): Promise<void>;
  read(file: string): Promise<string>;
  /** Runs another command in the same folder. */
  run(...words: readonly string[]): Promise<StoaResult>;
}

const handler = 'extensions/things/api/addThing/[bodyParser]addThing.ts';
const resolvers = 'extensions/things/graphql/Thing.resolvers.ts';

/** Resolvers that ask for the name of each of so many things. */
function onePerParent(count: number): string {
  return `export default {
  Query: { things: () => Array.from({ length: ${count} }, (_, index) => ({ id: String(index) })) },
  Thing: { name: async ({ id }, _args, { database }) =>
    (await database.query('select $1::text as name', [id]))[0].name },
};`;
}

async function startDevelopment(
  change = (text: string) => text,
  terminal = false,
  fixture = 'small-shop',
): Promise<Development> {
  const file = await fixtureProject(fixture);
  await saveWhole(file, change(await readFile(file, 'utf8')));
  const { url, drop } = await createDatabase();
  const stoa = startStoa(['dev'], { file, environment: { DATABASE_URL: url }, terminal });
  return {
    stoa,
    opens: () => stoa.waitFor(/Stoa is open at (\S+)\s/),
    async edit(name, change) {
      const path = join(dirname(file), name);
      await saveWhole(path, change(await readFile(path, 'utf8')));
    },
    run: (...words) => runStoa(words, { file, environment: { DATABASE_URL: url } }),
    read: (name) => readFile(join(dirname(file), name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await stoa.stop();
      await drop();
    },
  };
}

async function statusFor(address: string, host: string): Promise<number | undefined> {
  const asked = request(`${address}/graphql?query={things{name}}`, { headers: { host } }).end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  response?.resume();
  return response?.statusCode;
}

/** The names of all things. */
async function things(address: string): Promise<readonly string[]> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ things { name } }"}',
  });
  const { data }: { readonly data: { readonly things: readonly { readonly name: string }[] } } = await response.json();
  return data.things.map(({ name }) => name);
}

async function addThing(address: string): Promise<{ readonly pid?: number }> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${address}/things`, { method: 'POST', headers, body: '{"name":"a thing"}' })).json();
}

describe('stoa dev', () => {
  let project: Development;
  let address: string;
  const editResolvers = async (text: string, isTakenOver: (names: readonly string[]) => boolean) => {
    await project.edit(resolvers, () => text);
    while (!isTakenOver(await things(address)));
  };
  before(async () => {
    project = await startDevelopment((text) =>
      text.replace('server: {', 'server: { allowedHosts: [shop.tunnel.example],'),
    );
    address = await project.opens();
  });
  after(() => project[Symbol.asyncDispose]());

  it('refuses a name that is not local, as DNS rebinding would send it, and answers one of allowedHosts', async () => {
    const { port } = new URL(address);
    expect(await statusFor(address, `evil.example:${port}`)).to.equal(403);
    expect(await statusFor(address, 'localhost.evil.example')).to.equal(403);
    for (const host of ['shop.tunnel.example', `localhost:${port}`, 'shop.localhost', '192.168.0.7', '[::1]:80'])
      expect(await statusFor(address, host), host).to.equal(200);
  });

  it('serves the new code after each edit of a resolver and of a handler, from the same process', async () => {
    expect(await things(address)).to.deep.equal([]);
    await editResolvers(
      "export default { Query: { things: () => [{ id: '1', name: `edited ${process.pid}` }] } };",
      ([name]) => name === `edited ${project.stoa.child.pid}`,
    );
    await project.edit(handler, () => 'export default (_request, response) => response.json({ pid: process.pid });');
    while ((await addThing(address)).pid !== project.stoa.child.pid);
    expect(project.stoa.stderr()).to.match(/changed: .*Thing\.resolvers\.ts\n/);
  });

  it('does not reload for what stoa types writes', async () => {
    await project.stoa.waitFor(/types: extensions\/things\/things\.gen\.ts\n/, 'stderr');
    const { code, stdout } = await project.run('types');
    expect(code).to.equal(0);
    expect(stdout).to.include('written: extensions/things/extension.contract.json');
    await editResolvers(
      "export default { Query: { things: () => [{ id: '1', name: 'again' }] } };",
      ([name]) => name === 'again',
    );
    expect(project.stoa.stderr()).not.to.include('extension.contract.json');
  });

  it('says when one operation runs a statement more than ten times, once and where', async () => {
    for (const count of [10, 12]) await editResolvers(onePerParent(count), ({ length }) => length === count);
    await project.stoa.waitFor(/STATEMENT_REPEATED/, 'stderr');
    const said = project.stoa.stderr().match(/.*STATEMENT_REPEATED.*/g) ?? [];
    expect(said).to.have.length(1);
    expect(said[0])
      .to.include('"extension":"things"')
      .and.to.include('select $1::text as name')
      .and.to.match(/extensions\/things\/graphql\/Thing\.resolvers\.ts:4/);
  });

  it('shows what an edit of gateway.yaml breaks, serves on, and takes the mended file over', async () => {
    await project.edit('gateway.yaml', (text) => text.replace('version:', 'versoin:'));
    await project.stoa.waitFor(/"code":"CONFIG_UNKNOWN_KEY".*"reload refused"/, 'stderr');
    expect(await things(address)).to.have.length(12);
    await project.edit('gateway.yaml', (text) => text.replace('versoin:', 'version:'));
    await project.stoa.waitFor(/CONFIG_UNKNOWN_KEY[\s\S]*"gateway replaced"/, 'stderr');
  });

  it('shows what an edit of an extension breaks, and watches it on', async () => {
    const mended = await readFile(join(import.meta.dirname, '../fixtures/small-shop', handler), 'utf8');
    await project.edit(handler, () => 'export default ((');
    await project.stoa.waitFor(/"code":"BUILD_FAILED".*addThing\.ts".*"reload refused"/, 'stderr');
    await project.edit(handler, () => mended);
    await project.stoa.waitFor(/BUILD_FAILED[\s\S]*"gateway replaced"/, 'stderr');
  });

  it('keeps the types of the extension fresh, of an edit that cannot be served, too', async () => {
    await project.edit(
      'extensions/things/graphql/Thing.graphql',
      (text) => `${text}\nextend type Query { other: Int! }\n`,
    );
    await project.stoa.waitFor(/RESOLVER_MISSING[\s\S]*types: extensions\/things\/things\.gen\.ts\n/, 'stderr');
    expect(await project.read('extensions/things/things.gen.ts')).to.include('readonly other: Field<number>;');
  });

  it('ends with 0 when one Ctrl-C arrives twice, from the terminal and from npm, and the gateway with it', async () => {
    project.stoa.child.kill('SIGINT');
    expect(await project.stoa.stop('SIGINT')).to.equal(0);
    expect(project.stoa.stderr()).to.contain('"stopped"');
    expect(await fetch(address).catch(() => 'gone')).to.equal('gone');
  });
});

describe('stoa dev on a terminal', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('prints lines for people, and each error once', async () => {
    await using project = await startDevelopment(undefined, true);
    await project.stoa.waitFor(/\d\d:\d\d:\d\d info {2}gateway started url=http\S+ extensions=1/);
    await project.opens();
    await project.edit(handler, () => 'export default ((');
    await project.stoa.waitFor(/error reload refused generation=2/);
    await project.stoa.waitFor(/addThing\.ts:1:\S+\s+error BUILD_FAILED/);
    expect(project.stoa.stdout().match(/BUILD_FAILED/g)).to.have.lengthOf(1);
    expect(project.stoa.stdout()).to.not.contain('{"level"');
  });
});

describe('stoa dev that does not open at first', () => {
  it('waits for a change, opens when all is mended, and ends with 0 on SIGHUP', async () => {
    await using project = await startDevelopment((text) => text.replace('version:', 'versoin:'));
    await project.stoa.waitFor(/waiting for a change/, 'stderr');
    expect(project.stoa.stderr()).to.match(/gateway\.yaml:1:1\s+error CONFIG_UNKNOWN_KEY/);
    await project.edit('gateway.yaml', (text) => text.replace('versoin:', 'version:'));
    expect(await things(await project.opens())).to.deep.equal([]);
    expect(await project.stoa.stop('SIGHUP')).to.equal(0);
  });
});

describe('stoa dev while it opens', () => {
  it('misses no change of a file that it has read already', async () => {
    const file = await fixtureProject('small-shop');
    const extension = join(dirname(file), 'extensions/things');
    await writeFile(
      join(extension, 'extension.ts'),
      `export const start = async () => {
        if (process.env.THINGS_BEGUN !== undefined) return;
        process.env.THINGS_BEGUN = 'yes';
        const going = new Promise((resolve) => process.once('SIGUSR2', resolve));
        console.error('begun');
        await going;
      };`,
    );
    const { url, drop } = await createDatabase();
    {
      await using stoa = startStoa(['dev'], { file, environment: { DATABASE_URL: url } });
      await stoa.waitFor(/begun/, 'stderr');
      await saveWhole(join(extension, 'graphql/Thing.resolvers.ts'), onePerParent(2));
      stoa.child.kill('SIGUSR2');
      const address = await stoa.waitFor(/Stoa is open at (\S+)\s/);
      await waitUntil(async () => (await things(address)).length === 2);
    }
    await drop();
  });
});

describe('stoa dev with a field that is not in "uses"', () => {
  it('prints once which line asks for it', async () => {
    await using project = await startDevelopment(undefined, false, 'internal-fields');
    await project.opens();
    const removeUse = (field: string) =>
      project.edit('extensions/checkout/package.json', (text) => text.replace(`"${field}", `, ''));
    await removeUse('Mutation.reserveStock');
    await project.stoa.waitFor(/order\.ts:3.*USES_MISSING[\s\S]*asks for "Mutation\.reserveStock"/, 'stderr');
    await removeUse('Query.reservedPieces');
    await project.stoa.waitFor(/USES_MISSING[\s\S]*asks for "Query\.reservedPieces"/, 'stderr');
    expect(project.stoa.stderr().match(/asks for "Mutation\.reserveStock"/g)).to.have.lengthOf(1);
  });
});

describe('stoa dev with an extension whose start warns of a page', () => {
  it('ends the lines of its start with the whole address, and why', async () => {
    const file = await fixtureProject('small-shop');
    const text = `export const start = ({ logger }) => logger.warn('no owner yet', { page: '/join?key=1', why: 'once' });`;
    await writeFile(join(dirname(file), 'extensions/things/extension.ts'), text);
    const { url, drop } = await createDatabase();
    {
      await using stoa = startStoa(['dev'], { file, environment: { DATABASE_URL: url } });
      const address = await stoa.waitFor(/Stoa is open at (\S+)\s/);
      expect(await stoa.waitFor(/to do +(\S+) \(once\)/)).to.equal(`${address}/join?key=1`);
    }
    await drop();
  });
});
