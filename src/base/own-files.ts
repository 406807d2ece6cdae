/**
 * Where Stoa's own files are: in the repository, where Node runs the sources, and in the npm package, which `npm
 * run build` makes. No other file of src/ reads `import.meta` for this.
 */

import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { isObject } from './is-object.ts';
import { errorCode } from './thrown.ts';

// The npm package has all modules in lib/, as JavaScript.
const isPackage = import.meta.filename.endsWith('.js');
const root = new URL(isPackage ? '../' : '../../', import.meta.url);

function own(source: string, packed: string): URL {
  return new URL(isPackage ? packed : source, root);
}

const codeFolder = fileURLToPath(own('src/', 'lib/'));

/** Stoa's own files that other rooms name. */
export const ownFiles = {
  /** URL of the module that extensions import as `stoa` in a child process. It shares its modules with the entry. */
  childApiUrl: own('src/extension-api.ts', 'lib/child/extension-api.js').href,
  /** Entry of a child process that runs one extension. The child's file is built from it. */
  childMain: own('src/placement/served/child-main.ts', 'lib/child/child-main.js'),
  /** The folder of the gateway's modules, with a separator at its end. */
  codeFolder,
  /** The gateway.yaml of the console. */
  consoleFile: fileURLToPath(new URL('console/gateway.yaml', root)),
  /** The folder of the files for production: an image, Docker Compose, Kubernetes. */
  deployFolder: fileURLToPath(new URL('deploy/', root)),
  /** URL of the module that extensions import as `stoa`. */
  extensionApiUrl: own('src/extension-api.ts', 'lib/extension-api.js').href,
  /** Entry of the worker thread that loads bundles on trial. */
  loadTrialThread: own('src/bundle/trial/load-trial-thread.ts', 'lib/load-trial-thread.js'),
  /** Entry of the thread that watches the main thread. */
  watchdogThread: own('src/watchdog/watchdog-thread.ts', 'lib/watchdog-thread.js'),
} as const;

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

/** Path of a module of an optional package: that of the shop in this folder, else that next to Stoa, else undefined. */
export function findOptional(specifier: string, folder: string): string | undefined {
  try {
    return requireInstalled.resolve(specifier, { paths: [folder, codeFolder] });
  } catch (error) {
    // Another version of the package may not have the module.
    if (['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** The optional package that shows the REST reference. Newer versions bring a package that reports installations. */
export const swaggerUi = {
  name: 'swagger-ui-dist',
  script: 'swagger-ui-dist/swagger-ui-bundle.js',
  style: 'swagger-ui-dist/swagger-ui.css',
  install: 'npm install swagger-ui-dist@5.17',
} as const;

/** Gives `requireOwn` packages of a program that cannot read the installed ones, since they are in its own file. */
export function includePackages(packages: Readonly<Record<string, () => unknown>>): void {
  for (const [name, load] of Object.entries(packages)) included.set(name, load);
}

/** URL of a package that is installed next to Stoa. Throws ERR_MODULE_NOT_FOUND when it is not there. */
export function resolveOwn(specifier: string): string {
  return import.meta.resolve(specifier);
}

export const stoaVersion = versionIn(packageJson) ?? '0.0.0';

export function versionIn(manifest: unknown): string | undefined {
  return isObject(manifest) && typeof manifest.version === 'string' ? manifest.version : undefined;
}

/** Whether this process can reach a file or folder at the path, and has this access to it. */
export function pathExists(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
