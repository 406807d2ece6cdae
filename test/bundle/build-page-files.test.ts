import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { BuildMemory } from '../../src/bundle/build-memory.ts';
import { buildPageFiles, type PageFiles } from '../../src/bundle/build-page-files.ts';
import { digest } from '../../src/bundle/files/bundle-cache.ts';
import { age, type TemporaryFolder, temporaryFolder } from '../extensions/extension-folder.ts';

interface Shop {
  readonly folder: TemporaryFolder;
  build(groups?: readonly string[]): Promise<PageFiles>;
  /** All that is served, as one text. */
  served(groups?: readonly string[]): Promise<string>;
}

const files = {
  'box/pages/home/Box.tsx':
    "import styles from './Box.module.css';\nimport { color } from '../../src/color.ts';\nexport default () => <b className={styles.box}>{color}</b>;\n",
  'box/pages/home/Box.module.css': '.box { color: red; }',
  'box/src/color.ts': "export const color = 'a red box';\n",
};

async function shopBuiltLongAgo(): Promise<Shop & AsyncDisposable> {
  const folder = await temporaryFolder(files);
  await age(...Object.keys(files).map(folder.path));
  const own = await realpath(folder.path('box'));
  const component = `${own}/pages/home/Box.tsx`;
  const owners = [{ id: 'box', folder: own }];
  const build: Shop['build'] = (groups = ['home']) =>
    buildPageFiles({
      styles: {
        owners,
        groups: new Map(groups.map((group) => [group, [component]])),
        preludes: new Map(),
        minify: true,
      },
      islands: { owners, islands: [{ file: component, name: 'box-Box' }], development: false },
      buildFolder: folder.path('build'),
      memory: { styles: new BuildMemory(), islands: new BuildMemory() },
    });
  const served: Shop['served'] = async (groups) => {
    const { styles, islands } = await build(groups);
    return [...styles.assets, ...islands.assets].map(({ content }) => Buffer.from(content).toString()).join('\n');
  };
  await build();
  return { folder, build, served, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('files of pages', () => {
  context('when nothing has changed', () => {
    it('are those of the last start, made by nobody', async () => {
      await using shop = await shopBuiltLongAgo();
      const name = await madeFile(shop.folder);
      // What only the record can know: files that esbuild would not make of these sources.
      const made = await readFile(shop.folder.path(`build/${name}`), 'latin1');
      const content = Buffer.from(made.replace('box-Box', 'box-Old'), 'latin1');
      const record: object = JSON.parse(await readFile(shop.folder.path('build/_pages.json'), 'utf8'));
      await shop.folder.write({
        'build/_pages.json': JSON.stringify({ ...record, bundleHash: digest(content) }),
      });
      await writeFile(shop.folder.path(`build/_pages-${digest(content)}.bin`), content);
      expect(JSON.stringify((await shop.build()).islands.assets)).to.include('box-Old');
    });

    it('are the same as when they were made', async () => {
      await using shop = await shopBuiltLongAgo();
      const kept = await shop.build();
      await shop.folder.write({ 'build/_pages.json': '{}' });
      const made = await shop.build();
      expect(kept.styles.addresses).to.deep.equal(made.styles.addresses);
      expect(kept.islands.modules).to.deep.equal(made.islands.modules);
      expect(kept.islands.loader).to.equal(made.islands.loader);
      const bytes = ({ styles, islands }: PageFiles): readonly string[] =>
        [...styles.assets, ...islands.assets].map(({ name, content }) => `${name} ${digest(content)}`);
      expect(bytes(kept)).to.deep.equal(bytes(made));
    });
  });

  const changes: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
    'a stylesheet changes': [{ 'box/pages/home/Box.module.css': '.box { color: green; }' }, 'green'],
    'an imported module changes': [{ 'box/src/color.ts': "export const color = 'a blue box';\n" }, 'a blue box'],
    'a nearer module takes its place': [
      {
        'box/src/color.ts': "export { color } from './other.ts';\n",
        'box/src/other.ts': "export const color = 'from elsewhere';\n",
      },
      'from elsewhere',
    ],
  };
  for (const [situation, [changed, expected]] of Object.entries(changes))
    context(`when ${situation}`, () => {
      it('are made anew', async () => {
        await using shop = await shopBuiltLongAgo();
        expect(await shop.served()).to.not.include(expected);
        await shop.folder.write(changed);
        expect(await shop.served()).to.include(expected);
      });
    });

  context('when there is another page', () => {
    it('are made anew', async () => {
      await using shop = await shopBuiltLongAgo();
      const { styles } = await shop.build(['home', 'checkout']);
      expect([...styles.addresses.keys()]).to.deep.equal(['home', 'checkout']);
    });
  });

  context('when what was kept is cut short', () => {
    it('are made anew', async () => {
      await using shop = await shopBuiltLongAgo();
      await writeFile(shop.folder.path(`build/${await madeFile(shop.folder)}`), '{"styles":');
      expect(await shop.served()).to.include('a red box');
    });
  });
});

async function madeFile(folder: TemporaryFolder): Promise<string> {
  const made = (await readdir(folder.path('build'))).filter((name) => /^_pages-[0-9a-f]{20}\.bin$/.test(name));
  expect(made).to.have.lengthOf(1);
  return made[0] ?? '';
}
