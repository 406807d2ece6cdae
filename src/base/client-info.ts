import type { IncomingMessage } from 'node:http';

/** Where a request comes from: what the connection shows, or what a trusted proxy says of it (`server.trustProxy`). */
export interface ClientInfo {
  /** An IP address without port or zone, IPv4 also when it came as `::ffff:1.2.3.4`; empty once the connection is gone. */
  readonly address: string;
  readonly protocol: 'http' | 'https';
  /** What the browser asked for, with its port if it is not the protocol's own; undefined when HTTP/1.0 did not say. */
  readonly host: string | undefined;
}

/** Cheap to call: what is asked of the answer is worked out then. */
export type ClientOf = (request: IncomingMessage) => ClientInfo;
