// Spaces, characters without a shape of their own, and the blank of Braille, which counts as a symbol.
const invisible = /[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has anything to see. Zero-width characters alone are as blank as spaces. */
export function isVisible(text: string): boolean {
  return text.replaceAll(invisible, '') !== '';
}
