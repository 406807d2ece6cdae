import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnLoadResult, Plugin } from 'esbuild';

/** What a module reads to learn where it lies, and by which name a bundle has it. */
export const addressNames = {
  'import.meta.url': '__stoaUrl',
  'import.meta.dirname': '__stoaDirname',
  'import.meta.filename': '__stoaFilename',
} as const;

/** For a module that was not recognised as one that asks: where the bundle lies. */
export const bundleAddress = `var ${Object.entries(addressNames)
  .map(([asked, name]) => `${name} = ${asked}`)
  .join(', ')};`;

const namespace = 'address';

/**
 * A module that asks where it lies, to read a file beside it, is told where it lies and not where the bundle does. Its lines
 * stay where they are, so that findings and stacks have the team's own.
 */
export const moduleAddresses: Plugin = {
  name: 'module-addresses',
  setup(build) {
    build.onResolve({ filter: /^stoa-address:$/ }, ({ importer }) => {
      return { path: importer, namespace, sideEffects: false };
    });
    build.onLoad({ filter: /./, namespace }, ({ path }): OnLoadResult => {
      return { contents: addressModule(path), loader: 'js' };
    });
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
      const contents = withAddress(path, await readFile(path, 'utf8'));
      return contents === undefined ? undefined : ({ contents, loader: 'default' } satisfies OnLoadResult);
    });
  },
};

function withAddress(path: string, text: string): string | undefined {
  const isEsModule = isEsm(path, text);
  if (isEsModule && /\bimport\.meta\b/.test(text)) {
    // An import counts from the first line on, wherever it stands.
    return `${text}\nimport { ${Object.values(addressNames).join(', ')} } from 'stoa-address:';`;
  }
  if (isEsModule || !/\b__(?:dirname|filename)\b/.test(text)) return undefined;
  const values = `__filename = ${JSON.stringify(path)}, __dirname = ${JSON.stringify(dirname(path))}`;
  return `var ${values}; ${text.replace(/^#!.*/, '')}`;
}

/** Whether esbuild will take it for an ES module and not for CommonJS, which an import at its end would make one of. */
function isEsm(path: string, text: string): boolean {
  if (/\.m[jt]s$/.test(path)) return true;
  const isCommonJs = /\.c[jt]s$/.test(path) || /\bmodule\.exports\b|\bexports\.\w/.test(text);
  return !isCommonJs && /(?:^|[;}])\s*(?:import|export)\b\s*[\w$*{"']/m.test(text);
}

function addressModule(path: string): string {
  const values = [pathToFileURL(path).href, dirname(path), path];
  return Object.values(addressNames)
    .map((name, index) => `export const ${name} = ${JSON.stringify(values[index])};`)
    .join('\n');
}
