import {
  didYouMean,
  type EndpointManifest,
  type ExtensionManifest,
  type Finding,
  type Gateway,
  isObject,
} from 'stoa/tooling';
import { usesOfQuery } from '../shop/index.ts';
import { elementsOf, findNodes, literalText, readModule, routeCalls, type SourceModule } from '../source/index.ts';
import { routeNamed } from './lint-links.ts';
import { literalParts, warning } from './module-facts.ts';

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

/**
 * Fields of forms that no route of the component describes: a name is misspelt, or nothing checks the field. And forms
 * that are not sent as multipart, where a field or the route needs it.
 */
export async function lintForms(gateway: Linted): Promise<readonly Finding[]> {
  const components = new Set([...gateway.pages.groups.values()].flatMap((page) => page.components));
  const found = await Promise.all(
    [...components].map(async ({ extension, file, query }) => {
      const module = await readModule(file);
      const { links } = usesOfQuery(query, gateway.schema);
      const routes = [...links, ...routeCalls(module)]
        .flatMap(({ name }) => routeNamed(gateway, name, extension) ?? [])
        .filter(({ consumes }) => consumes.some((kind) => kind !== 'json'));
      const forms = postForms(module);
      return [...unknownInputs(module, forms, routes), ...plainForms(module, forms, routes)];
    }),
  );
  return found.flat();
}

type Element = ReturnType<typeof elementsOf>[number];
type Routes = readonly Pick<EndpointManifest, 'consumes' | 'files' | 'schemas'>[];

interface Form {
  readonly form: Element;
  readonly elements: readonly Element[];
}

function textOf({ attributes }: Element, name: string): string | undefined {
  return literalText(attributes.find((each) => each.name === name)?.value);
}

function postForms({ program }: SourceModule): readonly Form[] {
  return findNodes(program, 'JSXElement').flatMap((node) => {
    const [form, ...elements] = elementsOf({ program: node });
    const isPost = form?.name === 'form' && textOf(form, 'method')?.toLowerCase() === 'post';
    return isPost ? [{ form, elements }] : [];
  });
}

const fields: readonly (string | undefined)[] = ['input', 'select', 'textarea'];

function unknownInputs(module: SourceModule, forms: readonly Form[], routes: Routes): readonly Finding[] {
  const bodies = routes.flatMap(({ schemas, files }) => {
    const properties = schemas.body?.properties;
    return isObject(properties) ? [[...Object.keys(properties), ...Object.keys(files)]] : [];
  });
  if (bodies.length === 0) return [];
  const known = bodies.flat();
  const elements = forms.flatMap((each) => each.elements);
  return elements.flatMap(({ name: element, attributes }): readonly Finding[] => {
    const attribute = attributes.find(({ name }) => name === 'name');
    const name = literalText(attribute?.value);
    if (!fields.includes(element) || attribute === undefined || name === undefined || known.includes(name)) return [];
    const what = `has a field "${name}", which the "body" of its route does not list, so that nothing checks it`;
    return [warning(module, attribute.offset, { code: 'LINT_INPUT_UNKNOWN', what, fix: didYouMean(name, known) })];
  });
}

const multipart = 'multipart/form-data';

/** Forms that browsers send as text, with the name of a file alone, or to routes that take multipart alone. */
function plainForms(module: SourceModule, forms: readonly Form[], routes: Routes): readonly Finding[] {
  const needsParts = routes.length > 0 && routes.every(({ consumes }) => !consumes.includes('form'));
  return forms.flatMap(({ form, elements }): readonly Finding[] => {
    const encoding = form.attributes.find(({ name }) => name.toLowerCase() === 'enctype');
    // What a variable says is not known.
    if (encoding !== undefined && (literalText(encoding.value) ?? multipart) === multipart) return [];
    const hasFile = elements.some((each) => each.name === 'input' && textOf(each, 'type') === 'file');
    // A literal address may be that of another route.
    if (!hasFile && (!needsParts || textOf(form, 'action') !== undefined)) return [];
    const what = hasFile
      ? 'has a field for a file, and is sent as text: the route gets the name of the file alone'
      : 'is sent as text, and its route takes multipart alone, so that it refuses the form';
    return [warning(module, form.offset, { code: 'LINT_FORM_ENCODING', what, fix: `Write encType="${multipart}".` })];
  });
}
