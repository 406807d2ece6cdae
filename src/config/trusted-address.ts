import { isIP } from 'node:net';

/** An entry of `server.trustProxy`: an address or a network. */
export interface TrustedAddress {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

const loopback: readonly TrustedAddress[] = [
  { address: '127.0.0.0', family: 'ipv4', prefix: 8 },
  { address: '::1', family: 'ipv6', prefix: 128 },
];

/** Parses `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` or `loopback`. Empty for any other text. */
export function parseTrustedAddress(text: string): readonly TrustedAddress[] {
  if (text === 'loopback') return loopback;
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return [];
  const longest = version === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return [];
  const prefix = length === undefined ? longest : Number(length);
  return prefix > longest ? [] : [{ address, family: version === 4 ? 'ipv4' : 'ipv6', prefix }];
}
