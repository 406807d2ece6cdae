import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BuildMemory } from '../../src/bundle/build-memory.ts';
import { buildStyles } from '../../src/bundle/build-styles.ts';

describe('buildStyles', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-styles-'));
    await writeFile(join(folder, 'Box.module.css'), '.box { color: red; }');
    await writeFile(
      join(folder, 'Box.tsx'),
      "import styles from './Box.module.css';\nexport default () => styles.box;\n",
    );
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
});
