import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { StartupError } from '#base';
import { loadConfig } from '../../src/config/read-config.ts';
import { generatedSecret } from '../../src/config/secrets/generated-secret.ts';
import { temporaryConfig } from './temporary-config.ts';

interface StateFolder extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
}

const good = 'A'.repeat(43);

async function stateFolder(text?: string, mode = 0o600): Promise<StateFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'stoa-secret-'));
  const folder = join(parent, '.stoa');
  const file = join(folder, 'jwt-secret');
  if (text !== undefined) {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(file, text);
    await chmod(file, mode);
  }
  return { folder, file, [Symbol.asyncDispose]: () => rm(parent, { recursive: true }) };
}

async function refusal(folder: string, mode: 'keep' | 'look' = 'keep') {
  const error: unknown = await generatedSecret(folder, 'jwt-secret', mode).catch((reason) => reason);
  expect(error).to.be.instanceOf(StartupError);
  return error instanceof StartupError ? error.findings[0] : undefined;
}

const permissions = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a generated secret', () => {
  context('when there is none yet', () => {
    it('is made, and stays the same', async () => {
      await using state = await stateFolder();
      const secret = await generatedSecret(state.folder, 'jwt-secret', 'keep');
      expect(secret).to.match(/^[\w-]{43}$/);
      expect(await generatedSecret(state.folder, 'jwt-secret', 'keep')).to.equal(secret);
      expect(await generatedSecret(state.folder, 'jwt-secret', 'look')).to.equal(secret);
    });

    it('is for its owner alone, and leaves no drafts', async () => {
      await using state = await stateFolder();
      await generatedSecret(state.folder, 'jwt-secret', 'keep');
      expect([await permissions(state.folder), await permissions(state.file)]).to.deep.equal(['700', '600']);
      expect(await readdir(state.folder)).to.deep.equal(['jwt-secret']);
    });

    it('is not written by a mere look, and is another each time', async () => {
      await using state = await stateFolder();
      const first = await generatedSecret(state.folder, 'jwt-secret', 'look');
      expect(await generatedSecret(state.folder, 'jwt-secret', 'look')).not.to.equal(first);
      expect(await stat(state.folder).catch(({ code }) => code)).to.equal('ENOENT');
    });
  });

  context('when several ask for it at once', () => {
    it('is one for all in one process', async () => {
      await using state = await stateFolder();
      const secrets = await Promise.all(
        Array.from({ length: 24 }, () => generatedSecret(state.folder, 'jwt-secret', 'keep')),
      );
      expect(new Set(secrets).size).to.equal(1);
      expect(await readdir(state.folder)).to.deep.equal(['jwt-secret']);
    });

    it('is one for all processes', async () => {
      await using state = await stateFolder();
      const module = new URL('../../src/config/secrets/generated-secret.ts', import.meta.url).href;
      const code = `const { generatedSecret } = await import(${JSON.stringify(module)});
        process.stdout.write(await generatedSecret(${JSON.stringify(state.folder)}, 'jwt-secret', 'keep'));`;
      const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
      const secrets = await Promise.all([start(), start(), start()]);
      expect(new Set(secrets.map(({ stdout }) => stdout)).size).to.equal(1);
    });
  });

  context('when the file is unusable', () => {
    for (const mode of [0o640, 0o604, 0o620, 0o666]) {
      it(`is refused when others have rights on it (${mode.toString(8)})`, async () => {
        await using state = await stateFolder(good, mode);
        const finding = await refusal(state.folder);
        expect(finding).to.deep.include({ code: 'SECRET_UNUSABLE', where: { file: state.file } });
        expect(finding?.what).to.include(`mode 0${mode.toString(8)}`);
        expect(finding?.what).not.to.include(good);
      });
    }

    for (const [name, text] of [
      ['empty', ''],
      ['damaged', good.slice(1)],
      ['damaged', `${good}\n${good}`],
    ] as const) {
      it(`is refused when it is ${name} (${text.length} characters)`, async () => {
        await using state = await stateFolder(text);
        const finding = await refusal(state.folder);
        expect(finding).to.include({ code: 'SECRET_UNUSABLE', what: `the generated secret is ${name}` });
        expect(await readFile(state.file, 'utf8')).to.equal(text);
      });
    }

    it('is refused by a mere look too', async () => {
      await using state = await stateFolder('');
      expect(await refusal(state.folder, 'look')).to.include({ code: 'SECRET_UNUSABLE' });
    });

    it('is refused when it is a link', async () => {
      await using state = await stateFolder(good);
      await rm(state.file);
      await writeFile(join(state.folder, 'other'), good, { mode: 0o600 });
      await symlink('other', state.file);
      expect((await refusal(state.folder))?.what).to.include('ELOOP');
    });

    it('is refused when all users may write to the folder', async () => {
      await using state = await stateFolder(good);
      await rm(state.file);
      await chmod(state.folder, 0o777);
      expect(await refusal(state.folder)).to.deep.include({ code: 'SECRET_UNUSABLE', where: { file: state.folder } });
    });

    it('is refused when the folder cannot be made', async () => {
      await using state = await stateFolder(good);
      expect((await refusal(join(state.file, '.stoa')))?.what).to.include('ENOTDIR');
    });
  });
});

describe('"generated" in gateway.yaml', () => {
  it('is one secret for every start', async () => {
    await using file = await temporaryConfig('system: { extensions: [] }');
    const start = async () => (await loadConfig(file.file, { environment: {} })).auth.bearer.jwt?.key;
    const key = await start();
    expect(key)
      .to.have.property('secret')
      .match(/^[\w-]{43}$/);
    expect(await start()).to.deep.equal(key);
  });

  it('writes nothing when the file is only read', async () => {
    await using file = await temporaryConfig('system: { extensions: [] }');
    await file.read();
    expect(await readdir(file.folder)).to.deep.equal(['gateway.yaml']);
  });

  it('is a finding when the kept secret is damaged', async () => {
    await using file = await temporaryConfig('system: { extensions: [] }');
    await mkdir(join(file.folder, '.stoa'));
    await writeFile(join(file.folder, '.stoa', 'jwt-secret'), 'x', { mode: 0o600 });
    const { config, findings } = await file.read();
    expect(config).to.equal(undefined);
    expect(findings.map(({ code }) => code)).to.deep.equal(['SECRET_UNUSABLE']);
  });

  it('is not looked for when a secret is given', async () => {
    const secret = 'a secret of at least thirty-two bytes';
    await using file = await temporaryConfig(
      'auth: { bearer: { jwt: { secret: "${S}" } }, session: { secret: "${S}" } }\nsystem: { extensions: [] }',
    );
    const config = await loadConfig(file.file, { environment: { S: secret } });
    expect(config.auth.bearer.jwt?.key).to.deep.equal({ kind: 'secret', secret });
    expect(await readdir(file.folder)).to.deep.equal(['gateway.yaml']);
  });
});
