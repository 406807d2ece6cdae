import { codeOf, type ExtensionManifest, isObject, statusOf } from 'stoa/tooling';
import type { Concerned, TextEdit } from './change.ts';
import {
  dottedName,
  findNodes,
  isNode,
  lineAt,
  nameOf,
  nodesOf,
  type ParsedFile,
  parseExtension,
  type SyntaxNode,
} from './syntax.ts';

/** `Object.assign(new Error('…'), { status: 409, expose: true, … })`, which StoaError says with less. */
export async function findHandMadeErrors({ folder }: ExtensionManifest): Promise<readonly Concerned[]> {
  const files = await parseExtension(folder);
  return files.flatMap((parsed) => {
    const calls = findNodes(
      parsed.program,
      ({ type, callee }) => type === 'CallExpression' && dottedName(callee) === 'Object.assign',
    );
    return calls.flatMap((call) => concerned(parsed, call));
  });
}

function concerned(parsed: ParsedFile, call: SyntaxNode): readonly Concerned[] {
  const [made, given, ...others] = nodesOf(call.arguments);
  if (made?.type !== 'NewExpression' || nameOf(made.callee) !== 'Error') return [];
  if (given?.type !== 'ObjectExpression' || others.length > 0) return [];
  const values = new Map(nodesOf(given.properties).map((each) => [nameOf(each.key), each.value]));
  const [status, expose] = [values.get('status'), values.get('expose')];
  if (!isObject(expose) || expose.value !== true || status === undefined) return [];
  const place = { file: parsed.file, line: lineAt(parsed.text, call.start) };
  const fix = 'Throw a StoaError with a code.';
  const known = ['status', 'expose', 'fields', 'headers'];
  const isPlain = nodesOf(given.properties).every(
    ({ type, key, computed }) => type === 'ObjectProperty' && computed !== true && known.includes(nameOf(key) ?? ''),
  );
  const [message, options] = nodesOf(made.arguments);
  const number = isObject(status) && typeof status.value === 'number' ? status.value : undefined;
  if (!isPlain || number === undefined || message === undefined || options !== undefined) return [{ ...place, fix }];
  return [
    { ...place, fix, mend: { kind: 'replace', edits: mendOf(parsed, { call, message, values, status: number }) } },
  ];
}

interface HandMade {
  readonly call: SyntaxNode;
  readonly message: SyntaxNode;
  readonly values: ReadonlyMap<string | undefined, unknown>;
  readonly status: number;
}

function mendOf({ text, program }: ParsedFile, { call, message, values, status }: HandMade): readonly TextEdit[] {
  const sliced = (node: unknown): string => (isNode(node) ? text.slice(node.start, node.end) : '');
  const code = codeOf(status);
  const options = [
    ...(statusOf(code) === status ? [] : [`status: ${status}`]),
    ...['fields', 'headers'].flatMap((name) => {
      const value = sliced(values.get(name));
      return value === '' ? [] : [value === name ? name : `${name}: ${value}`];
    }),
  ];
  const last = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  const replaced = { start: call.start, end: call.end, text: `new StoaError('${code}', ${sliced(message)}${last})` };
  return [...importOf(program), replaced];
}

/** Adds StoaError to the imports of `stoa`, unless it is there. */
function importOf(program: unknown): readonly TextEdit[] {
  const imports = findNodes(program, ({ type, source, importKind }) => {
    return type === 'ImportDeclaration' && importKind !== 'type' && isObject(source) && source.value === 'stoa';
  });
  const specifiers = imports.flatMap(({ specifiers }) => nodesOf(specifiers));
  if (specifiers.some(({ imported }) => nameOf(imported) === 'StoaError')) return [];
  const last = specifiers.findLast(({ type }) => type === 'ImportSpecifier');
  if (last !== undefined) return [{ start: last.end, end: last.end, text: ', StoaError' }];
  const [first] = nodesOf(isObject(program) ? program.body : []);
  const start = first?.start ?? 0;
  return [{ start, end: start, text: "import { StoaError } from 'stoa';\n" }];
}
