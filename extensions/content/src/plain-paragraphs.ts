import { lexer, type Token } from 'marked';
import { safeAddress } from './safe-address.ts';

/** The text without marks, a paragraph for each block, for mails. */
export function plainParagraphs(markdown: string): readonly string[] {
  return tokensOf(markdown).flatMap(blocksOf);
}

/** The parts of a text. The end of a line stays one, as in an address. */
export function tokensOf(markdown: string): readonly Token[] {
  return lexer(markdown, { gfm: true, breaks: true });
}

function blocksOf(token: Token): readonly string[] {
  if (token.type === 'space' || token.type === 'hr' || token.type === 'def') return [];
  if (token.type === 'list') return items(token).map((item) => `• ${plain(item)}`);
  if (token.type === 'blockquote') return (token.tokens ?? []).flatMap(blocksOf);
  const text = plain(token).trim();
  return text === '' ? [] : [text];
}

function items(token: Token): readonly Token[] {
  return 'items' in token && Array.isArray(token.items) ? token.items : [];
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
