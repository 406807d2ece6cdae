import { readFileSync } from 'node:fs';
import { errorFinding, type Finding, type FindingCode, type Place, positionAt } from '#base';
import type { PageComponent } from '../components/page-component.ts';

/** A component's query as written, to locate findings. */
export class QueryText {
  readonly text: string;
  readonly #component: PageComponent;

  constructor(component: PageComponent, text: string) {
    this.text = text;
    this.#component = component;
  }

  /** The place in the component's file; without a line when the file does not contain the text. */
  placeOf(offset: number): Place {
    const { file } = this.#component;
    const start = startIn(file, this.text);
    return start === undefined
      ? { file }
      : { file, ...positionAt(start.before + this.text, start.before.length + offset) };
  }

  finding(code: FindingCode, offset: number, { what, fix }: { readonly what: string; readonly fix: string }): Finding {
    const { name } = this.#component;
    const where = this.placeOf(offset);
    const { line, column } = positionAt(this.text, offset);
    // The text may be concatenated, or come from another file.
    const inQuery = where.line !== undefined ? '' : ` (line ${line}, column ${column} of the query)`;
    return errorFinding(code, {
      where,
      what: `the query of ${name}: ${what}${inQuery}`,
      fix,
    });
  }
}

/** The file's content before the text; undefined when the file does not contain it. */
function startIn(file: string, text: string): { readonly before: string } | undefined {
  // A template literal normalizes line ends to line feeds.
  const source = readOrUndefined(file)?.replaceAll('\r\n', '\n');
  const start = source?.indexOf(text) ?? -1;
  return source === undefined || start === -1 ? undefined : { before: source.slice(0, start) };
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Only the line is unknown: the file may be gone since it was bundled.
    return undefined;
  }
}
