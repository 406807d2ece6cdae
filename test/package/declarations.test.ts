import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeDeclarations } from '../../scripts/package/declarations.ts';
import { packageManifest, root } from '../../scripts/package/manifest.ts';

const page = `import { type FormInput, type NoArgs, type Upload, StoaError, useForm, useText } from 'stoa';
import { openExtension } from 'stoa/testing';

interface AddScan extends FormInput {
  readonly body: { readonly title: string };
  readonly files: { readonly scan: Upload };
}
export default function Scan() {
  const text = useText<{ readonly title: NoArgs }>();
  const { values, errors } = useForm<AddScan>('addScan');
  return <p title={values.title}>{errors.title}{errors.scan}{text('title')}</p>;
}
export const refused: StoaError = new StoaError('CONFLICT', 'There is one.');
export const opened: Promise<{ readonly url: string }> = openExtension('scans');
`;
const mistakes = [
  ['errors.title', 'errors.titel'],
  ['errors.scan', 'values.scan'],
  ["text('title')", "text('titel')"],
  ["'CONFLICT'", '409'],
  ["openExtension('scans')", 'openExtension(1)'],
] as const;

describe('the types of the package', function () {
  this.timeout(600_000);
  let shop: string;

  const compile = async (name: string, text: string): Promise<string> => {
    await writeFile(join(shop, name), text);
    const { compilerOptions } = JSON.parse(
      await readFile(join(root, 'packages/create-stoa/template/tsconfig.json'), 'utf8'),
    );
    const config = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: [name] };
    await writeFile(join(shop, 'tsconfig.json'), JSON.stringify(config));
    const words = ['--noEmit', '--pretty', 'false'];
    return spawnSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: shop, encoding: 'utf8' }).stdout;
  };

  before(async () => {
    shop = await mkdtemp(join(await realpath(tmpdir()), 'stoa-declarations-'));
    const packages = join(shop, 'node_modules');
    await mkdir(join(packages, 'stoa'), { recursive: true });
    await writeDeclarations(join(packages, 'stoa/types'));
    await writeFile(join(packages, 'stoa/package.json'), JSON.stringify(packageManifest()));
    for (const name of ['@types', 'express', 'graphql', 'react'])
      await symlink(join(root, 'node_modules', name), join(packages, name));
    await writeFile(join(shop, 'package.json'), '{ "private": true, "type": "module" }\n');
  });
  after(() => rm(shop, { recursive: true }));

  it('have all that they name', async () => {
    expect(await compile('Scan.tsx', page)).to.equal('');
  });

  for (const [right, wrong] of mistakes)
    it(`refuse ${wrong} in place of ${right}`, async () => {
      expect(await compile('Wrong.tsx', page.replace(right, wrong))).to.include('Wrong.tsx(');
    });
});
