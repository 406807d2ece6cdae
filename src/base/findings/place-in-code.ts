import { readFileSync } from 'node:fs';
import { type Place, positionAt } from './startup-error.ts';

interface Token {
  readonly text: string;
  readonly offset: number;
  /** Number of open brackets before the token. */
  readonly depth: number;
}

/**
 * Finds the line of a file that names what a finding is about. Each step of the path is a sequence of words, searched
 * after the step before it. Returns the place of the last step found, or the first line of the file. Comments do not
 * count, and all quotes are equal. The result only serves to show a line: what the code means is known from running it.
 */
export function placeInCode(file: string, path: readonly string[]): Required<Pick<Place, 'file' | 'line'>> & Place {
  const code = readCode(file);
  const tokens = tokensOf(code);
  let [from, found]: [number, Token | undefined] = [0, undefined];
  for (const step of path) {
    const words = tokensOf(step).map(({ text }) => text);
    const start = tokens.findIndex((_, at) => at >= from && words.every((word, i) => tokens[at + i]?.text === word));
    if (start === -1) break;
    found = tokens[start];
    from = start + words.length;
  }
  return found === undefined ? { file, line: 1 } : { file, ...positionAt(code, found.offset) };
}

/**
 * Finds the key at this path, such as type and field, in the map that is the file's default export. The map may be
 * in a constant of its own. Falls back to {@link placeInCode}.
 */
export function placeOfKey(file: string, path: readonly string[]): ReturnType<typeof placeInCode> {
  const code = readCode(file);
  const tokens = tokensOf(code);
  const start = tokens.findIndex(({ text }, at) => text === 'export' && tokens[at + 1]?.text === 'default');
  let value = start === -1 ? undefined : start + 2;
  let found: Token | undefined;
  for (const step of path) {
    const open = value === undefined ? undefined : openingBrace(tokens, value);
    const key = open === undefined ? undefined : keyIn(tokens, open, step);
    if (key === undefined) break;
    found = tokens[key];
    value = tokens[key + 1]?.text === ':' ? key + 2 : key;
  }
  return found === undefined ? placeInCode(file, path) : { file, ...positionAt(code, found.offset) };
}

/** The opening brace of the object at a token, or of the constant that the token names. */
function openingBrace(tokens: readonly Token[], at: number): number | undefined {
  const name = tokens[at];
  if (name === undefined) return undefined;
  if (name.text === '{') return at;
  const declared = tokens.findIndex(
    ({ text, depth }, i) => text === name.text && depth === 0 && /^(?:const|let|var)$/.test(tokens[i - 1]?.text ?? ''),
  );
  const equals = tokens.findIndex(({ text, depth }, i) => i > declared && text === '=' && depth === 0);
  return declared !== -1 && tokens[equals + 1]?.text === '{' ? equals + 1 : undefined;
}

function keyIn(tokens: readonly Token[], open: number, name: string): number | undefined {
  const depth = (tokens[open]?.depth ?? 0) + 1;
  let isKey = true;
  for (let at = open + 1; ; at++) {
    const token = tokens[at];
    if (token === undefined || token.depth < depth) return undefined;
    if (isKey && (token.text === name || token.text === JSON.stringify(name))) return at;
    if (token.depth === depth) isKey = token.text === ',' || (isKey && /^(?:async|get|\*)$/.test(token.text));
  }
}

/** The place of each top-level `await`. */
export function awaitsInCode(file: string): readonly Place[] {
  const code = readCode(file);
  return tokensOf(code)
    .filter(({ text, depth }) => text === 'await' && depth === 0)
    .map(({ offset }) => ({ file, ...positionAt(code, offset) }));
}

// The finding may be about a missing file. It is then reported without its text.
function readCode(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const tokenPattern =
  /(?<comment>\/\/[^\n]*|\/\*.*?\*\/)|(?<quoted>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|`(?:[^`\\]|\\.)*`|[\p{ID_Continue}$]+|\S/gsu;

function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const { 0: whole, index, groups } of code.matchAll(tokenPattern)) {
    if (groups?.comment !== undefined) continue;
    if (/^[)\]}]$/.test(whole)) depth = Math.max(0, depth - 1);
    tokens.push({ text: groups?.quoted === undefined ? whole : `"${whole.slice(1, -1)}"`, offset: index, depth });
    if (/^[([{]$/.test(whole)) depth++;
  }
  return tokens;
}
