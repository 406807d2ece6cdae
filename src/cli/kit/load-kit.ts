import { resolve } from 'node:path';
import { errorCode, errorFinding, resolveOwn, StartupError, stoaVersion } from '#base';
import type { Kit, KitGroup } from './kit.ts';

/** The kit's commands, for the help of an installation without it. */
export const kitCommands: Readonly<Record<KitGroup, readonly string[]>> = {
  author: ['new', 'types', 'test', 'import-evershop'],
  release: ['diff', 'pack', 'export'],
};

const kitPackage = '@stoa/kit';

export const installKit = `npm install --save-dev ${kitPackage}@${stoaVersion}`;

/** The kit, if it is installed next to `stoa`. Throws StartupError for one of another version. */
export async function loadKit(): Promise<Kit | undefined> {
  const address = addressOfKit();
  if (address === undefined) return undefined;
  const { kit }: { readonly kit: Kit } = await import(address);
  if (kit.version === stoaVersion) return kit;
  const what = `${kitPackage} is ${kit.version}, and stoa is ${stoaVersion}: they are released together`;
  throw new StartupError([errorFinding('KIT_OTHER_VERSION', { where, what, fix: `Run: ${installKit}` })]);
}

function addressOfKit(): string | undefined {
  try {
    return resolveOwn(kitPackage);
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The kit. Throws StartupError with the command that installs it when it is not there. */
export async function requireKit(user: string): Promise<Kit> {
  const kit = await loadKit();
  if (kit !== undefined) return kit;
  const what = `${user} comes with ${kitPackage}, which is not installed`;
  throw new StartupError([errorFinding('KIT_MISSING', { where, what, fix: `Run: ${installKit}` })]);
}

const where = { file: resolve('package.json') };
