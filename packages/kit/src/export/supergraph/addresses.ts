import type { Config } from 'stoa/tooling';

/** Where an engine reaches the parts of a shop. */
export interface ExportAddresses {
  /** The gateway's origin: `http://shop:3000`. */
  readonly gateway: string;
  /** Origins of the served extensions, by name: `http://catalog:4001`. */
  readonly extensions: ReadonlyMap<string, string>;
}

/** Each served extension has a host of its own, so all of them take one port. */
export const servedPort = 4001;
export const gatewayPort = 3000;
/** The port of Hive Gateway and of Apollo Router. */
export const enginePort = 4000;
/** The host of the gateway, unless an extension has that name. */
const gatewayHost = 'shop';

/**
 * Addresses as the files of `compose` and `kubernetes` give them: a host for each extension, named as it is. Those that
 * gateway.yaml places elsewhere keep their address.
 */
export function exportAddresses({ extensions }: Pick<Config, 'extensions'>): ExportAddresses {
  const names = extensions.map(({ name }) => name);
  const placements = extensions.map(({ placement }) => (placement.kind === 'url' ? placement : undefined));
  const gateways = placements.flatMap((placement) => placement?.gateway ?? []);
  const urlOf = (index: number) => placements[index]?.urls.find((url) => /^https?:/.test(url))?.replace(/\/$/, '');
  return {
    gateway: gateways[0]?.replace(/\/$/, '') ?? `http://${gatewayName(names)}:${gatewayPort}`,
    extensions: new Map(names.map((name, index) => [name, urlOf(index) ?? `http://${name}:${servedPort}`])),
  };
}

/** The name of the gateway's service, which no extension has. */
export function gatewayName(extensions: readonly string[]): string {
  return freeName(gatewayHost, extensions);
}

/** The name, or the name with dashes behind it, so that it is none of the given ones. */
export function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeName(`${name}-gateway`, taken) : name;
}
