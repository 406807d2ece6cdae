import type { Finding } from '#base';
import type { SecretFile } from '../secrets/read-secret-file.ts';

/** A string of gateway.yaml with its `${...}` filled in. */
export interface Filled {
  readonly text: string;
  /** Whether a variable was filled in or `$${` unescaped. */
  readonly changed: boolean;
  /** Variables and files (`file:PATH`) with a value, not a default. With any, the string is secret. */
  readonly variables: readonly string[];
  readonly problems: readonly FillProblem[];
}

export interface FillProblem extends Pick<Finding, 'code' | 'what' | 'fix'> {
  /** Index of the `${` in the text, from 0. */
  readonly occurrence: number;
}

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'escape' }
  | { readonly kind: 'variable'; readonly name: string; readonly operator: string; readonly operand: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'malformed'; readonly text: string };

/**
 * Fills in `${VAR}`, `${VAR:-default}`, `${VAR:?message}` and `${file:PATH}`. `$${` stands for `${`. As in a shell,
 * `:-` and `:?` treat an empty variable as missing. `readFile` gives the text of a file. Values are not interpolated
 * again.
 */
export function interpolate(
  text: string,
  environment: NodeJS.ProcessEnv,
  readFile: (path: string) => SecretFile,
): Filled {
  const tokens = tokensOf(text);
  const variables: string[] = [];
  const problems: FillProblem[] = [];
  let filled = '';
  let occurrence = -1;
  for (const token of tokens) {
    if (token.kind !== 'text') occurrence++;
    if (token.kind === 'text') filled += token.text;
    else if (token.kind === 'escape') filled += '${';
    else if (token.kind === 'malformed') problems.push({ occurrence, ...malformed(token.text) });
    else if (token.kind === 'file') {
      const read = readFile(token.path);
      if (read.kind === 'text') filled += read.text;
      else problems.push({ occurrence, code: 'CONFIG_FILE_UNUSABLE', what: read.what, fix: read.fix });
      variables.push(`file:${token.path}`);
    } else {
      const value = Object.hasOwn(environment, token.name) ? environment[token.name] : undefined;
      if (value !== undefined && (value !== '' || token.operator === '')) {
        filled += value;
        variables.push(token.name);
      } else if (token.operator === ':-') filled += token.operand;
      else problems.push({ occurrence, ...missing(token) });
    }
  }
  return { text: filled, changed: tokens.some(({ kind }) => kind !== 'text'), variables, problems };
}

/** Names of the variables of a text that are set but empty, unless the default is empty too, as in `${VAR:-}`. */
export function emptyVariables(text: string, environment: NodeJS.ProcessEnv): readonly string[] {
  return tokensOf(text).flatMap((token) => {
    if (token.kind !== 'variable' || token.operator === ':?') return [];
    if (token.operator === ':-' && token.operand === '') return [];
    return Object.hasOwn(environment, token.name) && environment[token.name] === '' ? [token.name] : [];
  });
}

const form = /\$\$\{|\$\{(?:file:(?![-?])([^}]+)|([A-Za-z_][A-Za-z0-9_]*)(?:(:[-?])([^}]*))?)\}|\$\{/g;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: whole, 1: path, 2: name, 3: operator = '', 4: operand = '', index } of text.matchAll(form)) {
    if (index > end) tokens.push({ kind: 'text', text: text.slice(end, index) });
    end = index + whole.length;
    if (whole === '$${') tokens.push({ kind: 'escape' });
    // A variable inside a default or path is refused: the outer one would end at the inner "}".
    else if (path !== undefined && !path.includes('${')) tokens.push({ kind: 'file', path: path.trim() });
    else if (name !== undefined && !operand.includes('${')) tokens.push({ kind: 'variable', name, operator, operand });
    // Skips the rest of the text, so that one mistake gives one finding.
    else return [...tokens, { kind: 'malformed', text: text.slice(index) }];
  }
  return end < text.length ? [...tokens, { kind: 'text', text: text.slice(end) }] : tokens;
}

function missing({ name, operator, operand }: { name: string; operator: string; operand: string }) {
  const reason = operator === ':?' && operand !== '' ? `: ${operand}` : ' is not set in the environment';
  return {
    code: 'CONFIG_VARIABLE_MISSING',
    what: `the variable ${name}${reason}`,
    fix: `Set ${name}, or give it a default: "\${${name}:-...}".`,
  } as const;
}

function malformed(text: string) {
  const fix = 'The forms are ${VAR}, ${VAR:-default}, ${VAR:?message} and ${file:/path}; write $${ for a literal ${.';
  const closed = text.includes('}');
  const nested = /^\$\{(?:file:|[A-Za-z_][A-Za-z0-9_]*:[-?])[^}]*\$\{/.test(text);
  const what = nested
    ? 'a "${" stands inside the default, message or path of another'
    : closed
      ? 'a "${...}" is not of a form that is known'
      : 'a "${" is not closed';
  return { code: 'CONFIG_VARIABLE_SYNTAX', what, fix } as const;
}
