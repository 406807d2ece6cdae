import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import semver from 'semver';
import type { ServerConfig } from '#config';
import packageJson from '../../../package.json' with { type: 'json' };
import { checkNamed, type DoctorCheck } from './doctor-check.ts';

export function checkNode(version = process.version): DoctorCheck {
  const { ok, fail } = checkNamed('Node');
  const wanted = packageJson.engines.node;
  if (semver.satisfies(version, wanted)) return ok(`${version} at ${process.execPath}`);
  return fail(`${version} is too old: stoa needs ${wanted}`, 'Install a current Node from nodejs.org.');
}

/** Checks whether the gateway can open its two ports. A running gateway on a port is no problem. */
export async function checkPorts({ host, port, admin }: ServerConfig): Promise<readonly DoctorCheck[]> {
  const shop = { name: 'port', key: 'server', path: '/graphql', host, port, isChosen: true };
  if (admin.port === false) return [await checkPort(shop)];
  const operators = { name: 'admin port', key: 'server.admin', path: '/livez', isChosen: admin.isPortChosen };
  return Promise.all([checkPort(shop), checkPort({ ...operators, host: admin.host, port: admin.port })]);
}

interface Port {
  readonly name: string;
  /** Key of its host and port in gateway.yaml. */
  readonly key: string;
  /** A path that only a gateway answers. */
  readonly path: string;
  readonly host: string;
  readonly port: number;
  /** Whether the port is set explicitly, so that no other one is used. */
  readonly isChosen: boolean;
}

async function checkPort({ name, key, path, host, port, isChosen }: Port): Promise<DoctorCheck> {
  const { ok, warn, fail } = checkNamed(name);
  const address = `${host}:${port}`;
  if (port === 0) return ok('the system chooses a free one');
  const code = await listenError(host, port);
  if (code === undefined) return ok(`${address} is free`);
  if (code === 'EADDRINUSE') {
    if (await isGateway(host, port, path))
      return warn(`a gateway answers on ${address}`, 'Stop it before another one starts.');
    if (!isChosen)
      return warn(`another process listens on ${address}`, `A free one is used instead, unless ${key}.port names one.`);
    return fail(`another process listens on ${address}`, `End it, or choose another ${key}.port in gateway.yaml.`);
  }
  if (code === 'EACCES') return fail(`this user may not listen on ${address}`, `Choose a ${key}.port above 1023.`);
  return fail(
    `nothing can listen on ${address} (${code})`,
    `Check ${key}.host in gateway.yaml: it must be of this machine.`,
  );
}

async function listenError(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isGateway(host: string, port: number, path: string): Promise<boolean> {
  const name = host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
  try {
    const answer = await fetch(`http://${name}:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return path === '/livez' ? answer.ok : answer.headers.has('x-request-id');
  } catch {
    return false; // The process on this port does not speak HTTP.
  }
}

const mebibyte = 2 ** 20;

export async function checkDisk(folder: string): Promise<DoctorCheck> {
  const { ok, warn, fail } = checkNamed('disk');
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / mebibyte);
  const what = `${free} MiB are free below ${folder}`;
  const fix = 'Free some space: bundles and the embedded database are written there.';
  if (free < 200) return fail(what, fix);
  return free < 1024 ? warn(what, fix) : ok(what);
}

/** Node raises the soft limit to the hard limit, so this is the limit of the gateway. */
export async function checkOpenFiles(): Promise<DoctorCheck> {
  const { ok, warn } = checkNamed('open files');
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  if (soft === undefined) return ok('this system does not say how many there may be');
  const fix = 'Raise it: ulimit -n 65536, or LimitNOFILE=65536 in the systemd unit. Each connection takes one.';
  return Number(soft) < 4096 ? warn(`at most ${soft}, connections among them`, fix) : ok(`at most ${soft}`);
}
