import { didYouMean, type ExtensionManifest, type Finding } from 'stoa/tooling';
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
import { warning } from './warning.ts';

interface NamedText {
  readonly key: string;
  readonly offset: number;
}

/** Texts that code names, and that the extension does not have, or that an island does not send to the browser. */
export async function lintTextKeys(manifests: readonly ExtensionManifest[]): Promise<readonly Finding[]> {
  const found = await Promise.all(
    manifests.map(async ({ id, folder, pages, textFiles: [base] }) => {
      const modules = base === undefined ? [] : await readModules(folder);
      const keys = [...(base?.texts.keys() ?? [])];
      const components = new Set(pages.map(({ file }) => file));
      return modules.flatMap((module) => [
        ...unknownTexts(module, keys, id),
        ...(components.has(module.file) ? unsentTexts(module, keys) : []),
      ]);
    }),
  );
  return found.flat();
}

function unknownTexts(module: SourceModule, keys: readonly string[], id: string): readonly Finding[] {
  return [...calledTexts(module), ...errorTexts(module), ...sentTexts(module)]
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

/** `text('key')` and `text.plain('key')` of `useText()`, and `context.text('key')`. */
function calledTexts(module: SourceModule): readonly NamedText[] {
  const isText = (name: string | undefined): boolean => {
    const value = name === undefined ? undefined : constantOf(module, name);
    return callsOf(value, ['useText']).some(({ node }) => node === value);
  };
  return callsOf(module.program, undefined).flatMap(({ name, of, given: [node] }) => {
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
