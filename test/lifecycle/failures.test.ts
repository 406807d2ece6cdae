import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { forEachPlacementOfOne } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

/** One thing that a person gets wrong, in a project that is right but for it. */
interface Mistake {
  readonly what: string;
  readonly code: string;
  /** `file:line` as the message must name it. */
  readonly where: RegExp;
  readonly make: (folder: string) => Promise<unknown>;
}

const things = 'extensions/things';

const mistakes: readonly Mistake[] = [
  {
    what: 'malformed YAML',
    code: 'CONFIG_SYNTAX',
    where: /gateway\.yaml:3:1/,
    make: (folder) => writeFile(join(folder, 'gateway.yaml'), 'version: 1\nserver: { port: 0\nsystem:\n'),
  },
  {
    what: 'malformed JSON in route.json',
    code: 'ROUTE_JSON_SYNTAX',
    where: /route\.json:2:/,
    make: (folder) =>
      writeFile(join(folder, things, 'api/addThing/route.json'), '{ "methods": ["POST"],\n  "path" "/things" }'),
  },
  {
    what: 'malformed SDL',
    code: 'SDL_SYNTAX',
    where: /Thing\.graphql:2:/,
    make: (folder) => writeFile(join(folder, things, 'graphql/Thing.graphql'), 'type Thing {\n  id ID!\n}\n'),
  },
  {
    what: 'a missing folder',
    code: 'EXTENSION_NOT_FOUND',
    where: /gateway\.yaml:6:/,
    make: (folder) => rm(join(folder, 'extensions'), { recursive: true }),
  },
  {
    what: 'a prerequisite that does not exist',
    code: 'PREREQUISITE_UNKNOWN',
    where: /\[bodyParsr\]other\.ts/,
    make: (folder) =>
      writeFile(join(folder, things, 'api/addThing/[bodyParsr]other.ts'), 'export default () => undefined;'),
  },
  {
    what: 'a handler with a syntax error',
    code: 'BUILD_FAILED',
    where: /bodyParser\.ts:1:/,
    make: (folder) => writeFile(join(folder, things, 'api/addThing/bodyParser.ts'), 'export default (('),
  },
  {
    what: 'a file where the folder for bundles belongs',
    code: 'BUILD_FOLDER_UNUSABLE',
    where: /\.stoa\/build/,
    make: async (folder) => {
      await mkdir(join(folder, '.stoa'), { recursive: true });
      await writeFile(join(folder, '.stoa/build'), '');
    },
  },
  {
    what: 'an extension that throws while loading',
    code: 'EXTENSION_THROWS',
    where: /bodyParser\.ts:2:/,
    make: (folder) =>
      writeFile(
        join(folder, things, 'api/addThing/bodyParser.ts'),
        '// first line\nthrow new Error("no good");\nexport {};',
      ),
  },
  {
    what: 'a promise that rejects while an extension loads, and that nobody awaits',
    code: 'EXTENSION_THROWS',
    where: /bodyParser\.ts:2:/,
    make: (folder) =>
      writeFile(
        join(folder, things, 'api/addThing/bodyParser.ts'),
        '// first line\nvoid Promise.reject(new Error("no such host"));\nexport default () => undefined;',
      ),
  },
  {
    what: 'a handler that is no function',
    code: 'HANDLER_NOT_A_FUNCTION',
    where: /bodyParser\.ts/,
    make: (folder) => writeFile(join(folder, things, 'api/addThing/bodyParser.ts'), 'export default 42;'),
  },
  {
    what: 'a resolver for a field that is not in the SDL',
    code: 'RESOLVERS_INVALID',
    where: /Thing\.resolvers\.ts/,
    make: (folder) =>
      writeFile(join(folder, things, 'graphql/Thing.resolvers.ts'), 'export default { Query: { thinks: () => [] } };'),
  },
  {
    what: 'a type that nobody defines',
    code: 'TYPE_UNKNOWN',
    where: /More\.graphql:1:/,
    make: (folder) => writeFile(join(folder, things, 'graphql/More.graphql'), 'extend type Thing { owner: Persn }\n'),
  },
];

describe('stoa check', () => {
  it('ends although a module of an extension has started a timer', async () => {
    const file = await fixtureProject('small-shop');
    const handler = join(dirname(file), things, 'api/addThing/bodyParser.ts');
    await writeFile(handler, 'setInterval(() => {}, 60_000);\nexport default () => {};');
    expect(await runStoa(['check'], { file, ownProcess: true })).to.deep.include({ code: 0, stderr: '' });
  });

  it('finds nothing in a project that is right', async () => {
    const file = await fixtureProject('small-shop');
    expect(await runStoa(['check'], { file })).to.deep.include({ code: 0, stderr: '' });
  });

  for (const { what, code, where, make } of mistakes) {
    context(`when there is ${what}`, () => {
      it(`reports ${code} alone, with its place, and ends with 1`, async () => {
        const file = await fixtureProject('small-shop');
        await make(dirname(file));
        const { code: exit, stdout } = await runStoa(['check'], { file });
        expect(stdout.match(/ (?:error|warning) [A-Z_]+$/gm)).to.deep.equal([` error ${code}`]);
        expect(stdout).to.match(where);
        expect(exit).to.equal(1);
      });
    });
  }
});

