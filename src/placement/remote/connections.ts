import { readFileSync } from 'node:fs';
import type { buildConnector, Pool } from 'undici';
import { requireOwn } from '#base';
import { wire } from '../wire/messages.ts';

/** Where one instance of an extension answers. */
export interface ConnectionSource {
  /** For messages: its URL. */
  readonly name: string;
  /** `http://host:port` or `https://host:port`. */
  readonly origin: string;
  /** Opens a connection. Default: to `origin`. */
  readonly connect?: buildConnector.connector | undefined;
  /** Absolute path of a Unix socket, instead of a port. */
  readonly socketPath?: string | undefined;
  /** Absolute path of a file with the certificate authority of `origin`. */
  readonly ca?: string | undefined;
}

const connectMs = 3_000;

/** More calls than these wait for a connection. */
const mostConnections = 256;

/** Milliseconds until an idle connection is closed, whatever the instance allows. A burst opens many. */
const idleMs = 5_000;

/** Connections to one instance, kept alive. Throws when `ca` cannot be read. */
export function openPool({ origin, connect, socketPath, ca }: ConnectionSource): Pool {
  // undici has a hundred modules. The first extension elsewhere loads them.
  const undici: typeof import('undici') = requireOwn('undici');
  return new undici.Pool(origin, {
    connections: mostConnections,
    maxHeaderSize: wire.maxHeaderBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    connect: connect ?? { timeout: connectMs, socketPath: socketPath ?? null, ca: ca && readFileSync(ca) },
  });
}

/** The source of a URL in gateway.yaml: `http:`, `https:`, or `unix:/path`. */
export function sourceOf(url: string, ca: string | undefined): ConnectionSource {
  const [, socketPath] = /^unix:(.+)$/.exec(url) ?? [];
  if (socketPath !== undefined) return { name: url, origin: 'http://localhost', socketPath };
  return { name: url, origin: new URL(url).origin, ca };
}
