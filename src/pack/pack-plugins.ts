import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OnLoadResult, Plugin } from 'esbuild';
import { isHostPackage } from '../build/host-packages.ts';
import { hashOf, type KeptFile, stampOf } from './kept-pack.ts';
import { sharedFolder } from './outside.ts';

export interface OutsideModules {
  readonly plugin: Plugin;
  /** Where those lie that were met so far. */
  readonly files: ReadonlySet<string>;
}

/**
 * Leaves out of a pack what extensions share with the gateway: of graphql, React, Express and Stoa's own module for extensions there
 * must be one copy. In a pack stand variables with the names that they export. Packages that are imported on demand stay outside too.
 *
 * Of graphql, which is a hundred files of CommonJS and needed by every start, the copy is the pack's: whoever asks Node for one of the
 * files gets it (`shareModule`).
 */
export function outsideModules(): OutsideModules {
  const files = new Set<string>();
  const plugin: Plugin = {
    name: 'outside-modules',
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
        if (kind === 'dynamic-import' && !isBuiltin(path)) return { path: `import:${path}`, external: true };
        return isHostPackage(path) || path === 'esbuild' ? { path, namespace: 'outside' } : undefined;
      });
      build.onResolve({ filter: /\/extension-(?:api|ui)\.ts$/ }, ({ path, resolveDir }) => {
        return { path: pathToFileURL(resolve(resolveDir, path)).href, namespace: 'outside' };
      });
      build.onLoad({ filter: /./, namespace: 'outside' }, async ({ path }) => {
        const file = fileURLToPath(import.meta.resolve(path));
        files.add(file);
        return { contents: await variablesOf(path, file), loader: 'js', resolveDir: dirname(file) };
      });
    },
  };
  return { plugin, files };
}

async function variablesOf(name: string, file: string): Promise<string> {
  const exported = Object.keys(await import(name)).filter((each) => /^\w+$/.test(each));
  // Whatever a name is, `static` for example, it may be exported, but not declared.
  const variables = exported.map(
    (each, index) => `const name${index} = outside.${each};\nexport { name${index} as ${each} };`,
  );
  const packed = isShared(file) ? `, () => require(${JSON.stringify(file)})` : '';
  return [`const outside = __stoaOutside(${JSON.stringify(name)}${packed});`, ...variables].join('\n');
}

function isShared(file: string): boolean {
  return file.startsWith(sharedFolder);
}

export interface FileReader {
  readonly plugin: Plugin;
  /** What was read so far, with the very content that went in. */
  readonly files: readonly KeptFile[];
}

/** Reads files for esbuild. A module that asks where it lies, for the sake of files beside it, lies where it did. */
export function fileReader(): FileReader {
  const files: KeptFile[] = [];
  const plugin: Plugin = {
    name: 'file-reader',
    setup(build) {
      build.onLoad({ filter: /./, namespace: 'file' }, async ({ path }): Promise<OnLoadResult> => {
        const stamp = stampOf(path);
        const content = await readFile(path);
        files.push({ path, stamp, hash: hashOf(content) });
        const text = isShared(path) ? withSharing(path, content.toString()) : content.toString();
        // Whether it really does, esbuild knows.
        if (!/import\.meta|__dirname|__filename/.test(text)) return { contents: text, loader: 'default' };
        return { contents: await withAddresses(path, text), loader: 'js' };
      });
    },
  };
  return { plugin, files };
}

// In the last line, so that all lines are where they were.
function withSharing(path: string, text: string): string {
  return `${text};__stoaShare(${JSON.stringify(path)}, module);`;
}

async function withAddresses(path: string, text: string): Promise<string> {
  const { transform } = await import('esbuild');
  const [file, folder] = [JSON.stringify(path), JSON.stringify(dirname(path))];
  const { code } = await transform(text, {
    loader: path.endsWith('ts') ? 'ts' : 'js',
    sourcefile: path,
    sourcemap: 'inline',
    target: 'node22',
    tsconfigRaw,
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(path).href),
      'import.meta.filename': file,
      'import.meta.dirname': folder,
      'import.meta.resolve': '__stoaResolve',
      __filename: file,
      __dirname: folder,
    },
  });
  return code;
}

/** Types go, imports stay, as with Node's own type stripping. */
export const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } } as const;
