import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnLoadResult, Plugin } from 'esbuild';

/** What a module reads to find its own location, and the variable that replaces it in a bundle. */
export const addressNames = {
  'import.meta.url': '__stoaUrl',
  'import.meta.dirname': '__stoaDirname',
  'import.meta.filename': '__stoaFilename',
} as const;

/** The bundle's location, for modules whose use of `import.meta` was not recognised. */
export const bundleAddress = `var ${Object.entries(addressNames)
  .map(([asked, name]) => `${name} = ${asked}`)
  .join(', ')};`;

const namespace = 'address';

/**
 * Keeps `import.meta.url`, `__dirname` and the like at the location of the source, so that a module can read a file
 * near it. Line numbers do not change, so findings and stack traces have the lines of the source.
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
    // Imports are hoisted, so the import may stand at the end.
    return `${text}\nimport { ${Object.values(addressNames).join(', ')} } from 'stoa-address:';`;
  }
  if (isEsModule || !/\b__(?:dirname|filename)\b/.test(text)) return undefined;
  const values = `__filename = ${JSON.stringify(path)}, __dirname = ${JSON.stringify(dirname(path))}`;
  return `var ${values}; ${text.replace(/^#!.*/, '')}`;
}

/** Whether esbuild takes the file for an ES module. An import at the end would turn a CommonJS file into one. */
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
