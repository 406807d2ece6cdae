import { isMap, isNode, isSeq, type Node, parseDocument } from 'yaml';

interface NewPage {
  readonly name: string;
  readonly path: string;
}

/** The text of a gateway.yaml with one more extension, and with pages. Its layout and comments stay. */
export function withExtension(
  text: string,
  extension: { readonly name: string; readonly resolve: string },
  pages: readonly NewPage[] = [],
): string {
  return pages.reduce(withPage, withEntry(text, extension));
}

function withEntry(text: string, { name, resolve }: { readonly name: string; readonly resolve: string }): string {
  const extensions = parseDocument(text).getIn(['system', 'extensions'], true);
  const entry = `{ name: ${name}, resolve: ${resolve} }`;
  if (isSeq(extensions) && !extensions.flow && extensions.items.length > 0)
    return afterLast(text, extensions.items, `- ${entry}`);
  if (isSeq(extensions) && extensions.flow === true) return intoFlow(text, extensions, entry);
  return `${withEnd(text)}system:\n  extensions:\n    - ${entry}\n`;
}

/** The text with one more page. */
export function withPage(text: string, { name, path }: NewPage): string {
  const pages = parseDocument(text).get('pages', true);
  const entry = `${name}: { path: ${JSON.stringify(path)} }`;
  if (isMap(pages) && pages.flow === true) return intoFlow(text, pages, entry);
  if (!isMap(pages) || pages.items.length === 0) return `${withEnd(text)}pages:\n  ${entry}\n`;
  const last = pages.items.at(-1);
  const [start, keyEnd] = rangeOf(last?.key);
  const [, end = keyEnd] = rangeOf(last?.value);
  return insertLine(text, end ?? text.length, `${indentAt(text, start ?? 0)}${entry}`);
}

function afterLast(text: string, items: readonly unknown[], line: string): string {
  const [start = 0, end = text.length] = rangeOf(items.at(-1));
  return insertLine(text, end, `${indentAt(text, text.lastIndexOf('- ', start))}${line}`);
}

function intoFlow(text: string, node: Node, entry: string): string {
  const end = node.range?.[1] ?? text.length;
  const inside = text.slice((node.range?.[0] ?? 0) + 1, end - 1);
  return `${text.slice(0, end - 1).trimEnd()}${inside.trim() === '' ? ' ' : ', '}${entry} ${text.slice(end - 1)}`;
}

// The line of the last value may end with a comment.
function insertLine(text: string, after: number, line: string): string {
  const end = text.indexOf('\n', Math.max(after - 1, 0));
  return end === -1 ? `${text}\n${line}\n` : `${text.slice(0, end + 1)}${line}\n${text.slice(end + 1)}`;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Where a node begins and ends. */
function rangeOf(node: unknown): readonly (number | undefined)[] {
  return isNode(node) ? (node.range ?? []) : [];
}
