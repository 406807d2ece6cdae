type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

// `[ !#-[\]-\uffff]` is every character from the space on, except `"` and `\`.
const key = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;
const scalar = new RegExp(`${key.source}|${number.source}|true|false|null`, 'y');
const blanks = /[ \t\n\r]*/y;

/**
 * The offset at which a text stops being JSON, or its length when it ends too early. JSON.parse gives the offset
 * only in some messages, and others quote the text. Without recursion, so no depth overflows the stack.
 */
export function jsonErrorOffset(text: string): number {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = skip(blanks, text, 0);
  while (at < text.length) {
    const step = advance(text, at, { expected, open });
    if (step === undefined) return at;
    expected = step.expected;
    at = skip(blanks, text, step.at);
  }
  return at;
}

interface State {
  readonly expected: Expected;
  readonly open: ('[' | '{')[];
}

function advance(text: string, at: number, { expected, open }: State): { expected: Expected; at: number } | undefined {
  const char = text[at];
  switch (expected) {
    case 'value':
    case 'value or ]':
      if (char === ']' && expected === 'value or ]') return close(open, at);
      if (char !== '[' && char !== '{') return token(scalar, text, at, afterValue(open));
      open.push(char);
      return { expected: char === '[' ? 'value or ]' : 'key or }', at: at + 1 };
    case 'key':
    case 'key or }':
      return char === '}' && expected === 'key or }' ? close(open, at) : token(key, text, at, ':');
    case ':':
      return char === ':' ? { expected: 'value', at: at + 1 } : undefined;
    case ', or end':
      if (char === ',') return { expected: open.at(-1) === '{' ? 'key' : 'value', at: at + 1 };
      return char === (open.at(-1) === '{' ? '}' : ']') ? close(open, at) : undefined;
    case 'nothing':
      return undefined;
  }
}

function close(open: ('[' | '{')[], at: number): { expected: Expected; at: number } {
  open.pop();
  return { expected: afterValue(open), at: at + 1 };
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : ', or end';
}

function token(pattern: RegExp, text: string, at: number, expected: Expected) {
  const end = skip(pattern, text, at);
  return end === at ? undefined : { expected, at: end };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
