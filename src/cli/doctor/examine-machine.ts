import { constants, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathExists } from '#base';
import { type Overrides, readConfig } from '#config';
import { resolveExtension } from '#extensions';
import { findGateways } from '#server';
import { checkCopies } from './check-copies.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkNode, checkOpenFiles, checkPorts } from './check-machine.ts';
import { checkWalls } from './check-walls.ts';
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

/** Checks everything on this machine that a gateway needs. Starts and changes nothing. */
export async function examineMachine(file: string, overrides: Overrides = {}): Promise<readonly DoctorCheck[]> {
  const { ok, fail } = checkNamed('gateway.yaml');
  const folder = dirname(file);
  const { config, findings } = await readConfig(file, { environment: process.env, overrides, readsAdminUrl: true });
  const machine = [checkNode(), await checkOpenFiles()];
  if (config === undefined) {
    const [first] = findings;
    const what = `cannot be used: ${first?.what ?? 'no reason given'}`;
    return [...machine, fail(what, 'npx stoa check tells more. The rest is looked at when it can be read.')];
  }
  const found = await Promise.all(config.extensions.map(({ resolve }) => resolveExtension(resolve, folder)));
  const folders = found.flatMap((extension) => ('folder' in extension ? extension.folder : []));
  const looked = await Promise.all([
    checkPorts(config.server),
    checkDatabase(config),
    checkCopies([folder, ...folders]),
    checkStateFolder(folder, config.stateFolder),
    checkDisk(folder),
    checkGateways(config.stateFolder),
    checkWalls(config),
  ]);
  return [...machine, ok(`${file}, ${config.extensions.length} extensions`), ...looked.flat()];
}

async function checkGateways(stateFolder: string): Promise<readonly DoctorCheck[]> {
  const { ok, warn } = checkNamed('gateways');
  const found = await findGateways(stateFolder);
  if (found.length === 0) return [ok('none runs in this folder')];
  const fix = 'It is stopped or blocked: its log may say why. "kill -CONT" continues it, "kill -KILL" ends it.';
  return found.map(({ pid, answers }) =>
    answers ? ok(`process ${pid} serves this folder`) : warn(`process ${pid} did not answer within 2 s`, fix),
  );
}

/** Checks that only its owner can read `.stoa/` and the secrets in it. */
async function checkStateFolder(folder: string, stateFolder: string): Promise<readonly DoctorCheck[]> {
  const { ok, fail } = checkNamed('.stoa');
  const found = await lstat(stateFolder).catch(() => undefined);
  if (found === undefined) {
    const writable = await pathExists(folder, constants.W_OK);
    if (writable) return [ok('is not there yet; the first start makes it')];
    return [fail(`this user may not write to ${folder}`, 'Give the folder to the user that runs the gateway.')];
  }
  if (!found.isDirectory()) return [fail(`${stateFolder} is no folder`, 'Move it away: the next start makes one.')];
  if (!(await pathExists(stateFolder, constants.W_OK)))
    return [fail(`this user may not write to ${stateFolder}`, 'Give the folder to the user that runs the gateway.')];
  const secrets = await Promise.all(
    ['jwt-secret', 'session-secret'].map((name) => checkSecret(join(stateFolder, name))),
  );
  return [checkMode(stateFolder, found.mode), ...secrets.flatMap((check) => check ?? [])];
}

function checkMode(stateFolder: string, mode: number): DoctorCheck {
  const { ok, warn } = checkNamed('.stoa');
  const others = mode & 0o002;
  if (process.platform === 'win32' || others === 0) return ok(`${stateFolder} is this user's to write`);
  return warn(`all users may write to ${stateFolder} (mode ${octal(mode)})`, `Run: chmod o-w ${stateFolder}`);
}

async function checkSecret(file: string): Promise<DoctorCheck | undefined> {
  const { ok, fail } = checkNamed('secrets');
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  if (!isOpen) return ok(`${file} is closed to others`);
  const fix =
    'Remove the file, and the gateway creates a new secret. If no other user has read it, run "chmod 600" on it.';
  return fail(`others may read or change ${file} (mode ${octal(found.mode)}); the gateway does not start with it`, fix);
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
