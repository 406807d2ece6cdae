// Without a portal's name and without a limit of rows, Execute is always the same; Sync has no content.
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
/** The number of values is 16 bits. */
const maxValues = 0xffff;

/**
 * What asks PostgreSQL to run a prepared statement and answer in text, in one piece: Bind, Execute and Sync, without the
 * Describe that the driver sends each time. Undefined when only the driver knows how to write one of the values: a Date, a
 * Buffer, an object. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function runMessage(name: string, values: readonly unknown[]): Buffer | undefined {
  if (values.length > maxValues) return undefined;
  const texts: (string | null)[] = [];
  const lengths: number[] = [];
  // Code, length, the portal's empty name, the statement's, and three numbers of 16 bits.
  let size = 1 + 4 + 1 + (name.length + 1) + 2 + 2 + 2;
  for (const value of values) {
    const text = textOf(value);
    if (text === undefined) return undefined;
    const length = text === null ? 0 : Buffer.byteLength(text);
    texts.push(text);
    lengths.push(length);
    size += 4 + length;
  }
  const message = Buffer.allocUnsafe(size + executeAndSync.length);
  message[0] = 0x42;
  message.writeInt32BE(size - 1, 1);
  message[5] = 0;
  // The gateway's own names are ASCII.
  let at = 6 + message.write(name, 6, 'latin1');
  message[at] = 0;
  // No formats of values: all are text.
  message.writeUInt16BE(0, at + 1);
  message.writeUInt16BE(values.length, at + 3);
  at += 5;
  for (const [index, text] of texts.entries()) at = writeValue(message, at, { text, length: lengths[index] ?? 0 });
  // Nor formats of columns.
  message.writeUInt16BE(0, at);
  message.set(executeAndSync, at + 2);
  return message;
}

function writeValue(
  message: Buffer,
  at: number,
  { text, length }: { readonly text: string | null; readonly length: number },
): number {
  const start = message.writeInt32BE(text === null ? -1 : length, at);
  if (text !== null) message.write(text, start);
  return start + length;
}

/** As the driver writes it; undefined when it has to. */
function textOf(value: unknown): string | null | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return null;
    default:
      if (value === null) return null;
      return Array.isArray(value) ? arrayText(value) : undefined;
  }
}

function arrayText(list: readonly unknown[]): string | undefined {
  let text = '{';
  for (const item of list) {
    // An array in an array is one in the text as well, and not a text.
    const own = Array.isArray(item) ? undefined : textOf(item);
    if (own === undefined) return undefined;
    if (text.length > 1) text += ',';
    text += own === null ? 'NULL' : `"${own.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  }
  return `${text}}`;
}
