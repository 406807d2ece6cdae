import type { Server } from 'node:http';
import { errorFinding, type Finding, StartupError } from '#base';

export interface Address {
  readonly url: string;
  readonly port: number;
}

/** The requested address, and where the operator configures it. */
export interface ListenWish {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Path of a Unix socket, instead of host and port. */
  readonly path?: string | undefined;
  readonly file: string;
  /** Name of the server for messages: `the gateway`. */
  readonly name: string;
  /** Its key in gateway.yaml, and its command-line flag. */
  readonly key: `server.${string}` | 'placement.url';
  readonly flag: `--${string}`;
  /** If given, the server uses a free port when this one is taken, and calls this with a warning. */
  readonly otherwise?: ((warning: Finding) => void) | undefined;
}

/** Listens. Throws StartupError PORT_IN_USE or PORT_REFUSED with a fix. */
export async function listen(server: Server, wish: ListenWish): Promise<Address> {
  const { host, port, path, otherwise } = wish;
  try {
    return await tryToListen(server, path === undefined ? { host, port } : { path });
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

type Where = { readonly host: string; readonly port: number } | { readonly path: string };

function tryToListen(server: Server, where: Where): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Node's default of 511 overflows in a burst, and clients beyond it retry only after seconds.
    server.listen({ ...where, backlog: 4096 }, () => {
      server.off('error', reject);
      const address = server.address();
      if ('path' in where) resolve({ url: `unix:${where.path}`, port: 0 });
      else {
        const port = typeof address === 'object' && address !== null ? address.port : where.port;
        resolve({ url: urlOf(where.host, port), port });
      }
    });
  });
}

function findingOf(error: NodeJS.ErrnoException, { file, host, port, path, name, key, flag }: ListenWish): Finding {
  const finding = (code: 'PORT_IN_USE' | 'PORT_REFUSED', reason: string, fix: string): Finding => {
    const address = path === undefined ? `${host}, port ${port}` : `the socket ${path}`;
    return errorFinding(code, { where: { file }, what: `${name} cannot listen on ${address}: ${reason}`, fix });
  };
  const choose = `another ${path === undefined ? 'port' : 'path'}: ${key} in gateway.yaml, or ${flag}.`;
  if (error.code === 'EADDRINUSE')
    return finding('PORT_IN_USE', 'another process does', `Stop that process, or choose ${choose}`);
  if (path !== undefined) return finding('PORT_REFUSED', error.message, `Choose ${choose}`);
  if (error.code === 'EACCES') {
    const fix = `Choose a port from 1024 on (${key}, or ${flag}), or give the process the right to listen below it.`;
    return finding('PORT_REFUSED', 'this user may not', fix);
  }
  const setting = key.replace(/port$/, 'host');
  const fix = `Is ${setting} an address of this machine? 127.0.0.1 always is, 0.0.0.0 stands for all of them.`;
  return finding('PORT_REFUSED', error.message, fix);
}

function urlOf(host: string, port: number): string {
  // A browser cannot open an unspecified address.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
