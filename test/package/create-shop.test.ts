import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { readConfig } from '#config';

const root = resolve(import.meta.dirname, '../..');
const createShopFile = join(root, 'packages/create-stoa/create-shop.mjs');
const programs: Readonly<Record<string, readonly string[]>> = {
  'npm create stoa': [join(root, 'packages/create-stoa/create-stoa.mjs')],
  'stoa init': [join(root, 'bin/stoa.mjs'), 'init'],
};

for (const [command, program] of Object.entries(programs)) {
  describe(command, () => {
    let folder: string;
    const create = (...words: readonly string[]) =>
      spawnSync(process.execPath, [...program, ...words], { cwd: folder, encoding: 'utf8', input: '' });

    beforeEach(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-create-')));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('writes a shop', async () => {
      const { status, stdout, stderr } = create('tea-shop');
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout).to.include('cd tea-shop\n').and.to.include('npm install\n').and.to.include('npm run dev\n');

      const shop = join(folder, 'tea-shop');
      const files = ['.gitignore', 'README.md', 'extensions', 'gateway.yaml', 'package.json', 'tsconfig.json'];
      expect((await readdir(shop)).toSorted()).to.deep.equal(files);
      const manifest = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'));
      expect(manifest.name).to.equal('tea-shop');
      expect(manifest.dependencies).to.include({ stoa: '^0.1.0', '@stoa/catalog': '^0.1.0' });
      const { findings } = await readConfig(join(shop, 'gateway.yaml'), { environment: {} });
      expect(findings).to.deep.equal([]);
    });

    it('asks nothing with --yes, and installs from tarballs with --packages', async () => {
      const packages = join(folder, 'tarballs');
      await mkdir(packages);
      const template = JSON.parse(await readFile(join(root, 'packages/create-stoa/template/package.json'), 'utf8'));
      const wanted = { ...template.dependencies, ...template.devDependencies };
      const own = Object.keys(wanted).filter((name) => wanted[name] === 'own');
      const fileOf = (name: string) => join(packages, `${name.replace('@', '').replace('/', '-')}-0.1.0.tgz`);
      await Promise.all(own.map((name) => writeFile(fileOf(name), '')));

      expect(create('--yes', '--packages', 'tarballs').status).to.equal(0);
      const manifest = JSON.parse(await readFile(join(folder, 'my-shop/package.json'), 'utf8'));
      const made = { ...manifest.dependencies, ...manifest.devDependencies };
      for (const name of own) expect(made[name]).to.equal(`file:${fileOf(name)}`);
    });

    it('begins in a country, with --country', async () => {
      const shopOf = async (name: string, ...words: readonly string[]) => {
        expect(create(name, ...words).status).to.equal(0);
        const { config, findings } = await readConfig(join(folder, name, 'gateway.yaml'), { environment: {} });
        expect(findings).to.deep.equal([]);
        const delivery = config?.extensions.find((extension) => extension.name === 'flat-rate-shipping');
        const { locale, locales, currency, country } = config?.shop ?? {};
        return { locale, locales, currency, country, zones: delivery?.settings?.values.zones };
      };
      expect(await shopOf('german', '--country', 'Germany', '--empty')).to.deep.equal({
        ...{ locale: 'de-DE', locales: ['de-DE'], currency: 'EUR', country: 'DE' },
        zones: [{ countries: ['DE'], amount: 490, days: [2, 3] }],
      });
      expect(await shopOf('german-examples', '--country', 'de')).to.deep.include({
        ...{ locale: 'en-DE', locales: ['en-DE', 'de-DE'] },
      });
      expect(await shopOf('norwegian', '--country', 'NO')).to.deep.equal({
        ...{ locale: 'en-NO', locales: ['en-NO'], currency: 'NOK', country: 'NO' },
        zones: [{ countries: ['NO'], amount: 490, days: [2, 3] }],
      });
      expect(await shopOf('irish')).to.deep.include({ locale: 'en-IE', country: 'IE', zones: undefined });
    });

    it('leaves the examples out with --empty', async () => {
      expect(create('shop', '--empty').status).to.equal(0);
      const { config, findings } = await readConfig(join(folder, 'shop/gateway.yaml'), { environment: {} });
      expect(findings).to.deep.equal([]);
      expect(config?.database.seed).to.equal('never');
      const theme = config?.extensions.find(({ name }) => name === 'theme');
      expect(theme?.settings?.values).to.deep.equal({
        welcome: { 'en-IE': { title: 'Welcome', about: 'Have a look around.' } },
      });
      expect(config?.extensions.map(({ name }) => name))
        .to.include('catalog')
        .and.not.include('greeting');
    });

    it('asks on a terminal for the folder, the country, for examples, and whether to install and open the shop', async () => {
      // The packages are not in the registry, so this npm says what it is asked for.
      const npm = join(folder, 'bin/npm');
      await mkdir(join(folder, 'bin'));
      await writeFile(npm, '#!/bin/sh\necho "npm $* in $(basename "$PWD")"\n', { mode: 0o755 });
      const line = [process.execPath, ...program].join(' ');
      const lineOf = (text: string) => (/^\p{Cc}$/u.test(text) ? text : `${text}\n`);
      /** Types an answer after each question. */
      const answer = async (...answers: readonly string[]) => {
        const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
        const words = ['--quiet', '--return', '--command', line, '/dev/null'];
        const terminal = spawn('script', words, { cwd: folder, env });
        const left = [...answers];
        let [stdout, asked] = ['', 0];
        terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
          stdout += text;
          const questions = stdout.match(/\((?:my-shop|Y\/n|[A-Z]{2})\): /g)?.length ?? 0;
          for (; asked < questions; asked++) terminal.stdin.write(lineOf(left.shift() ?? ''));
        });
        const [status] = await once(terminal, 'close');
        return { status, stdout };
      };
      const opened = await answer('tea-shop', 'Oz', 'austria', 'n', '');
      expect(opened.stdout).to.match(/npm install in tea-shop\s+npm run dev in tea-shop/);
      expect(opened.status).to.equal(0);
      expect(await readFile(join(folder, 'tea-shop/gateway.yaml'), 'utf8'))
        .to.contain('seed: never')
        .and.contain('locale: de-AT, currency: EUR, country: AT, timeZone: Europe/Vienna');
      const made = await answer('', '', '', 'no');
      expect([made.status, made.stdout.includes('npm install in')]).to.deep.equal([0, false]);
      expect(made.stdout).to.contain('cd my-shop');
      // Ctrl+D, and Ctrl+C once the shop is there.
      const gone = await answer('third-shop', '\u0004');
      expect(gone.status).to.equal(130);
      expect(gone.stdout).to.contain('Stopped.').and.not.contain('    at ');
      const later = await answer('fourth-shop', '', '', '\u0003');
      expect(later.stdout).to.contain('cd fourth-shop').and.contain('Stopped.').and.not.contain('    at ');
      expect(await readFile(join(folder, 'my-shop/gateway.yaml'), 'utf8')).to.not.contain('seed: never');
    });

    it('takes a folder that is empty but for .git', async () => {
      await mkdir(join(folder, 'shop/.git'), { recursive: true });
      expect(create('shop').status).to.equal(0);
    });

    const refusals: Readonly<Record<string, { words: readonly string[]; status: number; message: RegExp }>> = {
      'a folder with files in it': {
        words: ['full'],
        status: 1,
        message: /full is not empty: it has notes\.txt in it/,
      },
      'a file': { words: ['full/notes.txt'], status: 1, message: /notes\.txt is a file\. Choose another name/ },
      'a folder below a file': { words: ['full/notes.txt/shop'], status: 1, message: /cannot be used: ENOTDIR/ },
      'a name that npm does not take': {
        words: ['My Shop'],
        status: 1,
        message: /"My Shop" cannot be the name of a shop/,
      },
      'the name of a package that it needs': { words: ['stoa'], status: 1, message: /cannot have the name "stoa"/ },
      'to guess a folder without a terminal': {
        words: [],
        status: 2,
        message: /Name the folder of the new shop: .* my-shop/,
      },
      'two folders': { words: ['one', 'two'], status: 2, message: /One shop has one folder, not 2[\s\S]*Usage: / },
      'an unknown option': { words: ['--force'], status: 2, message: /Unknown option '--force'[\s\S]*Usage: / },
      'a country that is none': {
        words: ['shop', '--country', 'Atlantis'],
        status: 2,
        message: /"Atlantis" is no country\. Write its code, such as DE\./,
      },
      'tarballs that are not there': {
        words: ['shop', '--packages', 'none'],
        status: 1,
        message: /none has no tarball of @stoa\/.*npm run pack-all/,
      },
    };
    for (const [what, { words, status, message }] of Object.entries(refusals)) {
      it(`refuses ${what}, and writes nothing`, async () => {
        await mkdir(join(folder, 'full'));
        await writeFile(join(folder, 'full/notes.txt'), '');
        const result = create(...words);
        expect(result.stderr).to.match(message).and.not.to.include('    at ');
        expect(result.status).to.equal(status);
        expect(await readdir(folder)).to.deep.equal(['full']);
      });
    }
  });
}

describe('createShop', () => {
  it('says where nothing may be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-create-'));
    await chmod(folder, 0o555);
    // Root may write everywhere, so root becomes another user first.
    const program = `
      const { createShop } = await import(${JSON.stringify(pathToFileURL(createShopFile).href)});
      if (process.getuid() === 0) process.setuid(65534);
      process.exitCode = await createShop(['shop'], { command: 'stoa init' });`;
    const words = ['--input-type=module', '--eval', program];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    await rm(folder, { recursive: true });
    expect(stderr).to.match(/You may not use .* \(EACCES\)\. Choose a folder of your own\./);
    expect(status).to.equal(1);
  });
});
