import { chmod, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { errorCode, errorFinding, errorMessage, type Finding, StartupError } from '#base';
import type { Config, UrlPlacementConfig } from '#config';

/** Where the command line says to listen. */
export interface ListenAt {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Path of a Unix socket, instead of host and port. */
  readonly socket?: string | undefined;
  /** Files of a certificate and its key, for https. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

interface ListenParts {
  readonly at: ListenAt;
  readonly placement: UrlPlacementConfig;
  readonly config: Config;
}

/** Listens, and returns the address. Without a place on the command line, takes that of the only URL. */
export async function listenAt(server: Server, { at, placement, config }: ListenParts): Promise<string> {
  const [url = '', ...others] = placement.urls;
  const socket = at.socket ?? (at.port === undefined && others.length === 0 ? socketOf(url) : undefined);
  if (socket !== undefined) return await listenOnSocket(server, socket, config);
  const port = at.port ?? (others.length === 0 ? portOf(url) : undefined);
  if (port === undefined) {
    const what = 'gateway.yaml places the extension at several URLs, and the command line has no port';
    const fix = 'Add --port or --socket.';
    throw new StartupError([errorFinding('SERVE_NO_PLACE', { where: { file: config.file }, what, fix })]);
  }
  const { host = config.server.host } = at;
  await listening(server, { host, port }, config);
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  const protocol = at.cert === undefined ? 'http' : 'https';
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${chosen}`;
}

function socketOf(url: string): string | undefined {
  return url.startsWith('unix:') ? url.slice('unix:'.length) : undefined;
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? ({ 'https:': 443 }[protocol] ?? 80) : Number(port);
}

/** Only its own user and group may call it. */
const socketMode = 0o660;

async function listenOnSocket(server: Server, path: string, config: Config): Promise<string> {
  if (!(await isServed(path))) await unlink(path).catch(() => undefined);
  await listening(server, { path }, config);
  await chmod(path, socketMode);
  return `unix:${path}`;
}

/** Whether another process answers there. A file without one is left over. */
function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

type Place = { readonly host: string; readonly port: number } | { readonly path: string };

function listening(server: Server, place: Place, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartupError([findingOf(error, place, config)], { cause: error })));
    server.listen({ ...place, backlog: 4096 }, resolve);
  });
}

function findingOf(error: Error, place: Place, { file }: Config): Finding {
  const name = 'path' in place ? `the socket ${place.path}` : `${place.host}, port ${place.port}`;
  const isTaken = errorCode(error) === 'EADDRINUSE';
  const why = isTaken ? 'another process does' : errorMessage(error);
  const choose =
    'path' in place
      ? 'Choose another path with --socket.'
      : 'Choose another port with --port, or another address with --host.';
  const fix = isTaken ? `Stop that process. ${choose}` : choose;
  return errorFinding(isTaken ? 'PORT_IN_USE' : 'PORT_REFUSED', {
    where: { file },
    what: `stoa serve cannot listen on ${name}: ${why}`,
    fix,
  });
}
