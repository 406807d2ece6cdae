import type { Place } from '#base';

/** Number of lines before and after the place. */
const context = 2;
const maximumWidth = 120;

type Mask = readonly { readonly start: number; readonly end: number }[];

/**
 * Formats the lines around a place with their numbers, a `>` at its line and a `^` below its column. Lines and columns
 * count from 1. Empty when the text has no such line. `mask` has secrets, as offsets, which are shown as `***`.
 */
export function codeFrame(text: string, place: Required<Omit<Place, 'file'>>, mask: Mask = []): string {
  const lines = splitLines(text);
  if (place.line < 1 || place.line > lines.length) return '';
  const first = Math.max(1, place.line - context);
  // A finding may point at the empty line after the last line feed. As context, that line is not shown.
  const ending = lines.at(-1)?.text === '' ? lines.length - 1 : lines.length;
  const last = Math.max(place.line, Math.min(ending, place.line + context));
  const gutter = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? { start: 0, text: '' };
    const shown = number === place.line ? place.column : undefined;
    const { code, caret } = showLine(maskLine(line, shown, mask));
    frame.push(`${number === place.line ? '>' : ' '} ${String(number).padStart(gutter)} | ${code}`.trimEnd());
    if (caret !== undefined) frame.push(`  ${' '.repeat(gutter)} | ${' '.repeat(caret)}^`);
  }
  return frame.join('\n');
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ start, text: line.replace(/\r$/, '') });
    start += line.length + 1;
  }
  return lines;
}

// Shifts the column when a secret before it is replaced.
function maskLine(line: Line, column: number | undefined, mask: Mask): { text: string; caret: number | undefined } {
  let { text } = line;
  let caret = column === undefined ? undefined : Math.min(Math.max(column - 1, 0), text.length);
  for (const range of mask.toSorted((a, b) => b.start - a.start)) {
    const start = Math.max(range.start - line.start, 0);
    const end = Math.min(range.end - line.start, text.length);
    if (start >= end) continue;
    text = `${text.slice(0, start)}***${text.slice(end)}`;
    if (caret !== undefined && caret > start) caret = caret >= end ? caret + 3 - (end - start) : start;
  }
  return { text, caret };
}

function showLine({ text, caret }: ReturnType<typeof maskLine>) {
  // A tab has a fixed width, so that the caret is below its column. Other control characters could steer the terminal.
  const visible = (part: string) => part.replaceAll('\t', '  ').replaceAll(/\p{Cc}/gu, '\u{fffd}');
  const code = visible(text);
  const position = caret === undefined ? undefined : visible(text.slice(0, caret)).length;
  if (code.length <= maximumWidth) return { code, caret: position };
  const from = Math.max(0, Math.min((position ?? 0) - maximumWidth / 2, code.length - maximumWidth));
  const head = from > 0 ? '…' : '';
  const tail = from + maximumWidth < code.length ? '…' : '';
  const cut = `${head}${code.slice(from, from + maximumWidth)}${tail}`;
  return { code: cut, caret: position === undefined ? undefined : position - from + head.length };
}
