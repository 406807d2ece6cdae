import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { exportProject, needsEngines } from '../../../../test/support/export-engines.ts';
import { runStoa, type StoaResult } from '../../../../test/support/run-stoa.ts';
import { createDatabase } from '../../../../test/support/shared-server.ts';
import { fixtureProject, shopConfig } from '../../../../test/support/test-project.ts';
import { startIssuer } from '../../../../test/support/token-issuer.ts';
import type { ReplayedOperation } from '../../src/export/verify/operation-writer.ts';

interface Proof extends StoaResult {
  readonly out: string;
  readonly operations: readonly ReplayedOperation[];
}

/** Runs `stoa export --verify` over a database of its own. */
async function prove(file: string, words: readonly string[]): Promise<Proof> {
  const database = await createDatabase();
  const out = join(dirname(file), 'out');
  const environment = { DATABASE_URL: database.url };
  const result = await runStoa(['export', '--out', out, '--verify', ...words], { file, environment });
  await database.drop();
  const written = await readFile(join(out, 'verified-operations.json'), 'utf8').catch(() => '[]');
  return { ...result, out, operations: JSON.parse(written) };
}

function countOf(text: string, rule: string): number {
  return Number(new RegExp(`^ *(\\d+) {2}${rule}`, 'm').exec(text)?.[1] ?? 0);
}

describe('stoa export --verify', () => {
  before(needsEngines);

  it('proves that Hive Gateway answers the same as a shop with everything that is difficult', async () => {
    const { code, stdout, stderr, operations, out } = await prove(await exportProject(), ['--target', 'hive']);
    expect(code, stdout + stderr).to.equal(0);
    expect(countOf(stdout, 'different')).to.equal(0);
    expect(countOf(stdout, 'without errors')).to.be.above(80);
    expect(countOf(stdout, 'with errors')).to.be.above(80);
    expect(stdout).to.match(/Introspection: 0 lines differ\./);
    for (const rule of ['locations', 'serviceName', 'errorId', 'listIndexes', 'internalMessages', 'lostObjects'])
      expect(countOf(stdout, `${rule}: `), rule).to.be.above(0);
    const pages = operations.filter(({ name }) => name.startsWith('page thing'));
    expect(pages.length).to.be.above(2);
    expect(pages[0]?.variables).to.have.property('v_id');
    expect(operations.length).to.equal(300 + pages.length);
    expect(stdout).to.include(await readFile(join(out, 'verified.txt'), 'utf8'));
  });

  it('proves it for the supergraph that mesh-compose makes', async () => {
    const words = ['--target', 'mesh', '--operations', '60', '--seed', '7'];
    const { code, stdout, stderr } = await prove(await exportProject(), words);
    expect(code, stdout + stderr).to.equal(0);
    expect(stdout).to.match(/@graphql-mesh\/compose-cli \d.*, @graphql-hive\/gateway \d.* over 4 subgraphs/);
    expect(countOf(stdout, 'different')).to.equal(0);
  });

  for (const target of ['hive', 'mesh'])
    it(`proves it for lists that several extensions fill, for ${target}`, async () => {
      await using issuer = await startIssuer();
      const file = await exportProject((text) => text.replace('${JWKS_URL}', issuer.url), 'joined-shop');
      const { code, stdout, stderr } = await prove(file, ['--target', target, '--operations', '150']);
      expect(code, stdout + stderr).to.equal(0);
      expect(countOf(stdout, 'different')).to.equal(0);
      expect(stdout).to.match(/Introspection: 0 lines differ\./);
    });

  it('proves it for a signed-in caller, whose token each extension checks', async () => {
    await using issuer = await startIssuer();
    const file = await exportProject((text) =>
      text.replace(
        'pages:',
        `auth: { bearer: { jwt: { jwks: "${issuer.url}", issuer: "https://id.example", audience: shop } } }\npages:`,
      ),
    );
    const token = await issuer.token(['shop:boss']);
    const words = ['--target', 'hive', '--operations', '80'];
    const { code, stdout, stderr } = await prove(file, [...words, '--token', token]);
    expect(code, stdout + stderr).to.equal(0);
    const guest = await prove(await exportProject(), words);
    expect(guest.code, guest.stdout).to.equal(0);
    // The same operations: a guest is refused `secret` and `boss`, on both sides.
    expect(countOf(stdout, 'without errors')).to.be.above(countOf(guest.stdout, 'without errors'));
    expect(issuer.requests()).to.be.above(1);
    expect(stderr).not.to.include('EXPORT_CALLER_REFUSED');
  });

  it('refuses a token that extensions alone could not check', async () => {
    const { code, stderr } = await prove(await exportProject(), ['--target', 'hive', '--token', 'abc']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/error EXPORT_CALLER_REFUSED\n {2}--token needs an issuer with public keys/);
  });

  it('fails where an answer differs by no rule, and shows both', async () => {
    const file = await exportProject();
    const folder = join(dirname(file), 'extensions/dice/graphql');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'Dice.graphql'), 'extend type Query { dice: Float! }');
    await writeFile(join(folder, 'Dice.resolvers.ts'), 'export default { Query: { dice: () => Math.random() } };\n');
    const text = await readFile(file, 'utf8');
    await writeFile(file, `${text}    - { name: dice, resolve: ./extensions/dice }\n`);
    const { code, stdout, stderr } = await prove(file, ['--target', 'hive', '--operations', '40']);
    expect(code).to.equal(1);
    expect(countOf(stdout, 'different')).to.be.above(0);
    expect(stderr).to.match(/error EXPORT_DIFFERS\n {2}"generated \d+": the data, \w+ errors differ\. Stoa: \{/);
    expect(stderr).to.include('verified-operations.json');
  });

  it('says so where the engine does not begin to serve', async () => {
    const file = await fixtureProject('export-shop');
    const own = join(dirname(file), 'node_modules/@graphql-hive/gateway');
    await mkdir(own, { recursive: true });
    const manifest = { name: '@graphql-hive/gateway', version: '0.0.1', bin: { 'hive-gateway': 'bin.cjs' } };
    await writeFile(join(own, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(own, 'bin.cjs'), 'console.error("no licence for this moon"); process.exit(3);');
    const { code, stderr } = await prove(file, ['--target', 'hive']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/EXPORT_ENGINE_FAILED\n.*did not begin to serve: it ended: no licence for this moon/);
  });
});

describe('stoa export --verify without its packages', () => {
  it('names the package and how to install it, and writes nothing', async () => {
    const file = await shopConfig();
    const out = `${file}.unverified`;
    const hive = await runStoa(['export', '--target', 'hive', '--out', out, '--verify'], { file });
    expect(hive.code).to.equal(1);
    expect(hive.stderr).to.include('the package @graphql-hive/gateway is not installed');
    expect(hive.stderr).to.match(/fix: npm install --no-save @graphql-hive\/gateway@\^2[\d.]+ graphql@16/);
    const mesh = await runStoa(['export', '--target', 'mesh', '--out', out, '--verify'], { file });
    expect(mesh.stderr).to.match(/fix: npm install --no-save @graphql-mesh\/compose-cli@/);
    const written = await readFile(join(out, 'gateway.yaml')).catch(() => 'nothing');
    expect(written).to.equal('nothing');
  });
});
