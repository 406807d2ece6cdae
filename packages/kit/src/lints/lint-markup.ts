import { didYouMean, type ExtensionManifest, type Finding, type Gateway, isObject } from 'stoa/tooling';
import { usesOfQuery } from '../shop/index.ts';
import {
  elementsOf,
  findNodes,
  literalParts,
  literalText,
  readModule,
  routeCalls,
  type SourceModule,
} from '../source/index.ts';
import { routeNamed } from './lint-links.ts';
import { warning } from './warning.ts';

/** Styles of elements that the browser drops, because the Content-Security-Policy of pages allows none. */
export function inlineStyles(module: SourceModule): readonly Finding[] {
  return elementsOf(module)
    .filter(({ name = '' }) => /^[a-z]/.test(name))
    .flatMap(({ name, attributes, offset }) => [
      ...(name === 'style' ? [offset] : []),
      ...attributes.flatMap((each) => (each.name === 'style' ? each.offset : [])),
    ])
    .map((offset) =>
      warning(module, offset, {
        code: 'LINT_INLINE_STYLE',
        what: 'has an inline style, which browsers drop: the Content-Security-Policy of pages allows style sheets only',
        fix: 'Put it into a class of a *.module.css, and use className.',
      }),
    );
}

const assetAddress = /\/assets\/([a-z][a-z0-9-]*)\/([\w./-]+\.\w+)/g;

/** Addresses of assets, in literals, that no extension has. */
export function missingAssets(
  modules: readonly SourceModule[],
  manifests: readonly ExtensionManifest[],
): readonly Finding[] {
  return modules.flatMap((module) =>
    literalParts(module).flatMap(({ text, offset }) =>
      [...text.matchAll(assetAddress)].flatMap((match): readonly Finding[] => {
        const [address, extension, path = ''] = match;
        const names = manifests.find(({ id }) => id === extension)?.assets.map(({ name }) => name);
        if (names === undefined || names.includes(path)) return [];
        const what = `names "${address}", and assets/ of ${extension} has no such file`;
        const fix = didYouMean(path, names);
        return [warning(module, offset + match.index, { code: 'LINT_ASSET_MISSING', what, fix })];
      }),
    ),
  );
}

type Linted = Pick<Gateway, 'config' | 'manifests' | 'pages' | 'schema'>;

/** Fields of forms that no route of the component describes: a name is misspelt, or nothing checks the field. */
export async function lintForms(gateway: Linted): Promise<readonly Finding[]> {
  const components = new Set([...gateway.pages.groups.values()].flatMap((page) => page.components));
  const found = await Promise.all(
    [...components].map(async ({ extension, file, query }) => {
      const module = await readModule(file);
      const links = usesOfQuery(query, gateway.schema).links;
      const named = [...links, ...routeCalls(module)].map(({ name }) => name);
      return unknownInputs(
        module,
        named.flatMap((name) => bodyNames(gateway, extension, name)),
      );
    }),
  );
  return found.flat();
}

/** The fields of a route's body by its name, or none. */
function bodyNames(shop: Linted, extension: string, name: string): readonly (readonly string[])[] {
  const endpoint = routeNamed(shop, name, extension);
  if (endpoint === undefined || endpoint.consumes.every((kind) => kind === 'json')) return [];
  const { properties } = endpoint.schemas.body ?? {};
  return isObject(properties) ? [[...Object.keys(properties), ...Object.keys(endpoint.files)]] : [];
}

const fields: readonly (string | undefined)[] = ['input', 'select', 'textarea'];

function unknownInputs(module: SourceModule, bodies: readonly (readonly string[])[]): readonly Finding[] {
  if (bodies.length === 0) return [];
  const known = bodies.flat();
  const forms = findNodes(module.program, 'JSXElement').flatMap((node) => {
    const [form] = elementsOf({ program: node });
    const method = literalText(form?.attributes.find(({ name }) => name === 'method')?.value);
    return form?.name === 'form' && method?.toLowerCase() === 'post' ? elementsOf({ program: node }) : [];
  });
  return forms.flatMap(({ name: element, attributes }): readonly Finding[] => {
    const attribute = attributes.find(({ name }) => name === 'name');
    const name = literalText(attribute?.value);
    if (!fields.includes(element) || attribute === undefined || name === undefined || known.includes(name)) return [];
    const what = `has a field "${name}", which the "body" of its route does not list, so that nothing checks it`;
    return [warning(module, attribute.offset, { code: 'LINT_INPUT_UNKNOWN', what, fix: didYouMean(name, known) })];
  });
}
