/** `npm run build`: makes dist/stoa/ and dist/kit/, the folders of the npm packages `stoa` and `@stoa/kit`. */
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { browserFile, ownFiles } from '#base';
import { buildKit } from './package/build-kit.ts';
import { writeDeclarations } from './package/declarations.ts';
import { outsidePackages, own, packageManifest, publicEntries, root } from './package/manifest.ts';

const started = performance.now();
const target = join(root, 'dist/stoa');

/** Modules of lib/ with a public name. All other code goes into chunks that they share. */
const entries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(publicEntries.map(({ name, source }) => [name, source])),
  'command-line': own.imports['#command-line'] ?? '',
  // One copy of what page components import, for the server, extensions and the browser.
  'extension-ui': 'src/extension-ui.ts',
  'load-trial-thread': fileURLToPath(ownFiles.loadTrialThread),
  'watchdog-thread': fileURLToPath(ownFiles.watchdogThread),
  ...Object.fromEntries(
    ['development-overlay', 'hydrate-island', 'island-loader'].map((name) => [name, browserFile(name)]),
  ),
};

/** Modules of lib/child/: code for the file of a child process, which has nothing of the gateway's other parts. */
const childEntries = {
  'child-main': fileURLToPath(ownFiles.childMain),
  'extension-api': fileURLToPath(ownFiles.childApiUrl),
};
/** Files that the package has once, as they are. */
const ownFilesOutside = ['#create-stoa', '#gateway-schema'];
/** Left for the build of the child's file, which puts the packages in. */
const childPackages = './child-packages.cjs';

await rm(join(root, 'dist'), { recursive: true, force: true });
await mkdir(target, { recursive: true });
const [metafile] = await Promise.all([writeModules(), writeDeclarations(join(target, 'types')), copyFiles()]);
await writeFile(join(target, 'package.json'), `${JSON.stringify(packageManifest(), null, 2)}\n`);
await writeFile(join(target, 'LICENSE-THIRD-PARTY'), await licences(metafile));
await buildKit(join(root, 'dist/kit'));
console.log(`dist/ made in ${Math.round(performance.now() - started)} ms`);

async function writeModules(): Promise<Metafile> {
  const { metafile } = await buildModules(entries, join(target, 'lib'));
  await buildModules(childEntries, join(target, 'lib/child'));
  await cp(new URL(childPackages, ownFiles.childMain), join(target, 'lib/child', childPackages));
  return metafile;
}

async function buildModules(entryPoints: Readonly<Record<string, string>>, outdir: string) {
  return await build({
    entryPoints: { ...entryPoints },
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    chunkNames: 'chunk-[hash]',
    // Names stay, and lines are short, so that stack traces can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 1000,
    external: [...outsidePackages.flatMap((name) => [name, `${name}/*`]), ...ownFilesOutside, childPackages],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
}

async function copyFiles(): Promise<void> {
  // coming-from-evershop.md is read before there is a shop. It is in the repository alone.
  const names = ['alerts', 'engine', 'how-to', 'production', 'scaling', 'upgrading'];
  const folders = ['docs/extensions', 'docs/operating', 'docs/tutorial'];
  // The package has the public types themselves, and `stoa COMMAND --help` says what commands.gen.md does.
  const reference = ['findings', 'gateway-yaml', 'route-json', 'page-json'].map((name) => `reference/${name}.gen`);
  const docs = [...names, ...reference].map((name) => `docs/${name}.md`);
  const files = ['README.md', 'LICENSE', 'schemas', 'bin', 'console', 'deploy', ...folders, ...docs];
  // The console's types are for editors alone.
  const filter = (path: string): boolean => !path.endsWith('console.gen.ts');
  await Promise.all(files.map((name) => cp(join(root, name), join(target, name), { recursive: true, filter })));
  await cp(join(root, 'packages/create-stoa'), join(target, 'create-stoa'), { recursive: true });
  await chmod(join(target, 'bin/stoa.mjs'), 0o755);
}

/** Names, versions and licence texts of the packages whose code is in lib/. */
async function licences({ inputs }: Metafile): Promise<string> {
  const folders = new Set(
    Object.keys(inputs).flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const texts = await Promise.all([...folders].toSorted().map((folder) => licenceOf(join(root, folder))));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:\.\w+)?$/i.test(each));
  const by = typeof author === 'string' ? author : author?.name;
  const text =
    file === undefined
      ? `${license}${by === undefined ? '' : `, ${by}`}\n`
      : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${relative(root, folder)})\n\n${text}`;
}
