import { specifiedRules, validate } from 'graphql';
import type { ExtensionManifest } from 'stoa/tooling';
import { refusedFields } from '../shop/index.ts';
import type { ComponentFacts } from './code-facts.ts';
import { dataType, type SelectionScope, variablesType } from './selection-types.ts';
import type { TypedShop } from './shop-types.ts';
import { interfaceText, typeName } from './text.ts';

/**
 * The documents of the extension's code that the schema accepts: the types of `context.query`. One with an internal
 * field that the extension does not use would be refused, so it has no type.
 */
export function documentsType(manifest: ExtensionManifest, { code, inner: schema, composition }: TypedShop): string {
  const documents = code.get(manifest.id)?.documents ?? [];
  const valid = documents.filter(
    ({ document }) =>
      validate(schema, document, specifiedRules).length === 0 &&
      refusedFields(document, manifest, { inner: schema, internal: composition.internal }).size === 0,
  );
  const lines = [...new Map(valid.map((each) => [each.text, each.document]))].map(([text, document]) =>
    [
      `  readonly ${JSON.stringify(text)}: {`,
      `    readonly data: ${dataType(document, { schema }, '    ')};`,
      `    readonly variables: ${variablesType(document, { schema }, '    ')};`,
      '  };',
    ].join('\n'),
  );
  return interfaceText('Documents', "The documents in the extension's code, for `context.query`.", lines);
}

/** The props of each component with a query. */
export function propsTypes(manifest: ExtensionManifest, shop: TypedShop): readonly string[] {
  const components = shop.code.get(manifest.id)?.components ?? [];
  return components.flatMap((each) => propsType(each, manifest, shop));
}

/** The name of the type of a component's props. Components of the same name in several groups have the group's, too. */
export function propsName({ component }: ComponentFacts, { pages }: ExtensionManifest): string {
  const isShared = pages.filter(({ name }) => name === component.name).length > 1;
  return `${isShared ? typeName(component.group) : ''}${component.name}Props`;
}

function propsType(facts: ComponentFacts, manifest: ExtensionManifest, shop: TypedShop): readonly string[] {
  const { query, component } = facts;
  if (query === undefined) return [];
  const { schema, composition } = shop;
  const name = propsName(facts, manifest);
  const where = `pages/${component.group}/${component.name}.tsx`;
  const whole = dataType(query, { schema }, '');
  const mayBeAway: SelectionScope['mayBeAway'] = (coordinate) => {
    const [type = '', field = ''] = coordinate.split('.');
    const sources = composition.types.get(type)?.fields.get(field)?.sources ?? [];
    return sources.length > 0 && !sources.includes(manifest.id);
  };
  const away = dataType(query, { schema, mayBeAway }, '');
  const text = `/** The props of ${where}: the answer to its query. */\n${declaration(name, whole)}`;
  if (away === whole) return [text];
  const twin = `${name}WhenAway`;
  return [text, `/** ${name} with nulls where another extension may be away. */\n${declaration(twin, away)}`];
}

function declaration(name: string, text: string): string {
  return text.startsWith('{') && !text.includes('\n} |')
    ? `export interface ${name} ${text}`
    : `export type ${name} = ${text};`;
}
