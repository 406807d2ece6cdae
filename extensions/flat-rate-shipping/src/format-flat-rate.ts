import type { FlatRate } from './flat-rate.ts';

/** `2 to 3 working days`, or `1 working day`. */
export function formatDays({ days: [least = 0, most = least] }: Pick<FlatRate, 'days'>): string {
  const count = least === most ? `${most}` : `${least} to ${most}`;
  return `${count} working ${most === 1 ? 'day' : 'days'}`;
}
