import { type Finding, positionAt } from 'stoa/tooling';
import type { SourceModule } from '../source/index.ts';

/** A warning at a place of a module. */
export function warning(
  { file, text }: Pick<SourceModule, 'file' | 'text'>,
  offset: number,
  parts: Pick<Finding, 'code' | 'what' | 'fix'>,
): Finding {
  return { ...parts, severity: 'warning', where: { file, ...positionAt(text, offset) } };
}
