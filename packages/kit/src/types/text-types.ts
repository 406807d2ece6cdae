import type { ArgumentKind, ExtensionManifest } from 'stoa/tooling';
import { propertyName } from './text.ts';

const typeOf: Readonly<Record<ArgumentKind, string>> = {
  text: 'string | number',
  number: 'number',
  time: 'string | number | Date',
  tag: 'Tag',
};

/** The keys of the extension's texts, with their arguments. Undefined without texts. */
export function textsType({ textFiles: [base] }: Pick<ExtensionManifest, 'textFiles'>): string | undefined {
  if (base === undefined) return undefined;
  const lines = [...base.texts].map(([key, { args }]) => {
    const values = [...args].map(([name, kind]) => `readonly ${propertyName(name)}: ${typeOf[kind]}`);
    return `  readonly ${propertyName(key)}: ${values.length === 0 ? 'NoArgs' : `{ ${values.join('; ')} }`};`;
  });
  return [
    `/** The texts of texts/${base.locale}.json, for \`useText<Texts>()\`. */`,
    'export interface Texts {',
    ...lines,
    '}',
  ].join('\n');
}
