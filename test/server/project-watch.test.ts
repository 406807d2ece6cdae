import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createLogger } from '#base';
import { ProjectWatch } from '#server';
import { fixtureProject } from '../support/test-project.ts';

describe('the watch of a project', () => {
  it('notices an edit of a folder as soon as it has followed gateway.yaml there', async () => {
    const file = await fixtureProject('small-shop');
    const folder = dirname(file);
    let noticed = Promise.withResolvers<string>();
    const watch = await ProjectWatch.start({
      file,
      environment: process.env,
      logger: createLogger('silent'),
      settleMs: 1,
      onChange: (path) => noticed.resolve(path),
    });
    try {
      const before = await readFile(file, 'utf8');
      for (const name of ['first', 'second', 'third']) {
        const own = join(folder, 'extensions', name);
        await cp(join(folder, 'extensions/things'), own, { recursive: true });
        const line = `    - { name: ${name}, resolve: ./extensions/${name}, enabled: true }\n`;
        await writeFile(file, before.replace(/( +extensions:\n)/, `$1${line}`));
        expect(await noticed.promise).to.equal(file);
        await watch.follow();

        noticed = Promise.withResolvers();
        const sdl = join(own, 'added.graphql');
        await writeFile(sdl, '# an edit');
        expect(await noticed.promise).to.equal(sdl);
        noticed = Promise.withResolvers();
      }
    } finally {
      await watch.close();
    }
  });
});
