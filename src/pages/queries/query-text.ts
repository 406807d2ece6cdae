import { readFileSync } from 'node:fs';
import type { FindingCode } from '../../base/findings/finding-codes.ts';
import { errorFinding, type Finding, type Place } from '../../base/findings/startup-error.ts';
import type { PageComponent } from '../components/page-component.ts';

/** A component's query as written, to say where in it something is wrong. */
export class QueryText {
  readonly text: string;
  readonly #component: PageComponent;

  constructor(component: PageComponent, text: string) {
    this.text = text;
    this.#component = component;
  }

  /** The place in the component's file; without a line when the file does not have the text as it is. */
  placeOf(offset: number): Place {
    const { file } = this.#component;
    const start = startIn(file, this.text);
    return start === undefined
      ? { file }
      : { file, ...placeIn(start.before + this.text, start.before.length + offset) };
  }

  finding(code: FindingCode, offset: number, { what, fix }: { readonly what: string; readonly fix: string }): Finding {
    const { name } = this.#component;
    const where = this.placeOf(offset);
    const { line, column } = placeIn(this.text, offset);
    // The text may be put together from parts, or come from another file.
    const inQuery = where.line !== undefined ? '' : ` (line ${line}, column ${column} of the query)`;
    return errorFinding(code, {
      where,
      what: `the query of ${name}: ${what}${inQuery}`,
      fix,
    });
  }
}

/** What stands in the file before the text; undefined when the file does not have the text as it is. */
function startIn(file: string, text: string): { readonly before: string } | undefined {
  // In a template literal a line ends with a line feed, whatever the file has.
  const source = readIfThere(file)?.replaceAll('\r\n', '\n');
  const start = source?.indexOf(text) ?? -1;
  return source === undefined || start === -1 ? undefined : { before: source.slice(0, start) };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Only the line is lost: the file was bundled, and may be gone by now.
    return undefined;
  }
}

function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
