import type { ExtensionConfig } from '#config';
import type { WallTools } from './find-walls.ts';

type ProcessPlacement = Extract<ExtensionConfig['placement'], { readonly kind: 'process' }>;

/** What gateway.yaml says about the processes of one extension. */
export interface ProcessSettings extends Pick<ProcessPlacement, 'size' | 'network' | 'memoryMb'> {
  /** The user that the children run as. Only root can change it. Undefined: the user of the gateway. */
  readonly uid: number | undefined;
  /** The whole environment of the children. */
  readonly env: Readonly<Record<string, string>>;
}

/** Modules that reach files or native code past the permission model: `node:sqlite` opens and writes any file. */
function withoutWaysPast(): readonly string[] {
  const modules = ['sqlite', 'ffi'];
  const known = process.allowedNodeEnvironmentFlags;
  return modules.flatMap((name) => (known.has(`--experimental-${name}`) ? [`--no-experimental-${name}`] : []));
}

/** MiB of data that Node reserves when it starts, and does not use. `RLIMIT_DATA` counts them. */
const reservedMb = 560;
/** The gateway ends a child that exceeds its limit. This stops one that grows faster than the gateway looks. */
const dataSlack = 1.25;
/** Descriptors of one child: its connections, and some of Node's own. */
const descriptors = 1_024;
/** The share of the memory that JavaScript's heap may take. Buffers, code and stacks take the rest. */
const heapShare = 0.7;

/** The command of a child, behind limits and Node's permission model. It may read `files`, and runs the first. */
export function childCommand(
  files: readonly string[],
  { network, memoryMb, uid }: Pick<ProcessSettings, 'network' | 'memoryMb' | 'uid'>,
  tools: WallTools,
) {
  const { prlimit, setpriv, unshare } = tools;
  const data = Math.round(memoryMb * dataSlack + reservedMb) * 2 ** 20;
  const [program = '', ...words] = [
    ...(setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL']),
    // Another user cannot signal the gateway either, and may not make namespaces.
    ...(unshare === undefined || uid !== undefined ? [] : unshare),
    ...(prlimit === undefined ? [] : [prlimit, `--data=${data}`, `--nofile=${descriptors}`, '--core=0']),
    process.execPath,
    '--permission',
    ...files.map((file) => `--allow-fs-read=${file}`),
    ...(network && tools.network ? ['--allow-net'] : []),
    ...withoutWaysPast(),
    '--disable-sigusr1',
    // Four threads take more CPU for the garbage of one, and children share the machine.
    '--v8-pool-size=1',
    '--no-allocation-site-pretenuring',
    `--max-old-space-size=${Math.round(memoryMb * heapShare)}`,
    '--enable-source-maps',
    ...files.slice(0, 1),
  ];
  return { program, words };
}
