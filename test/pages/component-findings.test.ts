import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { type Finding, StartupError } from '#base';
import { loadConfig } from '#config';
import { assemble, buildGateway } from '#gateway';
import { noDatabase } from '#postgres';
import { createMemoryLog } from '../support/memory-log.ts';
import { fixtureProject } from '../support/test-project.ts';

const sound = "export const layout = { areaId: 'content', sortOrder: 1 };\nexport default () => null;\n";

/** What keeps the shop from starting when this file is in the extension `notes`. */
async function findingsWith(file: string, text: string, edit?: (yaml: string) => string): Promise<readonly Finding[]> {
  const yaml = await fixtureProject('page-shop');
  const path = join(dirname(yaml), 'extensions/notes', file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  if (edit !== undefined) await writeFile(yaml, edit(await readFile(yaml, 'utf8')));
  return findingsOf(yaml);
}

async function findingsOf(yaml: string): Promise<readonly Finding[]> {
  try {
    const assembly = await assemble(await loadConfig(yaml, { environment: {} }));
    const { logger } = createMemoryLog();
    const gateway = await buildGateway(assembly, { logger, database: noDatabase, development: false });
    await gateway.dispose();
    return [...assembly.findings, ...gateway.findings];
  } catch (error) {
    if (error instanceof StartupError) return error.findings;
    throw error;
  }
}

interface Wrong {
  readonly when: string;
  readonly file?: string;
  readonly text: string;
  readonly code: string;
  readonly says: RegExp;
}

const layout = "export const layout = { areaId: 'content', sortOrder: 1 };";
const component = 'export default () => null;';

const wrongs: readonly Wrong[] = [
  { when: 'has no default export', text: layout, code: 'COMPONENT_EXPORT', says: /no default export/ },
  {
    when: 'exports a default of another kind',
    text: `${layout} export default 'text';`,
    code: 'COMPONENT_EXPORT',
    says: /not a component/,
  },
  {
    when: 'has permissions that are none',
    text: `${layout} ${component} export const permissions = ['write'];`,
    code: 'COMPONENT_EXPORT',
    says: /no list of permissions/,
  },
  {
    when: 'has no permissions in their list',
    text: `${layout} ${component} export const permissions = [];`,
    code: 'COMPONENT_EXPORT',
    says: /no list of permissions/,
  },
  {
    when: 'hydrates and is async',
    text: `${layout} export const hydrate = 'load'; export default async () => null;`,
    code: 'COMPONENT_EXPORT',
    says: /async/,
  },
  { when: 'has no layout', text: component, code: 'COMPONENT_LAYOUT', says: /no "layout"/ },
  {
    when: 'has a misspelt key in its layout',
    text: `export const layout = { areaId: 'content', sortOrder: 1, sortOder: 2 }; ${component}`,
    code: 'COMPONENT_LAYOUT',
    says: /"sortOder".*Did you mean "sortOrder"/,
  },
  {
    when: 'has an order that is no number',
    text: `export const layout = { areaId: 'content', sortOrder: '1' }; ${component}`,
    code: 'COMPONENT_LAYOUT',
    says: /sortOrder" is a string, not a number/,
  },
  {
    when: 'has an order that is not finite',
    text: `export const layout = { areaId: 'content', sortOrder: NaN }; ${component}`,
    code: 'COMPONENT_LAYOUT',
    says: /sortOrder" is NaN/,
  },
  {
    when: 'has a misspelt export',
    text: `${layout} ${component} export const qurey = 'query { products { name } }';`,
    code: 'COMPONENT_EXPORT',
    says: /"qurey".*Did you mean "query"/,
  },
  {
    when: 'has a query that is no text',
    text: `${layout} ${component} export const query = { products: true };`,
    code: 'COMPONENT_EXPORT',
    says: /"query" is an object/,
  },
  {
    when: 'hydrates at an unknown time',
    text: `${layout} ${component} export const hydrate = 'visibel';`,
    code: 'COMPONENT_EXPORT',
    says: /"visibel".*Did you mean "visible"/,
  },
  {
    when: 'hydrates and offers an area',
    text: `${layout} ${component} export const hydrate = 'load'; export const areas = ['mine'];`,
    code: 'COMPONENT_EXPORT',
    says: /both hydrates and offers areas/,
  },
  {
    when: 'offers an area of an impossible name',
    text: `${layout} ${component} export const areas = ['my area'];`,
    code: 'COMPONENT_EXPORT',
    says: /"my area"/,
  },
  {
    when: 'stands in an unknown area',
    text: `export const layout = { areaId: 'footr', sortOrder: 1 }; ${component}`,
    code: 'AREA_UNKNOWN',
    says: /"footr".*Did you mean "footer"/,
  },
  {
    when: 'stands in an area that only itself offers',
    text: `export const layout = { areaId: 'mine', sortOrder: 1 }; export const areas = ['mine']; ${component}`,
    code: 'AREA_UNKNOWN',
    says: /"mine"/,
  },
  {
    when: 'stands in an area of another page',
    file: 'pages/homepage/Wrong.tsx',
    text: `export const layout = { areaId: 'productExtras', sortOrder: 1 }; ${component}`,
    code: 'AREA_UNKNOWN',
    says: /which the page homepage does not have/,
  },
  {
    when: 'has a fragment, and its area is in no list',
    text: `export const layout = { areaId: 'productExtras', sortOrder: 1 }; export const query = 'fragment item on Product { name }'; ${component}`,
    code: 'AREA_UNKNOWN',
    says: /no list with the area "productExtras" has objects of its type/,
  },
  {
    when: 'asks for a field that does not exist',
    text: `${layout} ${component} export const query = 'query { product(id: "1") { nam } }';`,
    code: '',
    says: /nam/,
  },
  {
    when: 'is in an unknown group',
    file: 'pages/productPag/Wrong.tsx',
    text: sound,
    code: 'PAGE_GROUP_UNKNOWN',
    says: /"productPag".*Did you mean "productPage"/,
  },
  {
    when: 'has a name in lower case',
    file: 'pages/productPage/wrong.tsx',
    text: sound,
    code: 'EXTENSION_FILE_UNKNOWN',
    says: /Wrong\.tsx/,
  },
  {
    when: 'has a name that differs from another only in case',
    file: 'pages/productPage/NOTES.tsx',
    text: sound,
    code: 'COMPONENT_DUPLICATE',
    says: /upper and lower case/,
  },
  {
    when: 'lies next to the groups',
    file: 'pages/Wrong.tsx',
    text: sound,
    code: 'EXTENSION_FILE_UNKNOWN',
    says: /where only page groups lie/,
  },
  {
    when: 'lies in a folder of its group',
    file: 'pages/productPage/parts/Wrong.tsx',
    text: sound,
    code: 'EXTENSION_FILE_UNKNOWN',
    says: /folder in a page group/,
  },
  {
    when: 'imports a style sheet that does not exist',
    text: `import './none.module.css'; ${sound}`,
    code: 'BUILD_FAILED',
    says: /none\.module\.css/,
  },
  {
    when: 'has a style sheet that takes from another extension',
    file: 'pages/productPage/Notes.module.css',
    text: ".notes { background: url('../../../shelf/assets/dot.svg'); }",
    code: 'IMPORT_FORBIDDEN',
    says: /another extension/,
  },
  {
    when: 'brings what only servers have to the browser',
    text: `import { readFileSync } from 'node:fs'; ${layout} export const hydrate = 'load'; export default () => String(readFileSync);`,
    code: 'BUILD_FAILED',
    says: /node:fs.*runs in the browser too/,
  },
];

describe('page components', () => {
  it('have no findings in the fixture', async () => {
    expect(await findingsWith('pages/all/Sound.tsx', sound)).to.deep.equal([]);
  });

  for (const { when, file = 'pages/productPage/Wrong.tsx', text, code, says } of wrongs) {
    context(`when one ${when}`, () => {
      it('is refused, with its file', async () => {
        const findings = await findingsWith(file, text);
        expect(findings, JSON.stringify(findings)).to.have.lengthOf(1);
        const [{ code: given, where, what, fix = '' } = { code: '', where: { file: '' }, what: '' }] = findings;
        if (code !== '') expect(given).to.equal(code);
        expect(`${what} ${fix}`).to.match(says);
        expect(where.file).to.match(/extensions\/notes\/pages\//);
      });
    });
  }

  it('are refused once when they are wrong on every page', async () => {
    const text = `${layout} ${component} export const query = 'query { product(id: getContextValue("productId")) { name } }';`;
    const findings = await findingsWith('pages/all/Wrong.tsx', text);
    expect(findings, JSON.stringify(findings)).to.have.lengthOf(1);
  });

  it('are warned about when notFoundWhenNull names no field', async () => {
    const findings = await findingsWith('pages/all/Sound.tsx', sound, (yaml) =>
      yaml.replace('notFoundWhenNull: product ', 'notFoundWhenNull: produkt '),
    );
    expect(findings.map(({ code, severity }) => [code, severity])).to.deep.equal([['PAGE_FIELD_UNKNOWN', 'warning']]);
  });
});
