import type { Text } from 'stoa';
import type { Texts } from '../desk.gen.ts';

/** A role in words. One that the shop has made itself has its name. */
export function roleLabel(text: Text<Texts>, role: string): string {
  switch (role) {
    case 'owner':
      return text.plain('role.owner');
    case 'editor':
      return text.plain('role.editor');
    case 'clerk':
      return text.plain('role.clerk');
    default:
      return role;
  }
}
