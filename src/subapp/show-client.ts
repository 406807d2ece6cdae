import type { ClientInfo } from '../base/client-info.ts';

/**
 * Express tells `ip`, `protocol` and `host` by rules and settings of its own, which take any text for an address. Here they are
 * what the gateway knows. Set on the application's prototype: a request that is not asked pays nothing.
 */
export function showClient(prototype: object, clientOf: (request: object) => ClientInfo): void {
  const getters: Readonly<Record<string, (client: ClientInfo) => unknown>> = {
    ip: ({ address }) => (address === '' ? undefined : address),
    ips: () => [],
    protocol: ({ protocol }) => protocol,
    secure: ({ protocol }) => protocol === 'https',
    host: ({ host }) => host,
    hostname: ({ host }) => host?.replace(/:\d*$/, ''),
  };
  for (const [name, read] of Object.entries(getters)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return read(clientOf(this));
      },
    });
  }
}
