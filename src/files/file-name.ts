/** Control characters, and those that turn the direction of a text: `exe.gnp` would read `png.exe`. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu;

/** More than any file system allows is no name. */
const mostCharacters = 200;

/** A client's name for a file as a text to show: without folders, control characters, and dots around it. */
export function shownFileName(given: string): string {
  const name = given
    .replace(/^.*[/\\]/s, '')
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  const shown = characters.length <= mostCharacters ? name : characters.slice(-mostCharacters).join('');
  return shown === '' ? 'file' : shown;
}
