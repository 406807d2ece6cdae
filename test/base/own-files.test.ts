import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import packageJson from '../../package.json' with { type: 'json' };
import { browserFile, ownFiles, requireOwn, resolveOwn, stoaVersion } from '../../src/base/own-files.ts';

const source = resolve(import.meta.dirname, '../../src');

describe('the own files', () => {
  it('are there', () => {
    const browserFiles = ['development-overlay', 'hydrate-island', 'island-loader'].map(browserFile);
    const paths = [ownFiles.extensionApiUrl, ownFiles.loadTrialThread].map((url) => fileURLToPath(url));
    const missing = [
      ...browserFiles,
      ...paths,
      ownFiles.consoleFile,
      ownFiles.deployFolder,
      ownFiles.codeFolder,
    ].filter((path) => !existsSync(path));
    expect(missing).to.deep.equal([]);
  });

  it('have the version of package.json', () => {
    expect(stoaVersion).to.equal(packageJson.version);
  });

  it('find the packages that Stoa depends on, and load those of CommonJS', () => {
    expect(dirname(fileURLToPath(resolveOwn('react')))).to.equal(dirname(requireOwn.resolve('react')));
    expect(requireOwn('react')).to.have.property('createElement');
  });

  it('are known to one file of src/', () => {
    // These two write the words into the bundles of extensions, and the overlay runs in the browser.
    const others = ['bundle/module-addresses.ts', 'bundle/build-module.ts', 'pages/browser/development-overlay.ts'];
    const asking = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !others.includes(name))
      .filter((name) => /import\.meta\b|__dirname/.test(readFileSync(join(source, name), 'utf8')));
    expect(asking).to.deep.equal(['base/own-files.ts']);
  });
});
