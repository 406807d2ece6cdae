import type { Server } from 'node:http';
import { errorFinding, type Finding, StartupError } from '../base/startup-error.ts';

/** Where a server listens. */
export interface Address {
  readonly url: string;
  readonly port: number;
}

/** Where a server is to listen, and how the operator says so. */
export interface ListenWish {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** gateway.yaml. */
  readonly file: string;
  /** Who listens: `the gateway`. */
  readonly name: string;
  /** The port's key in gateway.yaml, and its flag. */
  readonly key: `server.${string}`;
  readonly flag: `--${string}`;
  /** When the port is taken, a free one will do, and this is told. */
  readonly otherwise?: ((warning: Finding) => void) | undefined;
}

/** Listens. Throws StartupError PORT_IN_USE or PORT_REFUSED with what to do about it. */
export async function listen(server: Server, wish: ListenWish): Promise<Address> {
  const { host, port, otherwise } = wish;
  try {
    return await tryToListen(server, { host, port });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const finding = findingOf(error, wish);
    if (finding.code !== 'PORT_IN_USE' || otherwise === undefined) throw new StartupError([finding], { cause: error });
    const address = await tryToListen(server, { host, port: 0 });
    const what = `${finding.what}; it listens on port ${address.port} instead`;
    otherwise({ ...finding, severity: 'warning', what });
    return address;
  }
}

function tryToListen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Node's own 511 is soon full when everybody comes at once, and who finds no place tries again seconds later.
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject);
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: urlOf(host, chosen), port: chosen });
    });
  });
}

function findingOf(error: NodeJS.ErrnoException, { file, host, port, name, key, flag }: ListenWish): Finding {
  const where = { file };
  const what = `${name} cannot listen on ${host}, port ${port}: `;
  switch (error.code) {
    case 'EADDRINUSE':
      return errorFinding('PORT_IN_USE', {
        where,
        what: `${what}another process does`,
        fix: `Stop that process, or choose another port: ${key} in gateway.yaml, or ${flag}.`,
      });
    case 'EACCES':
      return errorFinding('PORT_REFUSED', {
        where,
        what: `${what}this user may not`,
        fix: `Choose a port from 1024 on (${key}, or ${flag}), or give the process the right to listen below it.`,
      });
    default:
      return errorFinding('PORT_REFUSED', {
        where,
        what: `${what}${error.message}`,
        fix: `Is ${key.replace(/port$/, 'host')} an address of this machine? 127.0.0.1 always is, 0.0.0.0 stands for all of them.`,
      });
  }
}

function urlOf(host: string, port: number): string {
  // An address that stands for all of the machine's own is none that a browser can go to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
