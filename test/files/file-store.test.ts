import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkFiles, FileStore } from '#files';
import { testConfig, testFiles } from '../support/test-config.ts';
import { extensionId, testManifest } from '../support/test-manifests.ts';

const photo = { types: ['image/png'], picture: true, required: false };
const withUploads = [testManifest('shop', { add: { path: '/a', consumes: ['multipart'], files: { photo } } })];
const owed = testConfig({ files: { ...testFiles, isPathOwed: true } });

describe('files of extensions', () => {
  const codes = (...given: Parameters<typeof checkFiles>): readonly string[] =>
    checkFiles(...given).map(({ code, where }) => `${code} ${where.file}`);

  it('need no setting and no package where none are taken', () => {
    expect(codes([testManifest('shop', { add: { path: '/a' } })], owed)).to.deep.equal([]);
    expect(codes(withUploads, testConfig())).to.deep.equal([]);
  });

  it('need a stated place in production beside a PostgreSQL server', () => {
    expect(codes(withUploads, owed)).to.deep.equal(['CONFIG_NOT_FOR_PRODUCTION /shop/gateway.yaml']);
  });

  it('need the parser, and sharp where they are pictures', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-files-'));
    // A package without files hides the repository's.
    for (const name of ['@fastify/busboy', 'sharp']) {
      await mkdir(join(folder, 'node_modules', name), { recursive: true });
      await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, exports: {} }));
    }
    const found = checkFiles(withUploads, testConfig({ folder }));
    const file = '/shop/extensions/shop/api/add/route.json';
    expect(found).to.deep.equal(
      [
        ['a multipart body', '@fastify/busboy'],
        ['pictures', 'sharp'],
      ].map(([what, name]) => ({
        code: 'FILES_NOT_INSTALLED',
        severity: 'error',
        where: { file },
        what: `the route shop.add takes ${what}, and ${name} is not installed`,
        fix: `Run "npm install ${name}".`,
      })),
    );
    const scan = { types: ['application/pdf'], picture: false, required: false };
    const withScans = [testManifest('shop', { add: { path: '/a', consumes: ['multipart'], files: { scan } } })];
    expect(checkFiles(withScans, testConfig({ folder }))).to.have.length(1);
    await rm(folder, { recursive: true });
  });

  it('are not stored without it, where no route says that they will be', async () => {
    const files = new FileStore(owed).of(extensionId('shop'));
    const failure = await files.put(Buffer.from('a')).catch((error: Error) => error.message);
    expect(failure).to.include('write "files: { path: ... }"');
  });

  it('have ids of one form, so that none leads out of the folder', async () => {
    const files = new FileStore(testConfig()).of(extensionId('shop'));
    for (const id of ['../../etc/passwd', '', `${'a'.repeat(43)}.png/..`, `${'a'.repeat(43)}\0.png`]) {
      expect(() => files.url(id)).to.throw(TypeError, 'is no id of a public file');
      expect(await files.read(id).catch((error: Error) => error.message)).to.include('is no id of a stored file');
    }
    expect(() => files.url(`${'a'.repeat(43)}.private.png`)).to.throw(TypeError);
  });

  it('of requests that were never ended are removed after a day, and no others', async () => {
    const stateFolder = await mkdtemp(join(tmpdir(), 'stoa-files-'));
    const store = new FileStore(testConfig({ stateFolder }));
    await store.removeAbandoned();
    const uploads = store.uploadsOf(extensionId('shop'));
    await mkdir(uploads, { recursive: true });
    const { id } = await store.of(extensionId('shop')).put(Buffer.from('kept'));
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    for (const [name, age] of [
      ['old', 25],
      ['young', 23],
    ] as const) {
      await writeFile(join(uploads, name), name);
      await utimes(join(uploads, name), hours(age), hours(age));
    }
    const stored = join(stateFolder, 'files/shop', id.slice(0, 2), id);
    await utimes(stored, hours(1000), hours(1000));
    await store.removeAbandoned();
    expect(await readdir(uploads)).to.deep.equal(['young']);
    expect(await readdir(join(stored, '..'))).to.deep.equal([id]);
    await rm(stateFolder, { recursive: true });
  });
});
