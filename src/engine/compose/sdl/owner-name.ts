import type { TypePart } from './collect-types.ts';

/** How messages name whoever defines a type. */
export function ownerName(part: TypePart): string {
  return part.extension ?? 'the gateway';
}
