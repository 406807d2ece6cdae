import { nearestName } from './did-you-mean.ts';

/** The words that a definition may begin with. */
const keywords = {
  query: ['query', 'fragment'],
  sdl: ['type', 'interface', 'union', 'enum', 'input', 'scalar', 'directive', 'schema', 'extend'],
} as const;

/** Splits a message of graphql-js into `what` and `fix`: the question that ends some messages, or else `otherwise`. */
export function splitSuggestion(message: string, otherwise: string): { readonly what: string; readonly fix: string } {
  const at = message.search(/ Did you mean [^?]*\?$/);
  return at === -1 ? { what: message, fix: otherwise } : { what: message.slice(0, at), fix: message.slice(at + 1) };
}

/** The fix for a syntax error of graphql-js. */
export function syntaxFix(message: string, language: keyof typeof keywords): string {
  if (message.includes('<EOF>')) return 'Close each { ( and [ that is open at the end of the text.';
  if (message.includes('Unterminated string')) return 'Close the string with a quote.';
  const [, unexpected] = /Unexpected Name "(\w+)"/.exec(message) ?? [];
  const near = unexpected === undefined ? undefined : nearestName(unexpected, keywords[language]);
  if (near !== undefined && near !== unexpected) return `Did you mean "${near}"?`;
  return 'Look just before this place: a bracket, a name or a colon is missing or too many.';
}
