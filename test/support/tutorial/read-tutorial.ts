/**
 * Reads a tutorial's Markdown into steps. The blocks of code say what the reader does and sees:
 *
 * - `console`: commands behind `$ `, each followed by its output. In the output `…` stands for any text, and a line of
 *   `…` alone for any lines. `# exit code 1` behind a command says how it ends.
 * - `console title="NAME"`: another terminal, whose last command stays. A block without `$ ` is what it prints next.
 *   `^C` ends it.
 * - `ts title="extensions/…"`: a whole file that the reader writes, in the folder of the first terminal.
 * - `text title="http://…"`: what the page at this address shows, line after line. `css` has lines of its style sheets.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface CommandStep {
  readonly kind: 'command';
  readonly place: Place;
  /** Undefined for the first terminal, whose commands end. */
  readonly terminal: string | undefined;
  readonly command: string;
  readonly exitCode: number;
  readonly output: readonly string[];
}

export interface OutputStep {
  readonly kind: 'output';
  readonly place: Place;
  readonly terminal: string;
  readonly output: readonly string[];
  /** Whether Ctrl-C comes first. */
  readonly ends: boolean;
}

export interface FileStep {
  readonly kind: 'file';
  readonly place: Place;
  readonly path: string;
  readonly text: string;
}

export interface PageStep {
  readonly kind: 'page';
  readonly place: Place;
  readonly url: string;
  readonly shows: 'text' | 'styles';
  readonly lines: readonly string[];
}

export type Step = CommandStep | OutputStep | FileStep | PageStep;

/** The steps of all pages of a folder, in the order of their names. */
export async function readTutorialPages(folder: string): Promise<readonly Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return (await Promise.all(names.map((name) => readTutorial(join(folder, name))))).flat();
}

/** Throws an Error with file and line for a block that is none of these. */
export async function readTutorial(file: string): Promise<readonly Step[]> {
  return blocksOf(file, await readFile(file, 'utf8')).flatMap(stepsOf);
}

interface Block {
  readonly place: Place;
  readonly language: string;
  readonly title: string | undefined;
  readonly lines: readonly string[];
}

function blocksOf(file: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly block: Block; readonly fence: string; readonly lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (open !== undefined) {
      if (line.trim() === open.fence) open = undefined;
      else open.lines.push(line);
      continue;
    }
    const [, fence, language = '', rest = ''] = /^(`{3,})(\S*)\s*(.*)$/.exec(line) ?? [];
    if (fence === undefined) continue;
    const lines: string[] = [];
    const title = /^title="([^"]+)"$/.exec(rest)?.[1];
    const place = { file, line: index + 1 };
    if (rest !== '' && title === undefined) throw new TutorialError(place, `"${rest}" is no title="…"`);
    open = { block: { place, language, title, lines }, fence, lines };
    blocks.push(open.block);
  }
  if (open !== undefined) throw new TutorialError(open.block.place, 'this block has no end');
  return blocks;
}

export class TutorialError extends Error {
  constructor({ file, line }: Place, what: string) {
    super(`${file}:${line}: ${what}`);
  }
}

function stepsOf(block: Block): readonly Step[] {
  const { place, language, title, lines } = block;
  if (language === 'console') return consoleSteps(block);
  if (title === undefined) throw new TutorialError(place, 'this block has no title, so it cannot be checked');
  if (/^https?:/.test(title)) return [pageStep(place, { language, url: title, lines })];
  return [{ kind: 'file', place, path: title, text: `${lines.join('\n')}\n` }];
}

function pageStep(
  place: Place,
  { language, url, lines }: Pick<PageStep, 'url' | 'lines'> & { readonly language: string },
): PageStep {
  if (language !== 'text' && language !== 'css')
    throw new TutorialError(place, `a page shows text or css, not ${language}`);
  return { kind: 'page', place, url, shows: language === 'css' ? 'styles' : 'text', lines };
}

function consoleSteps({ place, title, lines }: Block): readonly Step[] {
  const steps: (Step & { readonly output: string[] })[] = [];
  for (const [index, line] of lines.entries()) {
    const at = { file: place.file, line: place.line + index + 1 };
    if (line.startsWith('$ ')) {
      const command = line.slice(2);
      const exitCode = Number(/# exit code (\d+)$/.exec(command)?.[1] ?? 0);
      steps.push({ kind: 'command', place: at, terminal: title, command, exitCode, output: [] });
      continue;
    }
    const ends = line === '^C';
    if (ends || steps.length === 0) {
      if (title === undefined) throw new TutorialError(at, 'an output comes before any command');
      steps.push({ kind: 'output', place: at, terminal: title, output: [], ends });
    }
    if (!ends) steps.at(-1)?.output.push(line);
  }
  return steps;
}