describe('stoa start', () => {
  it('ends by itself, with 1, when an extension does not load', async () => {
    const file = await fixtureProject('small-shop');
    const { url, drop } = await createDatabase();
    const handler = join(dirname(file), things, 'api/addThing/bodyParser.ts');
    await writeFile(handler, 'void Promise.reject(new Error("no such host"));\nexport default () => undefined;');
    const environment = { DATABASE_URL: url };
    const { code, stdout, stderr } = await runStoa(['start'], { file, environment, ownProcess: true });
    await drop();
    expect(stderr).to.contain('EXTENSION_THROWS');
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
  });

  for (const { what, code, where, make } of mistakes) {
    context(`when there is ${what}`, () => {
      it(`says so and ends with 1`, async () => {
        const file = await fixtureProject('small-shop');
        const { url, drop } = await createDatabase();
        await make(dirname(file));
        const options = { file, environment: { DATABASE_URL: url }, isRefused: true };
        const { code: exit, stdout, stderr } = await runStoa(['start'], options);
        await drop();
        expect(stderr).to.match(where).and.to.contain(code);
        expect({ exit, stdout }).to.deep.equal({ exit: 1, stdout: '' });
      });
    });
  }

  context('when there is no gateway.yaml', () => {
    it('says where it looked', async () => {
      const file = await fixtureProject('small-shop');
      await rm(file);
      const { code, stderr } = await runStoa(['start'], { file, isRefused: true });
      expect(stderr).to.contain('CONFIG_MISSING').and.contain('gateway.yaml');
      expect(code).to.equal(1);
    });
  });

  context('when the port is in use', () => {
    it('names the address and closes the database again', async () => {
      const occupant = createServer().listen(0, '127.0.0.1');
      await once(occupant, 'listening');
      const address = occupant.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const file = await fixtureProject('small-shop');
      const { url, drop } = await createDatabase();
      const { code, stderr } = await runStoa(['start', '--port', String(port)], {
        file,
        environment: { DATABASE_URL: url },
        isRefused: true,
      });
      occupant.close();
      await drop();
      expect(stderr).to.contain('PORT_IN_USE').and.contain(`127.0.0.1, port ${port}`);
      expect(code).to.equal(1);
    });
  });

  context('when there is no database', () => {
    it('says so without the password', async () => {
      const file = await fixtureProject('small-shop');
      const environment = { DATABASE_URL: 'postgresql://stoa:open-sesame@127.0.0.1:1/shop' };
      const { code, stderr } = await runStoa(['start'], { file, environment, isRefused: true });
      expect(stderr).to.contain('DATABASE_UNREACHABLE').and.not.contain('open-sesame');
      // Refused long before the extensions are bundled, which must not end the process by itself.
      expect(stderr)
        .to.contain('1 error.')
        .and.not.match(/^ +at /m);
      expect(code).to.equal(1);
    });
  });

  context('when a migration is malformed', () => {
    it('names its line, keeps the earlier ones, and goes on once it is mended', async () => {
      const file = await fixtureProject('small-shop');
      const { url, drop } = await createDatabase();
      const migration = join(dirname(file), things, 'migrations/002-broken.sql');
      await writeFile(migration, '-- a comment\nalter table thing ad column size integer;\n');
      const broken = await runStoa(['start'], { file, environment: { DATABASE_URL: url }, isRefused: true });
      await writeFile(migration, 'alter table thing add column size integer;\n');
      const mended = await runStoa(['migrate'], { file, environment: { DATABASE_URL: url } });
      await drop();
      expect(broken.stderr)
        .to.contain('MIGRATION_FAILED')
        .and.match(/002-broken\.sql:2:/);
      expect(broken.code).to.equal(1);
      expect(mended.stdout).to.contain('002-broken.sql').and.not.contain('001-create-thing.sql');
    });
  });
});

forEachPlacementOfOne('a client that hangs up', (startGateway) => {
  it('in the middle of its body leaves nothing in the log but keeps the gateway answering', async () => {
    await using shop = await startGateway({ fixture: 'small-shop' });
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na',
    );
    socket.destroy();
    await once(socket, 'close');
    const answer = await shop.rest('POST', '/things', { body: { name: 'after' } });
    expect(answer.status).to.equal(201);
    const { data } = await shop.graphql<{ things: { name: string }[] }>('{ things { name } }');
    expect(data?.things.map(({ name }) => name)).to.deep.equal(['a first thing', 'a second thing', 'after']);
    expect(shop.log.text()).to.not.contain('"level":50');
  });
});

describe('a project whose folder has other things in it', () => {
  it('is not disturbed by them', async () => {
    const file = await fixtureProject('small-shop');
    await mkdir(join(dirname(file), 'extensions/not-listed'));
    expect((await runStoa(['check'], { file })).code).to.equal(0);
  });
});
