import { capitalized, kebab, spoken } from '../shared/names.ts';
import { generated, type NewPart, type PartFiles, type PartTemplate, testText } from '../shared/new-part.ts';

const pattern = /^[A-Z][a-zA-Z0-9]*$/;
const place: PartTemplate['questions'] = [
  { flag: 'page', text: 'Page of the shop, or all', suggest: () => 'homepage' },
  { flag: 'area', text: 'Area ("npx stoa areas" lists them)', suggest: () => 'content' },
];

/** A page component with styles, a text and a test. */
export const componentPart: PartTemplate = {
  named: 'name of the component, e.g. PointsBanner',
  pattern,
  questions: place,
  write: (part) => componentFiles(part, { imports: '', exports: '', state: '', content: '' }),
};

/** A component that runs in the browser, too. */
export const islandPart: PartTemplate = {
  named: 'name of the island, e.g. PointsCounter',
  pattern,
  questions: place,
  write: (part) =>
    componentFiles(part, {
      imports: "import { useState } from 'react';\n",
      exports: `export const hydrate: Hydrate = 'visible';\nexport const texts = ['${titleKey(part.name)}'];\n`,
      state: '  const [count, setCount] = useState(0);\n',
      content: `
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>`,
    }),
};

type ComponentText = Readonly<Record<'imports' | 'exports' | 'state' | 'content', string>>;

function componentFiles(part: NewPart, { imports, exports, state, content }: ComponentText): PartFiles {
  const { name, extension, options } = part;
  const { page = 'homepage', area = 'content' } = options;
  const fromStoa = exports === '' ? 'useText' : 'type Hydrate, useText';
  return {
    texts: { [titleKey(name)]: title(name) },
    files: {
      [`pages/${page}/${name}.tsx`]: `${imports}import { ${fromStoa} } from 'stoa';
import type { Layout, Texts } from ${generated(extension, 2)};
import styles from './${name}.module.css';

export const layout: Layout = { areaId: '${area}', sortOrder: 100 };
${exports}
export default function ${name}() {
  const text = useText<Texts>();
${state}  return (
    <section className={styles.box}>
      <h2>{text('${titleKey(name)}')}</h2>${content}
    </section>
  );
}
`,
      [`pages/${page}/${name}.module.css`]: '.box {\n  padding: 0.5rem 1rem;\n}\n',
      ...pageTest(part, page),
    },
  };
}

/** A page that the extension brings, with a component. */
export const pagePart: PartTemplate = {
  named: 'name of the page, e.g. pointsPage',
  pattern: /^[a-z][a-zA-Z0-9]*$/,
  questions: [{ flag: 'path', text: 'Path, e.g. /points', suggest: (name) => `/${kebab(name)}` }],
  write(part) {
    const { name, extension, options } = part;
    const component = capitalized(name);
    return {
      texts: { [titleKey(name)]: title(name) },
      files: {
        [`pages/${name}/page.json`]: `${JSON.stringify({ path: options.path ?? `/${kebab(name)}`, access: 'public' }, null, 2)}\n`,
        [`pages/${name}/${component}.tsx`]: `import { Head, useText } from 'stoa';
import type { Layout, Texts } from ${generated(extension, 2)};

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

export default function ${component}() {
  const text = useText<Texts>();
  return (
    <section>
      <Head title={text.plain('${titleKey(name)}')} />
      <h1>{text('${titleKey(name)}')}</h1>
    </section>
  );
}
`,
        // Not the test of the extension, which may have the same name.
        ...pageTest({ ...part, name: `${component.replace(/Page$/, '')}Page` }, name, component),
      },
    };
  },
};

/** `pointsBanner.title` */
function titleKey(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}.title`;
}

function title(name: string): string {
  return capitalized(spoken(name));
}

/** The page is known when the shop is read: `options.url` is its path, and `options.user` who may see a private one. */
function pageTest({ extension, name, options }: NewPart, group: string, component = name): PartFiles['files'] {
  const url = (options.url ?? options.path ?? '/').replace(/:\w+/g, '1');
  const { user } = options;
  return {
    [`test/${kebab(name)}.test.ts`]: testText(extension, spoken(name), [
      `  it('is on the page ${group}', async () => {
    await using opened = await openExtension('${extension}');${user === undefined ? '' : `\n    const token = await opened.token(${user});`}
    const { status, html } = await opened.page('${url}'${user === undefined ? '' : ', { token }'});
    assert.equal(status, 200);
    assert.ok(html.includes('${title(component)}'));
  });`,
    ]),
  };
}
