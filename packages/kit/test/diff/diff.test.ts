import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runStoa, startStoa } from '../../../../test/support/run-stoa.ts';
import { fixtureProject } from '../../../../test/support/test-project.ts';

const things = 'extensions/things';

async function git(file: string, ...words: readonly string[]): Promise<string> {
  const names = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  return (await promisify(execFile)('git', [...names, ...words], { cwd: dirname(file) })).stdout;
}

/** A project in a repository of its own, with one commit: a copy of the first one, since git takes many processes. */
async function repository(): Promise<string> {
  original ??= makeRepository();
  const folder = await mkdtemp(`${dirname(await original)}-`);
  copies.push(folder);
  await cp(dirname(await original), folder, { recursive: true });
  return join(folder, 'gateway.yaml');
}

let original: Promise<string> | undefined;
const copies: string[] = [];

async function makeRepository(): Promise<string> {
  const file = await fixtureProject('small-shop');
  await writeFile(join(dirname(file), '.gitignore'), '.stoa/\nnode_modules/\n');
  await put(file, `${things}/pages/homepage/Names.tsx`, component);
  await put(file, `${things}/src/count.ts`, "export const text = 'query { things { name } }';\n");
  await put(
    file,
    `${things}/api/countThings/countThings.ts`,
    "import { text } from '../../src/count.ts';\nexport default (request, response) => request.context.query(text).then((found) => response.json(found));\n",
  );
  await put(
    file,
    `${things}/api/countThings/route.json`,
    '{ "methods": ["GET"], "path": "/count", "access": "public" }',
  );
  await git(file, 'init', '-q', '-b', 'main');
  await commit(file, 'first');
  return file;
}

const component = `export const layout = { areaId: 'content', sortOrder: 1 };
export const query = /* GraphQL */ \`
  query { things { name } add: url(routeId: "addThing") }
\`;
export default () => null;
`;

async function commit(file: string, message: string): Promise<void> {
  await git(file, 'add', '-A');
  await git(file, 'commit', '-qm', message);
}

