import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { fixtureProject } from '../support/test-project.ts';

describe('stoa areas', () => {
  it("prints every page's areas as they follow each other, with their components in order", async () => {
    const file = await fixtureProject('page-shop');
    const { code, stdout, stderr } = await runStoa(['areas'], { file });
    expect(code, stderr).to.equal(0);
    const [, page = ''] = /^(productPage .*(?:\n.+)*)/m.exec(stdout) ?? [];
    expect(page.split('\n').map((line) => line.trim().replaceAll(/\s{2,}/g, ' | '))).to.deep.equal([
      'productPage | /products/:productId',
      'AREA | ORDER | COMPONENT | FILE',
      'header | 1 | shelf.Header | extensions/shelf/pages/all/Header.tsx',
      'content | 1 | notes.ThrowsAtOnce | extensions/notes/pages/productPage/ThrowsAtOnce.tsx',
      '10 | shelf.Product | extensions/shelf/pages/productPage/Product.tsx',
      'productExtras (in shelf.Product) | 0 | notes.Stamp | extensions/notes/pages/productPage/Stamp.tsx',
      '1 | notes.Notes (island: load) | extensions/notes/pages/productPage/Notes.tsx',
      'productPageBottom | 1 | notes.Below | extensions/notes/pages/productPage/Below.tsx',
      'sidebar | 1 | notes.ThrowsLater | extensions/notes/pages/productPage/ThrowsLater.tsx',
      '2 | notes.Waits | extensions/notes/pages/productPage/Waits.tsx',
      '3 | shelf.Counter (island: visible) | extensions/shelf/pages/productPage/Counter.tsx',
      'footer | 1 | shelf.Footer | extensions/shelf/pages/all/Footer.tsx',
    ]);
  });

  it('names the component that has the area first, of several that offer it', async () => {
    const file = await fixtureProject('page-shop');
    await writeFile(
      join(dirname(file), 'extensions/notes/pages/productPage/Again.tsx'),
      "export const layout = { areaId: 'content', sortOrder: 20 };\nexport const areas = ['productExtras'];\nexport default () => null;\n",
    );
    const { stdout } = await runStoa(['areas'], { file });
    expect(stdout).to.match(/productExtras \(in shelf\.Product\)/);
  });

  it('prints JSON', async () => {
    const file = await fixtureProject('page-shop');
    const { stdout } = await runStoa(['areas', '--json'], { file });
    const { pages } = JSON.parse(stdout);
    const home = pages.find(({ page }: { page: string }) => page === 'homepage');
    expect(home.areas.map(({ area }: { area: string }) => area)).to.deep.equal(['header', 'content', 'footer']);
    expect(home.areas[1].components[0]).to.include({ component: 'List', extension: 'shelf', sortOrder: 1 });
  });
});
