import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorFinding, isObject, StartupError } from 'stoa/tooling';

const run = promisify(execFile);

/**
 * Runs `npm pack` in the folder, with the extension's own `prepack`. Files are paths within the package, with `/`
 * between folders. Throws StartupError PACKAGE_NOT_PACKED.
 */
export async function npmPack(folder: string, destination: string) {
  const failed = (what: string): StartupError =>
    new StartupError([
      errorFinding('PACKAGE_NOT_PACKED', {
        where: { file: folder },
        what: `npm could not pack it: ${what}`,
        fix: 'Run "npm pack" in this folder, which says more.',
      }),
    ]);
  let output: string;
  try {
    ({ stdout: output } = await run('npm', ['pack', '--json', '--pack-destination', destination], {
      cwd: folder,
      // A script's output would stand before the JSON.
      env: { ...process.env, npm_config_foreground_scripts: 'false' },
      maxBuffer: 64 * 1024 * 1024,
    }));
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw failed(text.trim().split('\n')[0] ?? '');
  }
  const value: unknown = JSON.parse(output.slice(output.search(/^[[{]/m)));
  // npm 11 has a list. Other versions have an object by package.
  const [packed] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  if (!isObject(packed) || typeof packed.filename !== 'string' || !Array.isArray(packed.files))
    throw failed('its output cannot be read');
  return {
    /** Such as `our-team-loyalty-0.1.0.tgz`. */
    filename: packed.filename,
    size: Number(packed.size),
    files: packed.files.flatMap((each: unknown) =>
      isObject(each) && typeof each.path === 'string' ? [each.path] : [],
    ),
  };
}

/** Unpacks a tarball of npm into a folder, which must exist. The package is in `package/` there. */
export async function unpack(tarball: string, folder: string): Promise<void> {
  await run('tar', ['-xzf', tarball, '-C', folder]);
}

/** The text of one file in a tarball; undefined when there is none. */
export async function readPacked(tarball: string, name: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('tar', ['-xzOf', tarball, `package/${name}`]);
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'stderr' in error && /not found in archive/i.test(String(error.stderr)))
      return undefined;
    throw error;
  }
}
