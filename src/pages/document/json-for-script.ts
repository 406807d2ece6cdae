/** JSON that can stand in a `<script>` or a comment: no text in it can end either, or mean anything to an old parser. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]|--/g, (found) => escapes[found] ?? '');
}

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
  // Only strings and exponents hold a dash, and two in a row only strings.
  '--': '\\u002d\\u002d',
};
