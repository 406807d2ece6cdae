import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { fixtureProject } from '../support/test-project.ts';

const root = resolve(import.meta.dirname, '../..');

const compilerOptions = {
  module: 'nodenext',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  jsx: 'react-jsx',
};

/** What the compiler says of the project, with the settings that docs/extensions/folder.md names. */
async function typeErrors(file: string): Promise<string> {
  const folder = dirname(file);
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' })),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['extensions'] })),
    symlink(root, join(folder, 'node_modules/stoa')),
    symlink(join(root, 'node_modules/@types/react'), join(folder, 'node_modules/@types/react')),
    symlink(join(root, 'node_modules/graphql'), join(folder, 'node_modules/graphql')),
  ]);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => error.stdout ?? String(error),
  );
}

describe('a folder of one’s own', () => {
  it('has the types of all that an extension may import, and is told what is wrong with a component', async () => {
    const file = await fixtureProject('island-shop');
    const pages = join(dirname(file), 'extensions/shelf/pages/homepage');
    await writeFile(join(pages, 'Styled.module.css'), '.box { color: red }');
    await writeFile(
      join(pages, 'Styled.tsx'),
      [
        "import type { Layout } from 'stoa';",
        "import styles from './Styled.module.css';",
        "export const layout: Layout = { areaId: 'content', sortOrder: 9 };",
        'export default function Styled() { return <p className={styles.box}>{styles.box.length}</p>; }',
      ].join('\n'),
    );
    const component = "import type { Layout } from 'stoa';\nexport const layout: Layout = { areaId: 'content' };\n";
    await writeFile(join(pages, 'Wrong.tsx'), component);
    const errors = (await typeErrors(file)).split('\n').filter((line) => line.includes('error TS'));
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(/Wrong\.tsx.*sortOrder/);
  });
});
