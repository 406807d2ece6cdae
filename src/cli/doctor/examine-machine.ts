import { dirname } from 'node:path';
import { readConfig } from '#config';
import { resolveExtension } from '#extensions';
import { checkCopies } from './check-copies.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkNode, checkOpenFiles, checkPorts } from './check-machine.ts';
import { checkStateFolder } from './check-state-folder.ts';
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

/** Checks everything on this machine that a gateway needs. Starts and changes nothing. */
export async function examineMachine(file: string): Promise<readonly DoctorCheck[]> {
  const { ok, fail } = checkNamed('gateway.yaml');
  const folder = dirname(file);
  const { config, findings } = await readConfig(file, { environment: process.env, readsAdminUrl: true });
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
  ]);
  return [...machine, ok(`${file}, ${config.extensions.length} extensions`), ...looked.flat()];
}
