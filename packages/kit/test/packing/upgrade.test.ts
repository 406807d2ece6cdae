import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type ExtensionManifest, readExtension } from '../../../../src/extensions/index.ts';
import { extensionId } from '../../../../test/support/test-manifests.ts';
import { upgradeExtension } from '../../src/packing/index.ts';

interface Copy extends AsyncDisposable {
  readonly folder: string;
  manifest(): Promise<ExtensionManifest>;
  text(name: string): Promise<string>;
}

/** An extension with these files, or a copy of one of the repository's. */
async function open(files: Readonly<Record<string, string>>, original?: string): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-upgrade-'));
  if (original !== undefined)
    await cp(resolve(import.meta.dirname, '../../extensions', original), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return {
    folder,
    manifest: async () => {
      const id = extensionId(original ?? 'mine');
      return (await readExtension({ id, folder, declaredAt: { file: folder } })).manifest;
    },
    text: (name) => readFile(join(folder, name), 'utf8'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const route = '{ "methods": ["POST"], "path": "/it", "access": "public", "body": { "a": "String!" } }';

describe('stoa upgrade', () => {
  it('names what no file tells, and nothing that an older version had', async () => {
    await using copy = await open({ 'package.json': '{ "stoa": "^0.1.0" }' });
    const { from, upgrades } = await upgradeExtension(await copy.manifest(), { write: false });
    expect(from).to.equal('0.1.0');
    expect(upgrades.map(({ change, isSure }) => [change.id, isSure])).to.deep.equal([
      ['http-errors-in-graphql', false],
      ['graphql-errors-in-rest', false],
    ]);
    const { upgrades: none } = await upgradeExtension(await copy.manifest(), { write: false, from: '0.2.0' });
    expect(none).to.deep.equal([]);
  });

  it('makes StoaErrors of errors with a status, with their fields and header fields', async () => {
    await using copy = await open({
      'src/a.ts': `import type { Context } from 'stoa';

export function refuse(name: string, fields: Record<string, string>): never {
  if (name === 'x') throw Object.assign(new Error(\`no \${name}\`), { status: 409, expose: true, fields });
  throw Object.assign(new Error('slow'), { expose: true, status: 418, headers: { 'retry-after': '1' } });
}
`,
      'pages/all/B.tsx': `import { Area, usePage } from 'stoa';
export default () => { throw Object.assign(new Error('gone'), { status: 404, expose: true }); };
`,
    });
    const { mended } = await upgradeExtension(await copy.manifest(), { write: true });
    expect(mended).to.deep.equal([join(copy.folder, 'pages/all/B.tsx'), join(copy.folder, 'src/a.ts')]);
    expect(await copy.text('src/a.ts')).to.equal(`import { StoaError } from 'stoa';
import type { Context } from 'stoa';

export function refuse(name: string, fields: Record<string, string>): never {
  if (name === 'x') throw new StoaError('CONFLICT', \`no \${name}\`, { fields });
  throw new StoaError('BAD_USER_INPUT', 'slow', { status: 418, headers: { 'retry-after': '1' } });
}
`);
    expect(await copy.text('pages/all/B.tsx')).to.equal(`import { Area, usePage, StoaError } from 'stoa';
export default () => { throw new StoaError('NOT_FOUND', 'gone'); };
`);
    const again = await upgradeExtension(await copy.manifest(), { write: true });
    expect(again.mended).to.deep.equal([]);
  });

  it('names what only the author can mend, and leaves it', async () => {
    const text = `export const one = Object.assign(new Error('a'), { status, expose: true });
export const two = Object.assign(new Error('b', { cause }), { status: 400, expose: true });
export const three = Object.assign(new Error('c'), { status: 400, expose: true, detail: 1 });
export const others = [Object.assign(new Error('d'), { status: 502 }), Object.assign({}, { status: 400, expose: true })];
`;
    await using copy = await open({ 'src/a.ts': text, 'test/a.test.ts': text });
    const { upgrades } = await upgradeExtension(await copy.manifest(), { write: true });
    const places = upgrades.find(({ change }) => change.id === 'errors-for-clients')?.places ?? [];
    expect(places.map(({ line, mend }) => [line, mend])).to.deep.equal([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ]);
    expect(await copy.text('src/a.ts')).to.equal(text);
  });

  it('removes handlers that only parse, and their names from brackets', async () => {
    await using copy = await open({}, 'reviews');
    await upgradeExtension(await copy.manifest(), { write: true });
    expect((await readdir(join(copy.folder, 'api/addReview'))).toSorted()).to.deep.equal([
      'addReview.ts',
      'route.json',
    ]);
    const { endpoints } = await copy.manifest();
    const added = endpoints.find(({ routeId }) => routeId === 'addReview');
    expect(added?.handlers.map(({ name }) => name)).to.deep.equal(['addReview']);
    expect(added?.bringsBodyParser).to.equal(false);
  });

  it('keeps parsers that do more, and those between others', async () => {
    const files = {
      'api/verified/route.json': route,
      'api/verified/parse.ts': "import express from 'express';\nexport default express.json({ verify: check });\n",
      'api/verified/[parse]answer.ts': 'export default () => undefined;\n',
      'api/alone/route.json': route.replace('/it', '/alone'),
      'api/alone/bodyParser.ts': "import express from 'express';\nexport default express.json();\n",
      'api/raw/route.json': '{ "methods": ["POST"], "path": "/raw", "access": "public" }',
      'api/raw/bodyParser.ts': "import { json } from 'express';\nexport default json();\n",
      'api/raw/[bodyParser]answer.ts': 'export default () => undefined;\n',
    };
    await using copy = await open(files);
    const { upgrades } = await upgradeExtension(await copy.manifest(), { write: true });
    expect(upgrades.filter(({ change }) => change.id === 'checked-bodies')).to.deep.equal([]);
  });

  it('takes the generated Resolvers, and leaves an import that has more', async () => {
    const rest = 'export default { Query: { a: () => 1 } } satisfies Resolvers;\n';
    await using copy = await open({
      'graphql/A.resolvers.ts': `import type { Resolvers } from 'stoa';\n${rest}`,
      'graphql/deep/B.resolvers.ts': `import { type Resolvers } from "stoa";\n${rest}`,
      'graphql/C.resolvers.ts': `import { type Resolvers, StoaError } from 'stoa';\n${rest}`,
    });
    const { upgrades } = await upgradeExtension(await copy.manifest(), { write: true });
    const places = upgrades.find(({ change }) => change.id === 'typed-resolvers')?.places ?? [];
    expect(places.map(({ mend }) => mend !== undefined)).to.deep.equal([true, false, true]);
    expect(await copy.text('graphql/A.resolvers.ts')).to.equal(
      `import type { Resolvers } from '../mine.gen.ts';\n${rest}`,
    );
    expect(await copy.text('graphql/deep/B.resolvers.ts')).to.include("from '../../mine.gen.ts';");
    expect(await copy.text('graphql/C.resolvers.ts')).to.include("StoaError } from 'stoa';");
  });

  it('lets package.json allow this Stoa, and changes nothing else in it', async () => {
    const text = '{\n  "stoa": "^0.0.4",\n  "peerDependencies": { "stoa":"^0.0.4", "x": "^0.0.4" }\n}\n';
    await using copy = await open({ 'package.json': text });
    const { from, mended } = await upgradeExtension(await copy.manifest(), { write: true, to: '0.3.0' });
    expect([from, mended.length]).to.deep.equal(['0.0.4', 1]);
    expect(await copy.text('package.json')).to.equal(
      text.replace('"stoa": "^0.0.4"', '"stoa": "^0.3.0"').replace('"stoa":"^0.0.4"', '"stoa":"^0.3.0"'),
    );
  });
});
