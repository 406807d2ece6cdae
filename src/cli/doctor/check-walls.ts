import type { Config, ExtensionConfig, PlacementConfig } from '#config';
import { findWallTools } from '#placement';
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

type ProcessPlacementConfig = Extract<PlacementConfig, { readonly kind: 'process' }>;

type WallTools = NonNullable<Awaited<ReturnType<typeof findWallTools>>>;

/** Says for each extension which walls stand around its code on this machine. Tries the programs that make them. */
export async function checkWalls({ extensions }: Config): Promise<readonly DoctorCheck[]> {
  const hasProcesses = extensions.some(({ placement }) => placement.kind === 'process');
  const tools = hasProcesses ? await findWallTools() : undefined;
  return extensions.flatMap((extension) => wallsOf(extension, tools));
}

function wallsOf({ name, placement }: ExtensionConfig, tools: WallTools | undefined): readonly DoctorCheck[] {
  const { ok } = checkNamed('walls');
  switch (placement.kind) {
    case 'in-process':
      return [ok(`${name}: none, it runs in the gateway's process`)];
    case 'url':
      return [ok(`${name}: those of the machine that serves it`)];
    case 'process':
      return processWalls(name, placement, tools);
  }
}

function processWalls(
  name: string,
  placement: ProcessPlacementConfig,
  tools: WallTools | undefined,
): readonly DoctorCheck[] {
  const { ok, warn, fail } = checkNamed('walls');
  const { uid, network } = placement;
  if (uid !== undefined && process.getuid?.() !== 0)
    return [fail(`${name}: only root can start its process as the user ${uid}`, 'Remove "uid", or start as root.')];
  const stands = ['sees no file, environment or process memory but its own (permission model)'];
  const missing: DoctorCheck[] = [];
  if (network) stands.push('reaches the network, since "network" is true');
  else if (tools?.network === true) stands.push('reaches nothing (no network)');
  else
    missing.push(
      warn(
        `${name}: it reaches the network, since the permission model of Node ${process.version} does not cover it`,
        'Start the gateway with Node 25 or newer.',
      ),
    );
  const signals = signalWall(placement, tools);
  if (signals !== undefined) stands.push(`cannot signal other processes (${signals})`);
  else
    missing.push(
      warn(
        `${name}: it can signal, and so end, processes of this user: the gateway and other extensions`,
        'Set "uid" and start as root, or allow PID namespaces ("unshare --pid"). Most containers allow neither.',
      ),
    );
  const memory = tools?.prlimit === undefined ? 'watched by the gateway' : 'limited by prlimit';
  stands.push(`memory and descriptors are ${memory}`);
  return [ok(`${name}: ${stands.join('; ')}`), ...missing];
}

function signalWall({ uid }: ProcessPlacementConfig, tools: WallTools | undefined): string | undefined {
  if (uid !== undefined) return `user ${uid}`;
  return tools?.unshare === undefined ? undefined : 'PID namespace';
}
