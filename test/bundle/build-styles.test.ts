import { mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BuildMemory } from '../../src/bundle/build-memory.ts';
import { buildStyles, type GroupStyles, type StyleOptions } from '../../src/bundle/build-styles.ts';

describe('buildStyles', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-styles-'));
    await writeFile(join(folder, 'Box.module.css'), '.box { color: red; }');
    await writeFile(
      join(folder, 'Box.tsx'),
      "import styles from './Box.module.css';\nexport default () => styles.box;\n",
    );
    // A build remembers nothing of files that may change while it runs.
    const old = new Date(Date.now() - 10_000);
    for (const name of ['Box.module.css', 'Box.tsx']) await utimes(join(folder, name), old, old);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  context('when two page groups have one component', () => {
    it('gives its classes the same names in both', async () => {
      const files = [join(folder, 'Box.tsx')];
      const { assets, addresses } = await buildStyles(
        {
          owners: [{ id: 'boxes', folder }],
          groups: new Map([
            ['homepage', files],
            ['checkout', files],
          ]),
          preludes: new Map(),
          minify: true,
        },
        new BuildMemory(),
      );
      expect([...addresses.keys()]).to.deep.equal(['homepage', 'checkout']);
      const texts = assets.map(({ content }) => Buffer.from(content).toString());
      expect(texts).to.have.lengthOf(2);
      for (const text of texts) expect(text).to.match(/^\.Box_[0-9a-f]{6}_box\{color:red\}\s*$/);
      expect(texts[0]).to.equal(texts[1]);
    });
  });

  context('when an extension leaves that a page group has no component of', () => {
    it('does not build the styles of the group again', async () => {
      const memory = new BuildMemory<GroupStyles>();
      const build = (owners: StyleOptions['owners']) =>
        buildStyles(
          { owners, groups: new Map([['homepage', [join(folder, 'Box.tsx')]]]), preludes: new Map(), minify: true },
          memory,
        );
      const own = { id: 'boxes', folder };
      const [built] = (await build([own, { id: 'lids', folder: join(folder, 'lids') }])).assets;
      expect((await build([own])).assets[0]).to.equal(built);
      const [renamed] = (await build([{ id: 'cartons', folder }])).assets;
      expect(renamed?.name).not.to.equal(built?.name);
    });
  });
});
