import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorFinding, type Finding, ignoreMissing, StartupError } from '#base';

/**
 * How to resolve the value `generated`. `keep` creates a missing secret and stores it in .stoa/. `look` writes
 * nothing, and returns a random secret when there is none.
 */
export type SecretMode = 'keep' | 'look';

// 32 random bytes in base64url.
const secretForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * The secret of this name in the state folder, with mode 0600. When several processes start at once, one creates it
 * and all use the same. Throws a StartupError when other users can read it, or when it is damaged.
 */
export async function generatedSecret(stateFolder: string, name: string, mode: SecretMode): Promise<string> {
  const file = join(stateFolder, name);
  const fresh = randomBytes(32).toString('base64url');
  try {
    const kept = await readSecret(file);
    if (kept !== undefined) return kept;
    if (mode === 'look') return fresh;
    await mkdir(stateFolder, { recursive: true, mode: 0o700 });
    refuseSharedFolder(await stat(stateFolder), stateFolder);
    await createOnce(file, fresh);
    return (await readSecret(file)) ?? fresh;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const what = `the generated secret cannot be ${error.syscall === 'read' ? 'read' : 'kept'} here (${errorCode(error)})`;
    const fix = 'Let the gateway write to this folder, or give the secret in an environment variable.';
    throw new StartupError([secretFinding(file, { what, fix })], { cause: error });
  }
}

async function readSecret(file: string): Promise<string | undefined> {
  // O_NOFOLLOW, because another user could create a link to a file of theirs.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(file, flags).catch(ignoreMissing);
  if (handle === undefined) return undefined;
  try {
    refuseOpenFile(await handle.stat(), file);
    const text = (await handle.readFile('utf8')).trimEnd();
    if (secretForm.test(text)) return text;
    const what = text === '' ? 'the generated secret is empty' : 'the generated secret is damaged';
    const fix =
      'Remove the file: the next start makes another, and tokens signed with the old one are no longer accepted.';
    throw new StartupError([secretFinding(file, { what, fix })]);
  } finally {
    await handle.close();
  }
}

// link() is atomic: the finished file appears as a whole, and only for the first process.
async function createOnce(file: string, secret: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function refuseOpenFile(stats: Stats, file: string): void {
  if (process.platform === 'win32' || (stats.mode & 0o077) === 0) return;
  const what = `the generated secret may be read or changed by others (mode ${mode(stats)}), so it may be known to them`;
  const fix =
    'Remove the file, and the gateway creates a new secret. If no other user has read it, run "chmod 600" on it.';
  throw new StartupError([secretFinding(file, { what, fix })]);
}

function refuseSharedFolder(stats: Stats, folder: string): void {
  // With the sticky bit, other users can add files, but not replace this one.
  if (process.platform === 'win32' || (stats.mode & 0o002) === 0 || (stats.mode & 0o1000) !== 0) return;
  const what = `others may write to the folder for generated secrets (mode ${mode(stats)})`;
  throw new StartupError([secretFinding(folder, { what, fix: 'Run "chmod o-w" on it.' })]);
}

function mode(stats: Stats): string {
  return (stats.mode & 0o777).toString(8).padStart(4, '0');
}

function secretFinding(file: string, texts: { what: string; fix: string }): Finding {
  return errorFinding('SECRET_UNUSABLE', { where: { file }, ...texts });
}
