import type { IncomingMessage } from 'node:http';

/** The client of a request, from the connection or from the headers of a trusted proxy (`server.trustProxy`). */
export interface ClientInfo {
  /** IP address without port or zone. `::ffff:1.2.3.4` becomes `1.2.3.4`. Empty once the connection is closed. */
  readonly address: string;
  readonly protocol: 'http' | 'https';
  /** Requested host, with the port unless it is the protocol's default. Undefined for HTTP/1.0 without Host. */
  readonly host: string | undefined;
}

/** Cheap to call: the fields of the result are computed when they are read. */
export type ClientOf = (request: IncomingMessage) => ClientInfo;
