import type { Text } from 'stoa';
import type { Texts } from '../desk.gen.ts';

/** A role in words. One that the shop has made itself has its name. */
export function roleLabel(text: Text<Texts>, role: string): string {
  const named = (['owner', 'editor', 'clerk'] as const).find((one) => one === role);
  return named === undefined ? role : text.plain(`role.${named}`);
}
