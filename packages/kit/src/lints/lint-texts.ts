import { basename } from 'node:path';
import { type Config, didYouMean, type ExtensionManifest, type Finding } from 'stoa/tooling';
import {
  callsOf,
  constantOf,
  exportedValue,
  findNodes,
  literalText,
  literalTexts,
  nameOf,
  readModules,
  type SourceModule,
  type SyntaxNode,
  spanOf,
} from '../source/index.ts';
import { warning } from './module-facts.ts';

type TextFile = ExtensionManifest['textFiles'][number];

/**
 * Texts that are missing in a locale of the shop, so that another language stands there, and texts that no code can ask
 * for, since the extension's first file does not have them.
 */
export function lintTexts(
  manifests: readonly ExtensionManifest[],
  { locales }: Pick<Config['shop'], 'locales'>,
): readonly Finding[] {
  return manifests.flatMap(({ id, textFiles }) => {
    const [base, ...others] = textFiles;
    if (base === undefined) return [];
    const isServed = ({ locale }: TextFile): boolean =>
      locales.some((each) => each === locale || each.startsWith(`${locale}-`));
    const absent = locales.filter((locale) => !textFiles.some((file) => fits(file, locale)));
    return [
      ...absent.map((locale) => absentFinding(id, base, locale)),
      ...others.flatMap((file) => [...unknownIn(file, base), ...(isServed(file) ? missingIn(file, textFiles) : [])]),
    ];
  });
}

function fits({ locale }: TextFile, wanted: string): boolean {
  return locale === wanted || locale === wanted.split('-', 1)[0];
}

function absentFinding(extension: string, { file, locale: base }: TextFile, locale: string): Finding {
  const [language = locale] = locale.split('-', 1);
  const what = `${extension} has no texts/${language}.json, so the shop's pages in ${locale} have its texts in ${base}`;
  const fix = `Copy ${basename(file)} to texts/${language}.json, and translate it.`;
  return { code: 'LINT_TEXT_MISSING', severity: 'warning', where: { file, line: 1 }, what, fix };
}

function missingIn({ file, locale, texts }: TextFile, all: readonly TextFile[]): readonly Finding[] {
  // A file of a region needs only what is different there.
  if (all.some((other) => other.locale !== locale && fits(other, locale))) return [];
  const keys = [...(all[0]?.texts.keys() ?? [])].filter((key) => !texts.has(key));
  return keys.map((key) => {
    const what = `has no text "${key}", which is then in another language`;
    return { code: 'LINT_TEXT_MISSING', severity: 'warning', where: { file, line: 1 }, what, fix: 'Translate it.' };
  });
}

function unknownIn({ file, texts }: TextFile, base: TextFile): readonly Finding[] {
  const known = [...base.texts.keys()];
  return [...texts].flatMap(([key, { line }]): readonly Finding[] => {
    if (base.texts.has(key)) return [];
    const what = `"${key}" is no text of ${basename(base.file)}, so nothing asks for it`;
    return [
      { code: 'LINT_TEXT_UNKNOWN', severity: 'warning', where: { file, line }, what, fix: didYouMean(key, known) },
    ];
  });
}

interface NamedText {
  readonly key: string;
  readonly offset: number;
}

/** Texts that code names, and that the extension does not have, or that an island does not send to the browser. */
export async function lintTextKeys(manifests: readonly ExtensionManifest[]): Promise<readonly Finding[]> {
  const found = await Promise.all(
    manifests.map(async ({ id, folder, pages, tasks, textFiles: [base] }) => {
      const modules = await readModules(folder);
      const keys = [...(base?.texts.keys() ?? [])];
      const components = new Set(pages.map(({ file }) => file));
      return modules.flatMap((module) => [
        ...unknownTexts(module, keys, { id, isTask: tasks.some(({ file }) => file === module.file) }),
        ...(components.has(module.file) ? unsentTexts(module, keys) : []),
      ]);
    }),
  );
  return found.flat();
}

function unknownTexts(
  module: SourceModule,
  keys: readonly string[],
  { id, isTask }: { readonly id: string; readonly isTask: boolean },
): readonly Finding[] {
  return [...calledTexts(module, isTask), ...errorTexts(module), ...sentTexts(module)]
    .filter(({ key }) => !keys.includes(key))
    .map(({ key, offset }) => {
      const what = `names the text "${key}", which ${id} does not have`;
      return warning(module, offset, { code: 'LINT_TEXT_KEY', what, fix: didYouMean(key, keys) });
    });
}

/** An island has in the browser what it exports, and a module that it imports has the island's texts. */
function unsentTexts(module: SourceModule, keys: readonly string[]): readonly Finding[] {
  if (exportedValue(module, 'hydrate') === undefined) return [];
  const texts = exportedValue(module, 'texts');
  const sent = texts === undefined ? [] : literalTexts(texts);
  if (sent === undefined) return [];
  return calledTexts(module)
    .filter(({ key }) => keys.includes(key) && !sent.includes(key))
    .map(({ key, offset }) => {
      const what = `shows the text "${key}", which the component does not send to the browser`;
      const list = [...sent, key].map((each) => `'${each}'`).join(', ');
      return warning(module, offset, { code: 'LINT_TEXT_KEY', what, fix: `Write: export const texts = [${list}];` });
    });
}

/**
 * `text('key')` and `text.plain('key')` of `useText()`, and `context.text('key')`. Where a locale is chosen, the key
 * comes after: `context.text('de')('key')` of a task, and `context.textIn('de')('key')`.
 */
function calledTexts(module: SourceModule, isTask = false): readonly NamedText[] {
  const afterLocale = new Map(
    findNodes(module.program, 'CallExpression').map((call): readonly [SyntaxNode, SyntaxNode | undefined] => [
      call.callee,
      call.arguments[0],
    ]),
  );
  const isText = (name: string | undefined): boolean => {
    const value = name === undefined ? undefined : constantOf(module, name);
    return callsOf(value, ['useText']).some(({ node }) => node === value);
  };
  return callsOf(module.program, undefined).flatMap(({ name, of, given: [node], node: call }) => {
    if (of === 'context' && (name === 'text' || name === 'textIn') && afterLocale.has(call))
      return namedText(afterLocale.get(call));
    if (of === 'context' && isTask) return [];
    const isOne = of === undefined ? isText(name) : name === 'plain' ? isText(of) : name === 'text' && of === 'context';
    return isOne ? namedText(node) : [];
  });
}

/** `new StoaError(code, { text: 'key' }, …)`, also in its fields. */
function errorTexts({ program }: SourceModule): readonly NamedText[] {
  const errors = findNodes(program, 'NewExpression').filter(({ callee }) => nameOf(callee) === 'StoaError');
  return findNodes(
    errors.map((each) => each.arguments),
    'ObjectProperty',
  ).flatMap(({ key, value }) => (nameOf(key) === 'text' ? namedText(value) : []));
}

function sentTexts(module: SourceModule): readonly NamedText[] {
  const texts = exportedValue(module, 'texts');
  if (exportedValue(module, 'hydrate') === undefined || texts?.type !== 'ArrayExpression') return [];
  return texts.elements.flatMap((node) => namedText(node));
}

function namedText(node: SyntaxNode | null | undefined): readonly NamedText[] {
  const key = literalText(node);
  return node == null || key === undefined ? [] : [{ key, offset: spanOf(node).start }];
}
