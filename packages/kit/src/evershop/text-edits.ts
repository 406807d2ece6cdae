import { type SourceModule, type SyntaxNode, spanOf } from '../source/index.ts';

/** A text with parts of it replaced. */
export function replaced(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((before, { start, end, text: part }) => before.slice(0, start) + part + before.slice(end), text);
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The line of a node in its module, from 1. */
export function lineOf({ text }: SourceModule, node: SyntaxNode): number {
  return text.slice(0, spanOf(node).start).split('\n').length;
}
