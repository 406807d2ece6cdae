const special = /[&<>"']/;

export function escapeHtml(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON for a `<script>` or a comment. No text in it can end either, or break an old parser. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]|--/g, (found) => escapes[found] ?? '');
}

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
  // Only strings and exponents contain a dash, and only strings contain two in a row.
  '--': '\\u002d\\u002d',
};
