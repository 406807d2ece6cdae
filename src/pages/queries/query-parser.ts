import { type DocumentNode, GraphQLError, Kind, Lexer, parse, Source, type Token, TokenKind, visit } from 'graphql';

/** The only syntax of page components that GraphQL does not have. */
const call = 'getContextValue';

export interface Misuse {
  readonly offset: number;
  readonly what: string;
}

export interface ParsedQuery {
  /** Undefined when the text is not GraphQL. */
  readonly document: DocumentNode | undefined;
  /** The requested values, by the name of the variable that replaces them. */
  readonly calls: ReadonlyMap<string, string>;
  readonly misuses: readonly Misuse[];
  readonly error: GraphQLError | undefined;
}

/**
 * Parses a component's query. First replaces each `getContextValue("name")` by a variable of the same length, so that
 * all positions stay valid. Then renames the variable to a name that no text can contain, so that it cannot clash.
 */
export function parseQueryText(text: string): ParsedQuery {
  const found = findCalls(text);
  const { document, error } = parseWith(text, found);
  const calls = new Map<string, string>();
  const misuses = found.flatMap((each) => misuseOf(each) ?? []);
  const named =
    document &&
    visit(document, {
      [Kind.VARIABLE]: (node) => {
        const asked = found.find(({ start }) => start === node.loc?.start)?.given[0]?.value;
        if (asked === undefined) return undefined;
        const value = `${call}(${JSON.stringify(asked)})`;
        calls.set(value, asked);
        return { ...node, name: { ...node.name, value } };
      },
      [Kind.ENUM]: ({ value, loc }) => {
        if (value === call) misuses.push({ offset: loc?.start ?? 0, what: `${call} does not say which value` });
      },
    });
  return { document: named, calls, misuses: misuses.toSorted((a, b) => a.offset - b.offset), error };
}

interface FoundCall {
  readonly start: number;
  readonly end: number;
  readonly given: readonly Token[];
  /** Its replacement. Where no variable is allowed: a number in default values, a name in selections. */
  standIn: 'variable' | 'number' | 'name';
}

function findCalls(text: string): readonly FoundCall[] {
  const tokens = tokensOf(text);
  const calls: FoundCall[] = [];
  for (const [at, { kind, value, start }] of tokens.entries()) {
    if (kind !== TokenKind.NAME || value !== call || tokens[at + 1]?.kind !== TokenKind.PAREN_L) continue;
    let [depth, last] = [1, at + 2];
    for (; depth > 0 && last < tokens.length; last++) {
      if (tokens[last]?.kind === TokenKind.PAREN_L) depth++;
      if (tokens[last]?.kind === TokenKind.PAREN_R) depth--;
    }
    // An unclosed call extends to the end of the text, so the error is at the end.
    const end = depth > 0 ? text.length : (tokens[last - 1]?.end ?? text.length);
    calls.push({ start, end, given: tokens.slice(at + 2, depth > 0 ? last : last - 1), standIn: 'variable' });
  }
  // Ignores calls inside the parentheses of another call.
  return calls.filter(({ start }) => !calls.some((other) => other.start < start && start < other.end));
}

function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer(new Source(text));
  const tokens: Token[] = [];
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) tokens.push(token);
  } catch (error) {
    // The parser reports the same error.
    if (!(error instanceof GraphQLError)) throw error;
  }
  return tokens;
}

/** Tries replacements until all calls are placed: graphql-js throws where a variable is not allowed. */
function parseWith(text: string, calls: readonly FoundCall[]): Pick<ParsedQuery, 'document' | 'error'> {
  for (;;) {
    try {
      return { document: parse(withStandIns(text, calls)), error: undefined };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const misplaced = calls.find(({ start }) => start === error.positions?.[0]);
      if (misplaced === undefined || misplaced.standIn === 'name') return { document: undefined, error };
      misplaced.standIn = misplaced.standIn === 'variable' ? 'number' : 'name';
    }
  }
}

const standIns = { variable: '$_', number: '0', name: call } as const;

function withStandIns(text: string, calls: readonly FoundCall[]): string {
  let masked = text;
  for (const { start, end, standIn } of calls) {
    const rest = text.slice(start + standIns[standIn].length, end).replaceAll(/[^\r\n]/g, ' ');
    masked = masked.slice(0, start) + standIns[standIn] + rest + masked.slice(end);
  }
  return masked;
}

function misuseOf({ start, given, standIn }: FoundCall): Misuse | undefined {
  const what = {
    variable: problemOf(given),
    number: `${call} cannot be a default value: it differs from request to request`,
    name: `${call} is not a field: use it as, or inside, the value of an argument`,
  }[standIn];
  return what === undefined ? undefined : { offset: start, what };
}

function problemOf([first, second]: readonly Token[]): string | undefined {
  if (first === undefined) return `${call} does not say which value`;
  if (first.kind === TokenKind.DOLLAR) return `${call} takes a name in quotes, not a variable`;
  if (first.kind !== TokenKind.STRING) return `${call} takes a name in quotes`;
  return second === undefined ? undefined : `${call} takes one name, and nothing else`;
}
