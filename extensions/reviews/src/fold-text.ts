/** Longer texts are folded. In characters. */
const longest = 700;
const shown = 500;

/** What of a long text is shown at once, and the rest, divided between two words. A short text has no rest. */
export function foldText(text: string): { readonly start: string; readonly rest: string } {
  if (text.length <= longest) return { start: text, rest: '' };
  const space = text.slice(0, shown).search(/\s\S*$/u);
  // One endless word is divided anywhere, but not within a character.
  const at = space > shown / 2 ? space : shown - (/[\ud800-\udbff]/.test(text.charAt(shown - 1)) ? 1 : 0);
  return { start: text.slice(0, at), rest: text.slice(at).trimStart() };
}
