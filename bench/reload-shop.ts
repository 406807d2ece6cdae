import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findEmbeddedFolders } from '../src/postgres/embedded/embedded-folders.ts';

const fixture = resolve(import.meta.dirname, '../test/fixtures/numbered-shop');

/** A copy of the shop whose every answer carries the number that its files hold. */
export interface NumberedFiles extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  write(number: number): Promise<void>;
}

export async function copyNumberedShop(): Promise<NumberedFiles> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-reload-'));
  await cp(fixture, folder, { recursive: true });
  return {
    folder,
    file: join(folder, 'gateway.yaml'),
    write: (number) =>
      writeFile(join(folder, 'extensions/numbered/src/number.ts'), `export const number = ${number};\n`),
    // The embedded database of a process that runs as root lies elsewhere.
    [Symbol.asyncDispose]: async () => {
      const { home } = await findEmbeddedFolders(join(folder, '.stoa'));
      await Promise.all([folder, home].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}
