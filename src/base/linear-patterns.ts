import { requireOwn } from './own-files.ts';

/** What a schema's `pattern` is compiled to. */
interface CompiledPattern {
  test(text: string): boolean;
  /** Different for different patterns: Ajv keeps them by this text. */
  toString(): string;
}

/**
 * Compiles a pattern of a JSON Schema. A pattern whose time may grow faster than the text runs on RE2, which takes
 * 1 to 3 us where a RegExp takes 0.1. RE2 knows neither lookarounds nor back references: {@link isTooSlow} tells.
 * Throws SyntaxError.
 */
export function compilePattern(pattern: string, flags: string): CompiledPattern {
  const native = new RegExp(pattern, flags);
  const linear = isSuperLinear(pattern) ? compileLinear(pattern) : undefined;
  return linear === undefined ? native : { test: (text) => linear.test(text), toString: () => String(native) };
}

/** Whether a pattern may take super-linear time, and RE2 cannot run it. */
export function isTooSlow(pattern: string): boolean {
  return isSuperLinear(pattern) && compileLinear(pattern) === undefined;
}

/** By pattern: a reload compiles most patterns again. */
const known = new Map<string, boolean>();

function isSuperLinear(pattern: string): boolean {
  // A text that cannot repeat anything is matched in linear time. This saves loading the checker.
  if (!/[*+{]/.test(pattern)) return false;
  const answer = known.get(pattern) ?? isUnsafe(pattern);
  known.set(pattern, answer);
  return answer;
}

/** A pattern that is unsafe, or that the checker cannot finish. Limits are steps, so that all machines agree. */
function isUnsafe(pattern: string): boolean {
  const { isSafePattern }: typeof import('redos-detector') = requireOwn('redos-detector');
  // The checker knows groups, but not their names.
  const unnamed = pattern.includes('\\k<')
    ? pattern
    : pattern.replace(/\(\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>/gu, '(');
  try {
    return !isSafePattern(unnamed, { unicode: true, maxScore: 50, maxSteps: 2_000 }).safe;
  } catch {
    // Syntax that the checker does not know. RE2 is right for any pattern that it takes.
    return true;
  }
}

function compileLinear(pattern: string): Pick<CompiledPattern, 'test'> | undefined {
  const { RE2JS }: typeof import('re2js') = requireOwn('re2js');
  const own = toRe2(pattern);
  if (own === undefined) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(own));
  } catch {
    return undefined;
  }
}

const space =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const lineEnd = '\\n\\r\\x{2028}\\x{2029}';

/**
 * Rewrites what RE2 understands otherwise: its `\s` is ASCII, and its `.` knows one line end. Undefined for `\S` and
 * `\b` within brackets, which RE2 cannot express.
 */
function toRe2(pattern: string): string | undefined {
  let inClass = false;
  let text = '';
  for (const [token] of pattern.matchAll(/\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\?[\s\S]/gu)) {
    if (token === '[' && !inClass) inClass = true;
    else if (token === ']') inClass = false;
    if (inClass && (token === '\\S' || token === '\\b')) return undefined;
    if (token === '\\s') text += inClass ? space : `[${space}]`;
    else if (token === '\\S') text += `[^${space}]`;
    else if (token === '.' && !inClass) text += `[^${lineEnd}]`;
    else if (/^\\u/.test(token)) text += `\\x{${token.replace(/[\\u{}]/g, '')}}`;
    else text += token;
  }
  return text;
}
