import { execFileSync } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa, withoutProgress } from '../support/run-stoa.ts';
import { startGateway } from '../support/start-gateway.ts';

type Files = Readonly<Record<string, string>>;

const packageJson = {
  name: '@team/loyalty',
  version: '0.1.0',
  description: 'Points for what shoppers buy.',
  license: 'MIT',
  type: 'module',
  files: ['api', 'graphql', 'src', 'migrations', 'extension.contract.json', 'loyalty.gen.ts', 'CHANGELOG.md'],
  stoa: '^0.1.0',
  peerDependencies: { stoa: '^0.1.0' },
  dependencies: { points: '^1.0.0' },
};

const pointsPackage = (version: string): Files => ({
  'package.json': JSON.stringify({ name: 'points', version, type: 'module', exports: './index.js' }),
  'index.js': `export const version = '${version}';`,
});

const extension: Files = {
  'package.json': JSON.stringify(packageJson, null, 2),
  'api/points/route.json': JSON.stringify({ methods: ['GET'], path: '/points', access: 'public' }),
  'api/points/points.ts':
    "import { version } from '../../src/version.ts';\nexport default (_request, response) => response.json({ version });\n",
  'src/version.ts': "export { version } from 'points';\n",
  'graphql/Points.graphql': 'type Query {\n  points: Int!\n  level: String\n}\n',
  'graphql/Points.resolvers.ts': 'export default { Query: { points: () => 1, level: () => null } };\n',
  'migrations/001-points.sql': 'create table points (id int primary key);\n',
};

const gateway = (...names: readonly string[]): string =>
  JSON.stringify({
    version: 1,
    server: { port: 0 },
    database: { url: '${DATABASE_URL:-embedded}' },
    system: { extensions: names.map((name) => ({ name, resolve: `./${name}` })) },
  });

interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Its gateway.yaml. */
  readonly file: string;
  write(files: Files): Promise<void>;
  /** Changes loyalty's package.json. */
  say(changes: object): Promise<void>;
  types(): ReturnType<typeof runStoa>;
  pack(...options: readonly string[]): ReturnType<typeof runStoa>;
}

