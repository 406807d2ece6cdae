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
  write(part) {
    const { name, extension } = part;
    const group = part.options.page ?? 'homepage';
    return {
      files: {
        [`pages/${group}/${name}.tsx`]: `import type { Layout } from ${generated(extension, 2)};
import styles from './${name}.module.css';

export const layout: Layout = { areaId: '${areaOf(part)}', sortOrder: 100 };

export default function ${name}() {
  return (
    <section className={styles.box}>
      <h2>${title(name)}</h2>
    </section>
  );
}
`,
        [`pages/${group}/${name}.module.css`]: '.box {\n  padding: 0.5rem 1rem;\n}\n',
        ...pageTest(part, group),
      },
    };
  },
};

/** A component that runs in the browser, too. */
export const islandPart: PartTemplate = {
  named: 'name of the island, e.g. PointsCounter',
  pattern,
  questions: place,
  write(part) {
    const { name, extension } = part;
    const group = part.options.page ?? 'homepage';
    return {
      files: {
        [`pages/${group}/${name}.tsx`]: `import { useState } from 'react';
import type { Hydrate } from 'stoa';
import type { Layout } from ${generated(extension, 2)};
import styles from './${name}.module.css';

export const layout: Layout = { areaId: '${areaOf(part)}', sortOrder: 100 };
export const hydrate: Hydrate = 'visible';

export default function ${name}() {
  const [count, setCount] = useState(0);
  return (
    <section className={styles.box}>
      <h2>${title(name)}</h2>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </section>
  );
}
`,
        [`pages/${group}/${name}.module.css`]: '.box {\n  padding: 0.5rem 1rem;\n}\n',
        ...pageTest(part, group),
      },
    };
  },
};

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

function areaOf({ options }: NewPart): string {
  return options.area ?? 'content';
}

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
