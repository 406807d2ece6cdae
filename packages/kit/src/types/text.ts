/** A property name as TypeScript writes it. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A doc comment of one line, or nothing. */
export function comment(text: string | undefined | null, indent: string): string {
  if (text === undefined || text === null || text.trim() === '') return '';
  return `${indent}/** ${text.trim().replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

/** The type of an object, one property a line. Each property has its `readonly`. */
export function objectText(properties: readonly string[], indent: string): string {
  if (properties.length === 0) return 'NoArgs';
  return `{\n${properties.join('\n')}\n${indent}}`;
}

/** An exported interface with its doc comment. Each line is indented. */
export function interfaceText(name: string, about: string, lines: readonly string[]): string {
  return [`/** ${about} */`, `export interface ${name} {`, ...lines, '}'].join('\n');
}

export function unionText(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
}

export function listText(item: string): string {
  return /^[\w.]+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
}

export function literalText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/** `addReview` → `AddReview`. */
export function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
