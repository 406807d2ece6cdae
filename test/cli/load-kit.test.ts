import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { stoaVersion } from '#base';

const root = resolve(import.meta.dirname, '../..');
const install = `npm install --save-dev @stoa/kit@${stoaVersion}`;

describe('the kit', () => {
  let folder: string;

  before('the core is installed without it', async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-no-kit-')));
    for (const name of ['bin', 'src', 'schemas', 'packages/create-stoa', 'package.json'])
      await cp(join(root, name), join(folder, name), { recursive: true });
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    const packages = (await readdir(join(root, 'node_modules'))).filter((name) => !['@stoa', 'stoa'].includes(name));
    await Promise.all(packages.map((name) => symlink(join(root, 'node_modules', name), join(modules, name))));
    await mkdir(join(folder, 'extensions'));
    await cp(join(root, 'extensions/flat-rate-shipping'), join(folder, 'extensions/flat-rate-shipping'), {
      recursive: true,
    });
    const shop = `version: 1
system:
  extensions:
    - { name: flat-rate-shipping, resolve: ./extensions/flat-rate-shipping, enabled: true }
`;
    await writeFile(join(folder, 'gateway.yaml'), shop);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  function stoa(...words: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin/stoa.mjs'), ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  context('when it is not installed', () => {
    for (const words of [
      ['new', 'extension', 'tea', '--yes'],
      ['test', '--seed', '2'],
    ]) {
      it(`is what "stoa ${words.join(' ')}" says how to install`, () => {
        const { status, stderr } = stoa(...words);
        expect([status, stderr]).to.satisfy(() => status === 1 && stderr.includes('KIT_MISSING'));
        expect(stderr).to.include(install);
      });
    }

    it('leaves the help its commands', () => {
      const { status, stdout } = stoa('--help');
      expect(status).to.equal(0);
      expect(stdout).to.match(/Write extensions:\n\s+new\b/);
    });

    it('leaves a check that says what it left out', () => {
      const { status, stdout } = stoa('check', '--no-database');
      expect([status, stdout]).to.satisfy(() => status === 0 && stdout.includes('Left out: lints, contracts, types.'));
      expect(stdout).to.include(install);
      const { leftOut } = JSON.parse(stoa('check', '--no-database', '--json').stdout);
      expect(leftOut).to.deep.equal(['lints', 'contracts', 'types']);
    });

    it('is needed for --wire', () => {
      const { status, stderr } = stoa('check', '--no-database', '--wire');
      expect([status, stderr]).to.satisfy(() => status === 1 && stderr.includes('KIT_MISSING'));
    });
  });

  context('when it is of another version', () => {
    it('is refused with the command that installs the right one', async () => {
      const kit = join(folder, 'node_modules/@stoa/kit');
      await mkdir(kit, { recursive: true });
      await writeFile(join(kit, 'package.json'), '{ "name": "@stoa/kit", "type": "module", "exports": "./kit.js" }');
      await writeFile(join(kit, 'kit.js'), "export const kit = { version: '9.9.9' };");
      const { status, stderr } = stoa('types');
      expect([status, stderr]).to.satisfy(() => status === 1 && stderr.includes('KIT_OTHER_VERSION'));
      expect(stderr).to.include('9.9.9').and.include(install);
    });
  });
});
