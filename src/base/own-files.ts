/**
 * Where Stoa's own files lie: in the repository, whose sources Node runs as they are, and in the npm package that `npm
 * run build` makes of them. Other files of src/ do not ask `import.meta` where they lie.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The package has all modules in lib/, as JavaScript.
const isPackage = import.meta.filename.endsWith('.js');
const root = new URL(isPackage ? '../' : '../../', import.meta.url);

function own(source: string, packed: string): URL {
  return new URL(isPackage ? packed : source, root);
}

/** Address of the module that an extension gets when it imports `stoa`. */
export const extensionApiUrl = own('src/extension-api.ts', 'lib/extension-api.js').href;

/** The folder of the gateway's modules, with the separator. */
export const codeFolder = fileURLToPath(own('src/', 'lib/'));

/** The program of the thread that tries bundles first. */
export const loadTrialThread = own('src/build/load-trial-thread.ts', 'lib/load-trial-thread.js');

/** The gateway.yaml of the console. */
export const consoleFile = fileURLToPath(new URL('console/gateway.yaml', root));

/** The path of a module of the gateway's own that runs in the browser. */
export function browserFile(name: string): string {
  return fileURLToPath(own(`src/pages/browser/${name}.ts`, `lib/${name}.js`));
}

/** Finds and loads CommonJS packages that Stoa depends on. */
export const requireOwn = createRequire(import.meta.url);

/** The address of a package that Stoa depends on. Throws when it is not installed. */
export function resolveOwn(specifier: string): string {
  return import.meta.resolve(specifier);
}

/** Of this Stoa. */
export const stoaVersion = versionIn(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))) ?? '0.0.0';

/** The version in a package.json. */
export function versionIn(manifest: unknown): string | undefined {
  const isObject = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isObject && typeof manifest.version === 'string' ? manifest.version : undefined;
}

/** Stands for this installation of Stoa: what is kept of a build has addresses in it that lead here. */
export const installation = `${stoaVersion} ${codeFolder}`;
