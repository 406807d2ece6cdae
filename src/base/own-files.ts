/**
 * Where Stoa's own files are: in the repository, where Node runs the sources, and in the npm package, which `npm
 * run build` makes. No other file of src/ reads `import.meta` for this.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { errorCode } from './thrown.ts';

// The npm package has all modules in lib/, as JavaScript.
const isPackage = import.meta.filename.endsWith('.js');
const root = new URL(isPackage ? '../' : '../../', import.meta.url);

function own(source: string, packed: string): URL {
  return new URL(isPackage ? packed : source, root);
}

/** URL of the module that extensions import as `stoa`. */
export const extensionApiUrl = own('src/extension-api.ts', 'lib/extension-api.js').href;

/** The folder of the gateway's modules, with a separator at its end. */
export const codeFolder = fileURLToPath(own('src/', 'lib/'));

/** Entry of the worker thread that loads bundles on trial. */
export const loadTrialThread = own('src/bundle/trial/load-trial-thread.ts', 'lib/load-trial-thread.js');

/** Entry of the thread that watches the main thread. */
export const watchdogThread = own('src/watchdog/watchdog-thread.ts', 'lib/watchdog-thread.js');

/** Entry of a child process that runs one extension. The child's file is built from it. */
export const childMain = own('src/serve/child-main.ts', 'lib/child/child-main.js');

/** URL of the module that extensions import as `stoa`, for the child's file. It shares its modules with the entry. */
export const childApiUrl = own('src/extension-api.ts', 'lib/child/extension-api.js').href;

/** The gateway.yaml of the console. */
export const consoleFile = fileURLToPath(new URL('console/gateway.yaml', root));

/** The folder of the files for production: an image, Docker Compose, Kubernetes. */
export const deployFolder = fileURLToPath(new URL('deploy/', root));

/** The folder of the scripts and styles that show the REST reference. */
export const referenceFolder = fileURLToPath(own('node_modules/swagger-ui-dist/', 'reference/'));

/** URL of a package that is installed beside Stoa. Undefined without one. */
export function installedPackage(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Path of a module of the gateway that runs in the browser. */
export function browserFile(name: string): string {
  return fileURLToPath(own(`src/pages/browser/${name}.ts`, `lib/${name}.js`));
}

const requireInstalled = createRequire(import.meta.url);
const included = new Map<string, () => unknown>();

/** Resolves and loads CommonJS packages that Stoa depends on. */
export const requireOwn: NodeJS.Require = Object.assign(
  (name: string): unknown => (included.get(name) ?? (() => requireInstalled(name)))(),
  requireInstalled,
);

/** Gives `requireOwn` packages of a program that cannot read the installed ones, since they are in its own file. */
export function includePackages(packages: Readonly<Record<string, () => unknown>>): void {
  for (const [name, load] of Object.entries(packages)) included.set(name, load);
}

/** URL of a package that Stoa depends on. Throws when it is not installed. */
export function resolveOwn(specifier: string): string {
  return import.meta.resolve(specifier);
}

export const stoaVersion = versionIn(packageJson) ?? '0.0.0';

export function versionIn(manifest: unknown): string | undefined {
  const isObject = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isObject && typeof manifest.version === 'string' ? manifest.version : undefined;
}

/**
 * Identifies this installation of Stoa. Build caches depend on it, because cached builds contain URLs into the
 * installation.
 */
export const installation = `${stoaVersion} ${codeFolder}`;
