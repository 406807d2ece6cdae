import {
  type ArgumentNode,
  type ConstArgumentNode,
  type ConstValueNode,
  Kind,
  type Token,
  TokenKind,
  type ValueNode,
} from 'graphql';
import { Parser } from 'graphql/language/parser.js';

/** The one thing that page components may write and GraphQL does not know. */
const call = 'getContextValue';

export interface Misuse {
  /** Where in the text. */
  readonly offset: number;
  readonly what: string;
}

/**
 * GraphQL's own parser, which also takes `getContextValue("name")` where a value may stand. Each call becomes a variable
 * that no text could name, so that it cannot clash with the component's own.
 */
export class QueryParser extends Parser {
  /** What is asked for, by the name of the variable that stands for it. */
  readonly calls = new Map<string, string>();
  readonly misuses: Misuse[] = [];

  override parseValueLiteral(isConst: true): ConstValueNode;
  override parseValueLiteral(isConst: boolean): ValueNode;
  override parseValueLiteral(isConst: boolean): ValueNode {
    const start = this._lexer.token;
    if (start.kind !== TokenKind.NAME || start.value !== call) return super.parseValueLiteral(isConst);
    this.advanceLexer();
    const given = this.#skipArguments();
    const wrong = isConst ? `${call} cannot be a default value: it differs from request to request` : misuseOf(given);
    if (wrong !== undefined) {
      this.misuses.push({ offset: start.start, what: wrong });
      const nothing: ValueNode = { kind: Kind.NULL };
      return this.node(start, nothing);
    }
    const asked = given?.[0]?.value ?? '';
    const value = `${call}(${JSON.stringify(asked)})`;
    this.calls.set(value, asked);
    const variable: ValueNode = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } };
    return this.node(start, variable);
  }

  // Fields and directives have their arguments read here, after their name.
  override parseArguments(isConst: true): ConstArgumentNode[];
  override parseArguments(isConst: boolean): ArgumentNode[];
  override parseArguments(isConst: boolean): ArgumentNode[] {
    const name = this._lexer.lastToken;
    if (name.kind !== TokenKind.NAME || name.value !== call || !this.peek(TokenKind.PAREN_L))
      return super.parseArguments(isConst);
    this.misuses.push({
      offset: name.start,
      what: `${call} is no field: it can only be the value of an argument, or in one`,
    });
    this.#skipArguments();
    return [];
  }

  /** The tokens between the parentheses that follow; undefined when none do. */
  #skipArguments(): readonly Token[] | undefined {
    if (!this.peek(TokenKind.PAREN_L)) return undefined;
    const tokens: Token[] = [];
    let depth = 0;
    do {
      if (this.peek(TokenKind.EOF)) throw this.unexpected();
      if (this.peek(TokenKind.PAREN_L)) depth++;
      if (this.peek(TokenKind.PAREN_R)) depth--;
      tokens.push(this._lexer.token);
      this.advanceLexer();
    } while (depth > 0);
    return tokens.slice(1, -1);
  }
}

function misuseOf(given: readonly Token[] | undefined): string | undefined {
  const [first, second] = given ?? [];
  if (first === undefined) return `${call} does not say which value`;
  if (first.kind === TokenKind.DOLLAR) return `${call} takes a name in quotes, not a variable`;
  if (first.kind !== TokenKind.STRING) return `${call} takes a name in quotes`;
  return second === undefined ? undefined : `${call} takes one name, and nothing else`;
}
