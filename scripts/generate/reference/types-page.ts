import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from '@babel/parser';

interface Entry {
  /** What users import: `stoa/testing`. */
  readonly name: string;
  /** Absolute path of the module. */
  readonly file: string;
  readonly about: string;
  /** Files of `#room` imports, absolute. */
  readonly doors: Readonly<Record<string, string>>;
}

interface Declaration {
  readonly name: string;
  /** Without the body of a function. */
  readonly text: string;
  /** Text of its comment. */
  readonly comment: string;
}

/** A page with all that a module exports: its comments and its types. */
export async function typesPage({ name, file, about, doors }: Entry): Promise<string> {
  const declarations = await exportsOf(file, doors);
  return [
    `# ${name}`,
    '',
    `<!-- Generated from the sources by scripts/generate.ts: change the comments there, not this. -->`,
    '',
    about,
    '',
    ...declarations
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((each) => [
        `## ${each.name}`,
        '',
        ...(each.comment === '' ? [] : [escaped(each.comment), '']),
        '```ts',
        each.text.replace(/^ *\/\/ biome-ignore .*\n/gm, ''),
        '```',
        '',
      ]),
  ].join('\n');
}

/** Follows exports from other modules to the declaration. */
async function exportsOf(file: string, doors: Entry['doors']): Promise<readonly Declaration[]> {
  const text = await readFile(file, 'utf8');
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const found: Declaration[] = [];
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    if (node.declaration) found.push(...declared(text, node));
    const source = node.source?.value;
    if (source === undefined) continue;
    const target = source.startsWith('.') ? resolve(dirname(file), source) : doors[source];
    if (target === undefined) continue;
    const others = await exportsOf(target, doors);
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.exported.type !== 'Identifier') continue;
      const { local, exported } = specifier;
      const localName = local.type === 'Identifier' ? local.name : local.value;
      const other = others.find((each) => each.name === localName);
      if (other === undefined) throw new Error(`${source} exports no ${localName}, which ${file} passes on`);
      found.push({ ...other, name: exported.name });
    }
  }
  return found;
}

type Exported = Extract<ReturnType<typeof parse>['program']['body'][number], { type: 'ExportNamedDeclaration' }>;

function declared(text: string, node: Exported): readonly Declaration[] {
  const { declaration } = node;
  if (!declaration) return [];
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  const comment = commentText(node.leadingComments?.at(-1)?.value ?? '');
  const until = (stop: number | null | undefined): string => text.slice(start, stop ?? end).trimEnd();
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    const isClass = declaration.type === 'ClassDeclaration';
    return [
      {
        name: declaration.id?.name ?? '',
        comment,
        text: isClass ? classText(text, node) : until(declaration.body.start),
      },
    ];
  }
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' ? [{ name: id.name, comment, text: until(init?.start).replace(/\s*=$/, '') }] : [],
    );
  if ('id' in declaration && declaration.id?.type === 'Identifier')
    return [{ name: declaration.id.name, comment, text: until(end) }];
  return [];
}

/** The public members of a class, without their bodies. */
function classText(text: string, node: Exported): string {
  const { declaration } = node;
  if (declaration?.type !== 'ClassDeclaration') return '';
  const head = text.slice(node.start ?? 0, declaration.body.start ?? 0).trimEnd();
  const members = declaration.body.body.flatMap((member) => {
    if (member.type !== 'ClassMethod' && member.type !== 'ClassProperty') return [];
    if (member.computed || member.accessibility === 'private') return [];
    const [start, end] = [
      member.start ?? 0,
      member.type === 'ClassMethod' ? member.body.start : member.typeAnnotation ? member.value?.start : member.end,
    ];
    const comments = (member.leadingComments ?? []).map(({ value }) => `  /*${value}*/\n`).join('');
    return [`${comments}  ${text.slice(start, end ?? member.end ?? 0).replace(/[\s=;]+$/, '')};`];
  });
  return [`${head} {`, ...members, '}'].join('\n');
}

function commentText(value: string): string {
  if (!value.startsWith('*')) return '';
  const lines = value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd());
  return lines.join('\n').trim();
}

/** Braces and angle brackets are text. What stands in backticks stays as it is, and an `@example` is code. */
function escaped(text: string): string {
  return text
    .replace(/\n*^@example (.+)$/gm, (_, code) => `\n\n\`${code.replaceAll('`', "'")}\``)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<>{}]/g, '\\$&')))
    .join('');
}
