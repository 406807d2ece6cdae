import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { own, packageManifest, publicEntries, root } from '../../scripts/package/manifest.ts';

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** Each one is code that a shop runs, and that its owners must trust. */
const mostDependencies = 31;

const extensions = readdirSync(join(root, 'extensions')).map((name) => `extensions/${name}`);

describe('the packages', () => {
  it('have one version', () => {
    for (const folder of ['packages/create-stoa', 'packages/desk-ui', ...extensions])
      expect(manifestOf(folder).version).to.equal(own.version);
  });

  it('have the files that their exports name', () => {
    const missing = publicEntries.filter(({ source }) => !existsSync(join(root, source)));
    expect(missing).to.deep.equal([]);
  });

  it('need no overrides, and leave the Node that runs a shop to the shop', () => {
    const manifest: { dependencies?: object } = packageManifest();
    expect(manifest).to.not.have.any.keys('overrides', 'allowScripts', 'devDependencies', 'workspaces', 'private');
    const names = Object.keys(manifest.dependencies ?? {});
    expect(names.filter((name) => name === 'node' || name.startsWith('@graphql-tools/'))).to.deep.equal([]);
    expect(names).to.include.members(['graphql', 'react', 'express', 'pg']);
    expect(names).to.have.lengthOf.at.most(mostDependencies);
  });

  it('have optional peers that the repository installs, and the template where authors need them', () => {
    const { peerDependencies, peerDependenciesMeta, devDependencies } = manifestOf('.');
    expect(Object.keys(peerDependenciesMeta)).to.have.members(Object.keys(peerDependencies));
    for (const name of ['@graphql-yoga/render-graphiql', '@opentelemetry/api', '@types/express', '@types/react'])
      expect(devDependencies).to.have.property(name);
    const template = manifestOf('packages/create-stoa/template');
    expect(template.devDependencies).to.include.keys('@graphql-yoga/render-graphiql', '@types/express', '@types/react');
  });

  it('run no install script that is not named in allowScripts', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { allowScripts } = manifestOf('.');
    const scripts = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
    const names = scripts.map((path) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(allowScripts)).to.include.members(names);
  });

  for (const folder of extensions) {
    it(`have all of ${folder} but its tests`, () => {
      const { files, stoa, peerDependencies } = manifestOf(folder);
      // npm takes package.json and README.md by itself.
      // Contracts that it keeps are for its tests. A service to try it with is in the repository alone.
      const others = ['README.md', 'package.json', 'test', 'contracts', 'service'];
      const parts = readdirSync(join(root, folder)).filter(
        (name) => !others.includes(name) && !/^\.(?!meshrc)/.test(name),
      );
      expect([...files].toSorted()).to.deep.equal(parts.toSorted());
      expect(peerDependencies).to.include({ stoa: stoa.version ?? stoa });
    });
  }

  it('have a template with the versions and scripts that are allowed here', () => {
    const template = manifestOf('packages/create-stoa/template');
    const here = manifestOf('.');
    expect(template.dependencies.node).to.equal(here.dependencies.node);
    for (const [name, range] of Object.entries(template.devDependencies))
      if (range !== 'own') expect(here.devDependencies[name]).to.equal(range);
    expect(here.allowScripts).to.include(template.allowScripts);
  });
});