/** A shop with the extension `loyalty`, whose contract is fresh. */
async function openProject(): Promise<Project> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-team-')));
  const file = join(folder, 'gateway.yaml');
  await cp(await original(), folder, { recursive: true });
  const write = (files: Files) => writeAll(folder, files);
  return {
    folder,
    file,
    write,
    say: (more) => write({ 'loyalty/package.json': JSON.stringify({ ...packageJson, ...more }, null, 2) }),
    types: () => runStoa(['types'], { file }),
    pack: (...options) => runStoa(['pack', 'loyalty', '--out', join(folder, 'out'), ...options], { file }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

let made: Promise<string> | undefined;

/** Made once, since each command takes a second. */
function original(): Promise<string> {
  made ??= makeOriginal();
  return made;
}

async function makeOriginal(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-team-')));
  await writeAll(folder, { 'gateway.yaml': gateway('loyalty') });
  await writeAll(join(folder, 'loyalty'), extension);
  await writeAll(join(folder, 'node_modules/points'), pointsPackage('1.2.0'));
  const types = await runStoa(['types'], { file: join(folder, 'gateway.yaml') });
  expect([types.code, types.stderr]).to.deep.equal([0, '']);
  return folder;
}

after(async () => {
  if (made !== undefined) await rm(await made, { recursive: true });
});

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** On a slow machine, the command says how far it is. */
describe('stoa pack', () => {
  it('makes a package that a shop installs and serves', async () => {
    await using project = await openProject();
    const { code, stdout, stderr } = await project.pack();
    expect([code, withoutProgress(stderr)]).to.deep.equal([0, '']);
    expect(stdout).to.match(/team-loyalty-0\.1\.0\.tgz {2}\d+ kB, 9 files/);

    await using shop = await openProject();
    await rm(join(shop.folder, 'loyalty'), { recursive: true });
    await mkdir(join(shop.folder, 'unpacked'));
    const tarball = join(project.folder, 'out/team-loyalty-0.1.0.tgz');
    execFileSync('tar', ['-xzf', tarball, '-C', join(shop.folder, 'unpacked')]);
    await cp(join(shop.folder, 'unpacked/package'), join(shop.folder, 'node_modules/@team/loyalty'), {
      recursive: true,
    });
    await shop.write({ 'gateway.yaml': gateway('loyalty').replace('./loyalty', '@team/loyalty') });
    await using running = await startGateway({ file: shop.file });
    expect((await running.rest('GET', '/points')).body).to.deep.equal({ version: '1.2.0' });
    expect((await running.graphql('{ points }')).data).to.deep.equal({ points: 1 });
  });

  it('takes a folder, too, where there is no shop', async () => {
    await using project = await openProject();
    await rm(project.file);
    const out = join(project.folder, 'out');
    const { code, stdout } = await runStoa(['pack', join(project.folder, 'loyalty'), '--out', out, '--json'], {
      file: project.file,
    });
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.include({
      ok: true,
      name: '@team/loyalty',
      tarball: join(out, 'team-loyalty-0.1.0.tgz'),
    });
  });

  const mistakes: readonly {
    readonly what: string;
    readonly make: (project: Project) => Promise<unknown>;
    readonly code: string;
    readonly text: string;
  }[] = [
    {
      what: 'no name',
      make: ({ say }) => say({ name: 'Loyalty Points' }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'no "name" that npm takes',
    },
    {
      what: 'no version',
      make: async ({ say, types }) => {
        await say({ version: 'next' });
        await types();
      },
      code: 'PACKAGE_INCOMPLETE',
      text: 'no "version"',
    },
    {
      what: 'private',
      make: ({ say }) => say({ private: true }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'npm does not publish it',
    },
    {
      what: 'no Stoa',
      make: ({ say }) => say({ stoa: undefined }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'does not say for which Stoa',
    },
    {
      what: 'another Stoa',
      make: ({ say }) => say({ stoa: '^9.0.0' }),
      code: 'EXTENSION_INCOMPATIBLE',
      text: 'needs stoa ^9.0.0',
    },
    {
      what: 'no peer',
      make: ({ say }) => say({ peerDependencies: {} }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'names no Stoa for npm',
    },
    {
      what: 'two ranges',
      make: ({ say }) => say({ peerDependencies: { stoa: '*' } }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'says "*", but "stoa" says "^0.1.0"',
    },
    {
      what: 'a second React',
      make: ({ say }) => say({ dependencies: { points: '^1.0.0', react: '^19.0.0' } }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'second copy of "react"',
    },
    {
      what: 'a folder as dependency',
      make: ({ say }) => say({ dependencies: { points: 'file:../points' } }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'exists on this machine only',
    },
    {
      what: 'an undeclared dependency',
      make: ({ say }) => say({ dependencies: {} }),
      code: 'PACKAGE_INCOMPLETE',
      text: 'fix: Write there the range of its versions, e.g. "points": "^1.0.0".',
    },
    {
      what: 'no migrations',
      make: ({ say }) => say({ files: packageJson.files.filter((name) => name !== 'migrations') }),
      code: 'PACKAGE_FILES',
      text: 'lacks migrations/001-points.sql',
    },
    {
      what: 'no shared code',
      make: ({ say }) => say({ files: packageJson.files.filter((name) => name !== 'src') }),
      code: 'PACKAGE_FILES',
      text: 'imports "../../src/version.ts", which the package lacks',
    },
    {
      what: 'no contract in it',
      make: ({ say }) => say({ files: packageJson.files.filter((name) => !name.endsWith('.json')) }),
      code: 'PACKAGE_FILES',
      text: 'has no extension.contract.json',
    },
    {
      what: 'a secret',
      make: ({ write }) => write({ 'loyalty/src/.env.local': 'KEY=1' }),
      code: 'PACKAGE_FILES',
      text: 'may have secrets',
    },
    {
      what: 'stale types',
      make: ({ write }) => write({ 'loyalty/loyalty.gen.ts': '// Generated.\nexport {};\n' }),
      code: 'TYPES_STALE',
      text: 'npx stoa types',
    },
    {
      what: 'a stale contract',
      make: ({ write }) =>
        write({
          'loyalty/graphql/More.graphql': 'extend type Query {\n  more: Int\n}\n',
          'loyalty/graphql/More.resolvers.ts': 'export default { Query: { more: () => 1 } };\n',
        }),
      code: 'CONTRACT_STALE',
      text: 'npx stoa types',
    },
  ];
  for (const { what, make, code, text } of mistakes)
    it(`refuses ${what}`, async () => {
      await using project = await openProject();
      await make(project);
      const packed = await project.pack();
      expect(packed.code).to.equal(1);
      expect(packed.stderr).to.include(code).and.to.include(text).and.to.include('fix:');
      expect(packed.stderr).to.not.include('stoa-pack-');
      expect(await isThere(join(project.folder, 'out'))).to.equal(false);
    });

  it('releases migrations: before it they may be edited, after it they may not', async () => {
    await using project = await openProject();
    const migration = 'loyalty/migrations/001-points.sql';
    const edited = 'create table points (id bigint primary key);\n';
    const check = () => runStoa(['check', '--no-database'], { file: project.file });

    await project.write({ [migration]: edited });
    expect((await check()).code).to.equal(0);
    const first = await project.pack();
    expect([first.code, withoutProgress(first.stderr)]).to.deep.equal([0, '']);
    expect(first.stdout).to.include('released: 001-points.sql. Commit migrations/released.json');

    await project.write({ [migration]: edited.replace('bigint', 'uuid') });
    for (const words of [['check', '--no-database'], ['pack', 'loyalty'], ['migrate']]) {
      const refused = await runStoa(words, { file: project.file, environment: { NODE_ENV: 'development' } });
      expect(refused.code, words[0]).to.equal(1);
      expect(refused.stdout + refused.stderr)
        .to.match(/MIGRATION_CHANGED/)
        .and.to.include(`${migration}:1`)
        .and.to.include('write the change as a new migration')
        .and.to.match(/released\.json:2/);
    }

    // Marks and line ends may change, and a new migration is a draft.
    await project.write({
      [migration]: `-- stoa: expand\r\n${edited.replace('\n', '\r\n')}`,
      'loyalty/migrations/002-more.sql': 'alter table points add column more int;\n',
    });
    expect((await check()).code).to.equal(0);
    const second = await project.pack();
    expect([second.code, second.stdout.includes('released: 002-more.sql.')]).to.deep.equal([0, true]);
    expect((await project.pack()).stdout).to.not.include('released:');
  });

  it('says what could be better, and with --strict insists on it', async () => {
    await using project = await openProject();
    await project.say({ files: undefined, license: undefined, scripts: { postinstall: 'node setup.js' } });
    await project.write({ 'loyalty/test/points.test.ts': 'export {};\n' });
    const packed = await project.pack();
    expect(packed.code).to.equal(0);
    expect(packed.stderr).to.include('no "files"').and.to.include('"license"').and.to.include('postinstall');
    expect(packed.stderr).to.include('such as test/points.test.ts');
    await rm(join(project.folder, 'out'), { recursive: true });
    expect((await project.pack('--strict')).code).to.equal(1);
    expect(await isThere(join(project.folder, 'out'))).to.equal(false);
  });

  it('names the folder that it cannot write into', async () => {
    await using project = await openProject();
    const { code, stderr } = await project.pack('--out', project.file);
    expect(code).to.equal(1);
    expect(stderr).to.include(
      'gateway.yaml  error PACKAGE_NOT_PACKED\n  the package cannot be written here (EEXIST)\n  fix: Name with --out',
    );
  });

  it('names the extension that there is not', async () => {
    await using project = await openProject();
    const { code, stderr } = await runStoa(['pack', 'loyality'], { file: project.file });
    expect([code, stderr.includes('there is no extension "loyality"')]).to.deep.equal([1, true]);
  });

  it('refuses a package without what the extension does when no request asks', async () => {
    await using project = await openProject();
    await project.write({
      'loyalty/jobs/nightly.ts': 'export default async () => undefined;\n',
      'loyalty/jobs/nightly.json': '{ "every": "1h" }\n',
      'loyalty/events/points.given.json': '{ "type": "object" }\n',
      'loyalty/settings.schema.json': '{ "type": "object", "properties": { "size": { "type": "integer" } } }\n',
      'loyalty/extension.ts': 'export const start = () => undefined;\n',
    });
    await project.types();
    const { code, stderr } = await project.pack();
    expect(code).to.equal(1);
    for (const lacking of [
      'events/points.given.json',
      'jobs/nightly.ts, jobs/nightly.json',
      'settings.schema.json',
      'extension.ts',
    ])
      expect(stderr).to.include(`the package lacks ${lacking}`);
  });

  context('when an earlier version is there', () => {
    const without = {
      'loyalty/graphql/Points.graphql': 'type Query {\n  points: Int!\n}\n',
      'loyalty/graphql/Points.resolvers.ts': 'export default { Query: { points: () => 1 } };\n',
    };

    it('refuses a version that does not tell that something breaks', async () => {
      await using project = await openProject();
      await project.pack();
      await project.write(without);
      await project.say({ version: '0.1.1' });
      await project.types();
      const { code, stderr } = await project.pack();
      expect(code).to.equal(1);
      expect(stderr).to.include('PACKAGE_VERSION').and.to.include('level').and.to.include('Call it 0.2.0');
      expect(await readdir(join(project.folder, 'out'))).to.deep.equal(['team-loyalty-0.1.0.tgz']);
    });

    it('writes what has changed into CHANGELOG.md, once', async () => {
      await using project = await openProject();
      await project.pack();
      await project.write({ ...without, 'loyalty/CHANGELOG.md': '# Changelog\n\n## 0.1.0\n\nFirst.\n' });
      await project.say({ version: '0.2.0' });
      await project.types();
      for (let round = 0; round < 2; round++) expect((await project.pack('--changelog')).code).to.equal(0);
      const text = await readFile(join(project.folder, 'loyalty/CHANGELOG.md'), 'utf8');
      expect(text).to.match(
        /^# Changelog\n\n## 0\.2\.0\n\n### Breaking\n\n\* .*Query\.level.*\n[\s\S]*\n## 0\.1\.0\n\nFirst\.\n$/,
      );
      expect(text.match(/## 0\.2\.0/g)).to.have.lengthOf(1);
    });

    it('writes nothing of a version that it refuses', async () => {
      await using project = await openProject();
      await project.pack();
      await project.write({ ...without, 'loyalty/CHANGELOG.md': '# Changelog\n' });
      await project.say({ version: '0.1.1' });
      await project.types();
      expect((await project.pack('--changelog')).code).to.equal(1);
      expect(await readFile(join(project.folder, 'loyalty/CHANGELOG.md'), 'utf8')).to.equal('# Changelog\n');
    });

    it('compares with the file that it is given', async () => {
      await using project = await openProject();
      await cp(join(project.folder, 'loyalty/extension.contract.json'), join(project.folder, 'before.json'));
      await project.write(without);
      await project.types();
      const { code, stderr } = await project.pack('--previous', join(project.folder, 'before.json'));
      expect([code, stderr.includes('PACKAGE_VERSION')]).to.deep.equal([1, true]);
    });
  });
});

describe('two extensions with two versions of one package', () => {
  it('each have their own', async () => {
    await using project = await openProject();
    const other = {
      ...extension,
      'package.json': JSON.stringify({ ...packageJson, name: '@team/bonus', dependencies: { points: '^2.0.0' } }),
      'api/points/route.json': JSON.stringify({ methods: ['GET'], path: '/bonus', access: 'public' }),
      'graphql/Points.graphql': 'type Query {\n  bonus: Int\n}\n',
      'graphql/Points.resolvers.ts': 'export default { Query: { bonus: () => 2 } };\n',
    };
    await writeAll(join(project.folder, 'bonus'), other);
    await writeAll(join(project.folder, 'bonus/node_modules/points'), pointsPackage('2.0.0'));
    await project.write({ 'gateway.yaml': gateway('loyalty', 'bonus') });
    await using shop = await startGateway({ file: project.file });
    expect((await shop.rest('GET', '/points')).body).to.deep.equal({ version: '1.2.0' });
    expect((await shop.rest('GET', '/bonus')).body).to.deep.equal({ version: '2.0.0' });
  });
});