async function put(file: string, name: string, text: string): Promise<void> {
  const path = join(dirname(file), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function edit(file: string, name: string, change: (text: string) => string): Promise<void> {
  await put(file, name, change(await readFile(join(dirname(file), name), 'utf8')));
}

interface Change {
  readonly level: string;
  readonly code: string;
  readonly name: string;
  readonly affects: readonly {
    readonly kind: string;
    readonly name: string;
    readonly state: string;
    readonly where: object;
  }[];
}

async function diff(file: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runStoa(['diff', '--json', ...words], { file });
  const changes: readonly Change[] = stdout === '' ? [] : JSON.parse(stdout).changes;
  return { code, stderr, changes, told: changes.map((change) => `${change.level} ${change.code} ${change.name}`) };
}

const withoutName = (text: string): string => text.replace('  name: String!\n', '');

describe('stoa diff', () => {
  after(() => Promise.all(copies.map((folder) => rm(folder, { recursive: true }))));

  it('ends with 0 when nothing differs, leaves the repository alone, and nothing behind', async () => {
    const file = await repository();
    const { code, told } = await diff(file);
    expect({ code, told }).to.deep.equal({ code: 0, told: [] });
    expect(await git(file, 'status', '--porcelain')).to.equal('');
    expect(await git(file, 'worktree', 'list')).to.match(/^\S+ +\w+ \[main\]\n$/);
  });

  it('ends with 2 for differences that break nobody', async () => {
    const file = await repository();
    await edit(file, `${things}/graphql/Thing.graphql`, (text) => text.replace('  name', '  size: Int\n  name'));
    const { code, told } = await diff(file);
    expect({ code, told }).to.deep.equal({ code: 2, told: ['safe FIELD_ADDED Thing.size'] });
  });

  it('names the component and the route that a removed field breaks, with file and line, and ends with 3', async () => {
    const file = await repository();
    await edit(file, `${things}/graphql/Thing.graphql`, withoutName);
    const { code, changes } = await diff(file);
    expect(code).to.equal(3);
    const removed = changes.find(({ name }) => name === 'Thing.name');
    expect(removed?.affects.map(({ kind, name, state, where }) => ({ kind, name, state, where }))).to.deep.equal([
      {
        ...{ kind: 'component', name: 'things.Names', state: 'broken' },
        where: { file: `${things}/pages/homepage/Names.tsx`, line: 3 },
      },
      {
        kind: 'route',
        name: 'things.countThings',
        state: 'broken',
        where: { file: `${things}/src/count.ts`, line: 1 },
      },
    ]);
    const { stdout } = await runStoa(['diff'], { file });
    expect(stdout).to.contain(
      'breaks component things.Names, on the page homepage in content: asks for Thing.name  extensions/things/pages/homepage/Names.tsx:3',
    );
    expect(stdout).to.contain('It would not start').and.to.contain('PAGE_QUERY_INVALID');
  });

  it('says of a component that was changed along with the field that it is adapted', async () => {
    const file = await repository();
    await edit(file, `${things}/graphql/Thing.graphql`, withoutName);
    await edit(file, `${things}/pages/homepage/Names.tsx`, (text) => text.replace('{ name }', '{ id }'));
    const { changes } = await diff(file);
    const [victim] = changes.find(({ name }) => name === 'Thing.name')?.affects ?? [];
    expect(victim).to.include({ name: 'things.Names', state: 'adapted' });
  });

  it('tells what only shows when resolvers and handlers are joined', async () => {
    const file = await repository();
    await put(file, `${things}/api/addThing/bodyParser.ts`, 'export default 42;\n');
    const { told, code } = await diff(file);
    expect({ told, code }).to.deep.equal({ told: ['breaking HANDLER_NOT_A_FUNCTION HANDLER_NOT_A_FUNCTION'], code: 3 });
  });

  it('takes an extension that cannot be read for what it was, and says why it cannot', async () => {
    const file = await repository();
    await put(file, `${things}/graphql/Thing.graphql`, 'type Thing {');
    expect((await diff(file)).told).to.deep.equal(['breaking SDL_SYNTAX SDL_SYNTAX']);
  });

  it('names a persisted document that a removed field breaks', async () => {
    const file = await repository();
    await put(file, 'documents/AllNames.graphql', 'query AllNames {\n  things { name }\n}\n');
    await edit(file, 'gateway.yaml', (text) => `${text}graphql: { persisted: { documents: ./documents } }\n`);
    await commit(file, 'documents');
    await edit(file, `${things}/graphql/Thing.graphql`, withoutName);
    const { changes } = await diff(file);
    const { affects = [] } = changes.find(({ name }) => name === 'Thing.name') ?? {};
    const operation = affects.find(({ kind }) => kind === 'operation');
    expect(operation).to.deep.include({ state: 'broken', where: { file: 'documents/AllNames.graphql', line: 2 } });
  });

  it('ends a module that never stops, and names it', async () => {
    const file = await repository();
    // As an endless loop blocks its thread, but without the processor.
    const blocks = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n';
    await put(file, `${things}/api/addThing/bodyParser.ts`, blocks);
    const { code, told } = await diff(file);
    expect(told).to.deep.equal(['breaking EXTENSION_LOADS_FOREVER EXTENSION_LOADS_FOREVER']);
    expect(code).to.equal(3);
  });

  it('compares a revision, two revisions, and what one changed since it left the other', async () => {
    const file = await repository();
    await git(file, 'checkout', '-qb', 'work');
    await edit(file, `${things}/api/addThing/route.json`, (text) => text.replace('"/things"', '"/new-things"'));
    await commit(file, 'move');
    await git(file, 'checkout', '-q', 'main');
    await edit(file, `${things}/api/countThings/route.json`, (text) => text.replace('"public"', '"private"'));
    await commit(file, 'close');
    await git(file, 'checkout', '-q', 'work');
    const moved = 'breaking ROUTE_MOVED things.addThing';
    expect((await diff(file)).told).to.deep.equal([]);
    expect((await diff(file, 'main')).told).to.deep.equal([moved, 'dangerous ROUTE_ACCESS_CHANGED things.countThings']);
    expect((await diff(file, 'work..main')).told).to.include('breaking ROUTE_ACCESS_CHANGED things.countThings');
    expect((await diff(file, 'main...work')).told).to.deep.equal([moved]);
  });

  it('compares with another gateway.yaml, and with the folder that has it', async () => {
    const [one, other] = [await fixtureProject('small-shop'), await fixtureProject('small-shop')];
    await edit(other, 'gateway.yaml', (text) => text.replace('port: 0', 'port: 7000'));
    expect((await diff(other, one)).told).to.deep.equal(['safe CONFIG_CHANGED server.port']);
    expect((await diff(other, dirname(one))).told).to.deep.equal(['safe CONFIG_CHANGED server.port']);
  });

  it('sees that a secret has changed, and shows neither', async () => {
    const file = await repository();
    const secrets = ['ab', 'cd'].map((pair) => pair.repeat(32));
    await edit(file, 'gateway.yaml', (text) => `${text}auth: { session: { secret: ${secrets[0]} } }\n`);
    await commit(file, 'secret');
    await edit(file, 'gateway.yaml', (text) => text.replace(secrets[0] ?? '', secrets[1] ?? ''));
    const { stdout } = await runStoa(['diff'], { file });
    expect(stdout).to.contain('auth.session.secret was ***, and is ***');
    for (const secret of secrets) expect(stdout).not.to.contain(secret);
    await commit(file, 'another secret');
    await edit(file, 'gateway.yaml', (text) => text.replace(secrets[1] ?? '', `[${secrets.join(', ')}]`));
    await commit(file, 'a list');
    await edit(file, 'gateway.yaml', (text) => text.replace(secrets.join(', '), secrets.toReversed().join(', ')));
    const lists = (await runStoa(['diff'], { file })).stdout;
    expect(lists).to.contain('auth.session.secret was ***, and is ***');
    for (const secret of secrets) expect(lists).not.to.contain(secret);
  });

  it('reads packages and linked extensions of the revision, not of the files as they are', async () => {
    const file = await repository();
    const folder = dirname(file);
    await mkdir(join(folder, 'node_modules/@shop'), { recursive: true });
    await symlink('../../extensions/things', join(folder, 'node_modules/@shop/things'));
    await put(file, `${things}/package.json`, '{ "name": "@shop/things", "version": "1.0.0" }');
    await put(file, 'package.json', '{ "name": "shop", "private": true }');
    await edit(file, 'gateway.yaml', (text) => text.replace('./extensions/things', '"@shop/things"'));
    await commit(file, 'packages');
    await edit(file, `${things}/graphql/Thing.graphql`, (text) => text.replace('  name', '  size: Int\n  name'));
    expect((await diff(file)).told).to.deep.equal(['safe FIELD_ADDED Thing.size']);
  });

  for (const [what, target] of [
    ['a link', (packages: string) => packages],
    ['a relative link', (packages: string) => join('..', basename(packages))],
  ] as const)
    it(`takes packages from where they are when the repository contains node_modules as ${what}`, async () => {
      const file = await repository();
      const folder = dirname(file);
      const packages = await realpath(await mkdtemp(join(dirname(folder), 'packages-')));
      await symlink(join(folder, things), join(packages, 'things'));
      await symlink(target(packages), join(folder, 'node_modules'));
      await edit(file, 'gateway.yaml', (text) => text.replace('./extensions/things', 'things'));
      await put(file, `${things}/package.json`, '{ "name": "things", "version": "1.0.0" }');
      await commit(file, 'packages');
      expect(await git(file, 'ls-files', 'node_modules')).to.equal('node_modules\n');
      await edit(file, `${things}/graphql/Thing.graphql`, (text) => text.replace('  name', '  size: Int\n  name'));
      expect((await diff(file)).told).to.deep.equal(['safe FIELD_ADDED Thing.size']);
      expect(await readdir(packages)).to.deep.equal(['things']);
    });

  for (const [what, words] of [
    ['a revision that there is not', ['nonsense']],
    ['an option that there is not', ['--nonsense']],
  ] as const) {
    it(`ends with 1 for ${what}, which is no difference`, async () => {
      const { code, stderr } = await runStoa(['diff', ...words], { file: await repository() });
      expect(stderr).to.contain('nonsense');
      expect(code).to.equal(1);
    });
  }

  it('ends with 1 outside of a repository, and for a gateway.yaml of before that nobody can read', async () => {
    const outside = await fixtureProject('small-shop');
    expect(await runStoa(['diff'], { file: outside })).to.deep.include({ code: 1, stdout: '' });
    const file = await repository();
    await put(file, 'broken/gateway.yaml', 'version: 1\nsystem:\n  - {');
    expect(await runStoa(['diff', join(dirname(file), 'broken')], { file })).to.deep.include({ code: 1, stdout: '' });
  });

  it('ends with 3 when the new gateway.yaml cannot be read', async () => {
    const file = await repository();
    await edit(file, 'gateway.yaml', (text) => text.replace('port: 0', 'prot: 0'));
    const { code, told } = await diff(file);
    expect({ code, told }).to.deep.equal({ code: 3, told: ['breaking CONFIG_UNKNOWN_KEY CONFIG_UNKNOWN_KEY'] });
  });

  it('removes its copy when it is interrupted', async () => {
    const file = await repository();
    const temporary = join(dirname(file), 'tmp');
    await mkdir(temporary);
    // A module that never loads keeps the command in the middle.
    await put(
      file,
      `${things}/api/addThing/bodyParser.ts`,
      'process.stderr.write("loading\\n");\nawait new Promise(() => {});\n',
    );
    await commit(file, 'stuck');
    const stoa = startStoa(['diff'], { file, environment: { TMPDIR: temporary } });
    await stoa.waitFor(/loading/, 'stderr');
    const closed = once(stoa.child, 'close');
    stoa.child.kill('SIGINT');
    await closed;
    expect(stoa.child.exitCode).to.equal(130);
    expect((await readdir(temporary)).filter((name) => name.startsWith('stoa-diff-'))).to.deep.equal([]);
    await rm(temporary, { recursive: true });
  });
});
