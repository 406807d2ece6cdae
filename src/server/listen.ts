import type { Server } from 'node:http';
import { errorFinding, type Finding, StartupError } from '../base/startup-error.ts';
import type { Config } from '../config/config.ts';

/** Where a server listens. */
export interface Address {
  readonly url: string;
  readonly port: number;
}

/** Listens where the configuration says. Throws StartupError PORT_IN_USE or PORT_REFUSED with what to do about it. */
export function listen(server: Server, config: Pick<Config, 'file' | 'server'>): Promise<Address> {
  const { host, port } = config.server;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      reject(new StartupError([findingOf(error, config)], { cause: error }));
    };
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: urlOf(host, chosen), port: chosen });
    });
  });
}

function findingOf(
  error: NodeJS.ErrnoException,
  { file, server: { host, port } }: Pick<Config, 'file' | 'server'>,
): Finding {
  const where = { file };
  const what = `the gateway cannot listen on ${host}, port ${port}: `;
  switch (error.code) {
    case 'EADDRINUSE':
      return errorFinding('PORT_IN_USE', {
        where,
        what: `${what}another process does`,
        fix: 'Stop that process, or choose another port: server.port in gateway.yaml, or --port.',
      });
    case 'EACCES':
      return errorFinding('PORT_REFUSED', {
        where,
        what: `${what}this user may not`,
        fix: 'Choose a port from 1024 on (server.port, or --port), or give the process the right to listen below it.',
      });
    default:
      return errorFinding('PORT_REFUSED', {
        where,
        what: `${what}${error.message}`,
        fix: 'Is server.host (or --host) an address of this machine? 127.0.0.1 always is, 0.0.0.0 stands for all of them.',
      });
  }
}

function urlOf(host: string, port: number): string {
  // An address that stands for all of the machine's own is none that a browser can go to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
