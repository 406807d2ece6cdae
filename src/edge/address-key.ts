import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted. For IPv6 that is the /64 prefix: a provider gives each customer a whole
 * /64.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.split('::');
  const head = groupsOf(left);
  const tail = groupsOf(right ?? '');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => 0), ...tail].slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups, which are never among the first four. */
function groupsOf(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
