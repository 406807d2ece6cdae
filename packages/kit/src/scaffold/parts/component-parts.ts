import { kebab, spoken } from '../shared/names.ts';
import { generated, type NewPart, type PartFiles, type PartTemplate, testText } from '../shared/new-part.ts';

const pattern = /^[A-Z][a-zA-Z0-9]*$/;
const place: PartTemplate['questions'] = [
  { flag: 'page', text: 'Page of gateway.yaml, or all', suggest: () => 'homepage' },
  { flag: 'area', text: 'Area ("npx stoa areas" lists them)', suggest: () => 'content' },
];

/** A page component with styles and a test. */
export const componentPart: PartTemplate = {
  named: 'name of the component, e.g. PointsBanner',
  pattern,
  questions: place,
  write: (part) => ({
    files: componentFiles(part, { imports: '', exports: '', state: '', content: `<h2>${title(part.name)}</h2>` }),
  }),
};

/** A component that runs in the browser, too. */
export const islandPart: PartTemplate = {
  named: 'name of the island, e.g. PointsCounter',
  pattern,
  questions: place,
  write: (part) => ({
    files: componentFiles(part, {
      imports: "import { useState } from 'react';\nimport type { Hydrate } from 'stoa';\n",
      exports: "export const hydrate: Hydrate = 'visible';\n",
      state: '  const [count, setCount] = useState(0);\n',
      content: `<h2>${title(part.name)}</h2>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>`,
    }),
  }),
};

type ComponentText = Readonly<Record<'imports' | 'exports' | 'state' | 'content', string>>;

function componentFiles(part: NewPart, { imports, exports, state, content }: ComponentText): PartFiles['files'] {
  const { name, extension, options } = part;
  const { page = 'homepage', area = 'content' } = options;
  return {
    [`pages/${page}/${name}.tsx`]: `${imports}import type { Layout } from ${generated(extension, 2)};
import styles from './${name}.module.css';

export const layout: Layout = { areaId: '${area}', sortOrder: 100 };
${exports}
export default function ${name}() {
${state}  return (
    <section className={styles.box}>
      ${content}
    </section>
  );
}
`,
    [`pages/${page}/${name}.module.css`]: '.box {\n  padding: 0.5rem 1rem;\n}\n',
    ...pageTest(part, page),
  };
}

/** A page of its own in gateway.yaml, with a component. */
export const pagePart: PartTemplate = {
  named: 'name of the page in gateway.yaml, e.g. pointsPage',
  pattern: /^[a-z][a-zA-Z0-9]*$/,
  questions: [{ flag: 'path', text: 'Path, e.g. /points', suggest: (name) => `/${kebab(name)}` }],
  write(part) {
    const { name, extension, options } = part;
    const component = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return {
      page: { name, path: options.path ?? `/${kebab(name)}` },
      files: {
        [`pages/${name}/${component}.tsx`]: `import { Head } from 'stoa';
import type { Layout } from ${generated(extension, 2)};

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

export default function ${component}() {
  return (
    <main>
      <Head title="${title(name)}" />
      <h1>${title(name)}</h1>
    </main>
  );
}
`,
        ...pageTest({ ...part, name: component }, name),
      },
    };
  },
};

function title(name: string): string {
  return spoken(name).replace(/^./, (first) => first.toUpperCase());
}

/** The path of the page is known when gateway.yaml is read: `options.url` has it, with values for its parameters. */
function pageTest({ extension, name, options }: NewPart, group: string): PartFiles['files'] {
  const url = options.url ?? options.path ?? '/';
  return {
    [`test/${kebab(name)}.test.ts`]: testText(extension, spoken(name), [
      `  it('is on the page ${group}', async () => {
    await using opened = await openExtension('${extension}');
    const { status, html } = await opened.page('${url.replace(/:\w+/g, '1')}');
    assert.equal(status, 200);
    assert.ok(html.includes('${title(name)}'));
  });`,
    ]),
  };
}
