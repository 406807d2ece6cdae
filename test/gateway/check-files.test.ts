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
});
