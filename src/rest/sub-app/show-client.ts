import type { ClientInfo } from '../../base/client-info.ts';

/**
 * Defines `ip`, `protocol`, `host` and related getters with the gateway's values. Express has its own rules and
 * settings for them, and accepts any text as an address. They are on the application's prototype, so an unused
 * getter costs nothing.
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
