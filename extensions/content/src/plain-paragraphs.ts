import { lexer, type Token, type Tokens } from 'marked';
import { safeAddress } from './safe-address.ts';

/** The text without marks, a paragraph for each block, for mails. */
export function plainParagraphs(markdown: string): readonly string[] {
  return tokensOf(markdown).flatMap((token) => blocksOf(token));
}

/** The parts of a text. The end of a line stays one, as in an address. */
export function tokensOf(markdown: string): readonly Token[] {
  return lexer(markdown, { gfm: true, breaks: true });
}

/** `above` is the mark of the item that the token is in. */
function blocksOf(token: Token, above = ''): readonly string[] {
  if (token.type === 'space' || token.type === 'hr' || token.type === 'def') return [];
  if (isList(token)) return token.items.flatMap((item, index) => itemOf(item, markOf(token, index, above)));
  if (token.type === 'blockquote') return (token.tokens ?? []).flatMap((each) => blocksOf(each, above));
  const text = plain(token).trim();
  return text === '' ? [] : [text];
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

/** The text of a mail is not indented, so that a mark says what it is below: `2.1.` is in `2.`, and `◦` in `•`. */
function markOf({ ordered, start }: Tokens.List, index: number, above: string): string {
  if (!ordered) return above === '•' ? '◦' : '•';
  return `${above.endsWith('.') ? above : ''}${Number(start) + index}.`;
}

/** What else is in an item, such as a list, follows it. */
function itemOf({ tokens }: Tokens.ListItem, mark: string): readonly string[] {
  const box = tokens.find(({ type }) => type === 'checkbox')?.raw ?? '';
  const blocks = tokens.filter(({ type }) => type !== 'checkbox').flatMap((token) => blocksOf(token, mark));
  const [first = '', ...rest] = blocks;
  return [`${mark} ${box}${first}`, ...rest];
}

function plain(token: Token): string {
  if (token.type === 'br') return '\n';
  const text = 'tokens' in token && token.tokens ? token.tokens.map(plain).join('') : textOf(token);
  const address = token.type === 'link' ? safeAddress(String(token.href)) : undefined;
  return address === undefined || address === text || address === `mailto:${text}` ? text : `${text} (${address})`;
}

/** Of a token without tokens below it. */
export function textOf(token: Token): string {
  return 'text' in token ? String(token.text) : token.raw;
}
