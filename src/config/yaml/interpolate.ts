import type { FindingCode } from '../../base/findings/finding-codes.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A string of gateway.yaml with its `${...}` filled in. */
export interface Filled {
  readonly text: string;
  /** Whether a variable was filled in or `$${` unescaped. */
  readonly changed: boolean;
  /** Variables with a value from the environment, not a default. With any, the string is secret. */
  readonly variables: readonly string[];
  readonly problems: readonly FillProblem[];
}

export interface FillProblem {
  /** Index of the `${` in the text, from 0. */
  readonly occurrence: number;
  readonly code: FindingCode;
  readonly what: string;
  readonly fix: string;
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'escape' }
  | { readonly kind: 'variable'; readonly name: string; readonly operator: string; readonly operand: string }
  | { readonly kind: 'malformed'; readonly text: string };

/**
 * Fills in `${VAR}`, `${VAR:-default}` and `${VAR:?message}`. `$${` stands for `${`. As in a shell, `:-` and `:?`
 * treat an empty variable as missing. Values are not interpolated again.
 */
export function interpolate(text: string, environment: Environment): Filled {
  const parts = splitParts(text);
  const variables: string[] = [];
  const problems: FillProblem[] = [];
  let filled = '';
  let occurrence = -1;
  for (const part of parts) {
    if (part.kind !== 'text') occurrence++;
    if (part.kind === 'text') filled += part.text;
    else if (part.kind === 'escape') filled += '${';
    else if (part.kind === 'malformed') problems.push({ occurrence, ...malformed(part.text) });
    else {
      const value = Object.hasOwn(environment, part.name) ? environment[part.name] : undefined;
      if (value !== undefined && (value !== '' || part.operator === '')) {
        filled += value;
        variables.push(part.name);
      } else if (part.operator === ':-') filled += part.operand;
      else problems.push({ occurrence, ...missing(part) });
    }
  }
  return { text: filled, changed: parts.some((part) => part.kind !== 'text'), variables, problems };
}

const form = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?:(:[-?])([^}]*))?\}/y;

function splitParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let position = 0;
  while (position < text.length) {
    const next = text.indexOf('${', position);
    if (next === -1) return [...parts, { kind: 'text', text: text.slice(position) }];
    const escaped = next > position && text[next - 1] === '$';
    const before = text.slice(position, escaped ? next - 1 : next);
    if (before !== '') parts.push({ kind: 'text', text: before });
    if (escaped) {
      parts.push({ kind: 'escape' });
      position = next + 2;
      continue;
    }
    const part = readVariable(text, next);
    parts.push(part.part);
    position = part.end;
  }
  return parts;
}

function readVariable(text: string, start: number): { readonly part: Part; readonly end: number } {
  form.lastIndex = start;
  const [whole, name = '', operator = '', operand = ''] = form.exec(text) ?? [];
  // A variable inside a default is refused: the default would end at the inner "}".
  if (whole !== undefined && !operand.includes('${'))
    return { part: { kind: 'variable', name, operator, operand }, end: start + whole.length };
  // Skips the rest of the text, so that one mistake gives one finding.
  return { part: { kind: 'malformed', text: text.slice(start) }, end: text.length };
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
  const fix = 'The forms are ${VAR}, ${VAR:-default} and ${VAR:?message}; write $${ for a literal ${.';
  const closed = text.includes('}');
  const nested = /^\$\{[A-Za-z_][A-Za-z0-9_]*:[-?][^}]*\$\{/.test(text);
  const what = nested
    ? 'a "${" stands inside the default or message of another'
    : closed
      ? 'a "${...}" is not of a form that is known'
      : 'a "${" is not closed';
  return { code: 'CONFIG_VARIABLE_SYNTAX', what, fix } as const;
}
