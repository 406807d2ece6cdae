import { chmod, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { errorFinding, StartupError } from '#base';
import type { Config, ExtensionConfig } from '#config';
import { listen } from '#http';

export type UrlPlacementConfig = Extract<ExtensionConfig['placement'], { readonly kind: 'url' }>;

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
  const { host = config.server.host } = at;
  const wish = { host, port: 0, file: config.file, name: 'stoa serve', key: 'placement.url' } as const;
  const path = at.socket ?? (at.port === undefined && others.length === 0 ? socketOf(url) : undefined);
  if (path !== undefined) {
    if (!(await isServed(path))) await unlink(path).catch(() => undefined);
    const listening = await listen(server, { ...wish, path, flag: '--socket' });
    await chmod(path, socketMode);
    return listening.url;
  }
  const port = at.port ?? (others.length === 0 ? portOf(url) : undefined);
  if (port === undefined) {
    const what = 'gateway.yaml places the extension at several URLs, and the command line has no port';
    const fix = 'Add --port or --socket.';
    throw new StartupError([errorFinding('SERVE_NO_PLACE', { where: { file: config.file }, what, fix })]);
  }
  const listening = await listen(server, { ...wish, port, flag: '--port' });
  return at.cert === undefined ? listening.url : listening.url.replace('http:', 'https:');
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
