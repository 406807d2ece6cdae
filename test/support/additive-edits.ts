import type { ShopEdit } from './shop-edits.ts';
import { type ShopTexts, withLine } from './shop-texts.ts';

/** Every edit of the shop that takes nothing away from anybody, by kind. */
export function additiveEdits(texts: ShopTexts): readonly ShopEdit[] {
  const from = (kind: string, files: Readonly<Record<string, string>>): ShopEdit => {
    return { kind, what: Object.keys(files).join(', '), files: new Map(Object.entries(files)), names: [] };
  };
  const replaced = (kind: string, file: string, what: string | RegExp, to: string): readonly ShopEdit[] => {
    const text = texts.files.get(file) ?? '';
    const changed = text.replace(what, to);
    return changed === text ? [] : [from(kind, { [file]: changed })];
  };
  return [
    ...schemaAdditions(texts, replaced),
    ...texts.routes.flatMap(({ file, text }) => routeAdditions(file, text, replaced)),
    ...newFiles(from),
    ...texts.components.flatMap(({ file }) => [
      ...replaced('another order', file, /sortOrder: (\d+)/, 'sortOrder: 1$1'),
      ...replaced('offer an area', file, /(export const layout)/, "export const areas = ['newArea'];\n$1").filter(
        () => !texts.files.get(file)?.includes('export const areas') && !texts.files.get(file)?.includes('hydrate'),
      ),
    ]),
    ...configAdditions(texts, replaced, from),
  ];
}

type Replaced = (kind: string, file: string, what: string | RegExp, to: string) => readonly ShopEdit[];
type From = (kind: string, files: Readonly<Record<string, string>>) => ShopEdit;

function schemaAdditions(texts: ShopTexts, replaced: Replaced): readonly ShopEdit[] {
  const { fields, files } = texts;
  const types = [...new Map(fields.map(({ kind, type, file }) => [`${kind} ${type}`, file]))];
  return [
    ...types.flatMap(([type, file]) => [
      ...replaced('add a field', file, new RegExp(`${type}\\b[^{\n]*\\{`), '$&\n  addition: String'),
      ...replaced('add a field of a new type', file, new RegExp(`${type}\\b[^{\n]*\\{`), '$&\n  kinds: [NewKind!]').map(
        (edit) => ({
          ...edit,
          files: new Map([...edit.files].map(([name, text]) => [name, `${text}\nenum NewKind { ONE TWO }\n`] as const)),
        }),
      ),
    ]),
    ...fields.flatMap((field) => {
      const { kind, line, name, args, returns } = field;
      const as = (what: string, to: string): readonly ShopEdit[] =>
        to === line
          ? []
          : [
              {
                kind: what,
                what: `${field.type}.${name}`,
                files: new Map([[field.file, withLine(texts, field, to)]]),
                names: [],
              },
            ];
      if (kind === 'input') return as('ask for less', line.replace(/!$/, ''));
      // Clients see an argument or a deprecation once all who give the field have it.
      const isGivenElsewhere = fields.some((each) => each.hasOthers && each.type === field.type && each.name === name);
      if (field.hasOthers || isGivenElsewhere) return [];
      const more = `${args === '' ? '(' : `${args.slice(0, -1)}, `}style: String = "plain")`;
      return [
        ...as('add an optional argument', line.replace(`${name}${args}`, `${name}${more}`)),
        ...(returns.endsWith('!') ? [] : as('promise more', line.replace(`: ${returns}`, `: ${returns}!`))),
        ...as('deprecate', `${line} @deprecated(reason: "Another one is better.")`),
      ];
    }),
    ...[...files.keys()]
      .filter((file) => file.endsWith('.graphql'))
      .flatMap((file) =>
        replaced(
          'add a type',
          file,
          /$/,
          '\ntype Novelty { id: ID! }\nextend type Query { novelty(id: ID): Novelty }\n',
        ),
      ),
  ];
}

function routeAdditions(file: string, text: string, replaced: Replaced): readonly ShopEdit[] {
  return [
    ...replaced('add an optional body field', file, /"body": \{(?!\})/, '"body": { "nickname": "String", '),
    ...replaced('ask for less', file, /"(type|name|description)": "String!"/, '"$1": "String"'),
    ...replaced('allow more', file, /"maxLength": (\d+)/, '"maxLength": 1$1'),
    ...replaced('allow more', file, /"maximum": 5/, '"maximum": 10'),
    ...replaced('allow more', file, /"minLength": 10/, '"minLength": 8'),
    ...replaced('add a query parameter', file, '"access"', '"query": { "page": "Int" }, "access"').filter(
      () => !text.includes('"query"'),
    ),
    ...replaced('add a method', file, '"methods": ["POST"]', '"methods": ["POST", "PATCH"]'),
    ...replaced('describe otherwise', file, /"summary": "/, '"summary": "Now: '),
    ...replaced('give more time', file, '"access"', '"timeoutMs": 20000, "access"').filter(
      () => !text.includes('"timeoutMs"'),
    ),
  ];
}

const handler =
  "import type { Handler } from 'stoa';\nconst answer: Handler = (_request, response) => void response.json({});\nexport default answer;\n";
const component = (area: string): string =>
  `export const layout = { areaId: '${area}', sortOrder: 50 };\nexport default function Novelty() {\n  return <p>New</p>;\n}\n`;

function newFiles(from: From): readonly ShopEdit[] {
  const extensions = ['catalog', 'reviews', 'customers', 'supplement', 'foo', 'flat-rate-shipping'];
  return extensions.flatMap((extension, index) => [
    from('add a route', {
      [`extensions/${extension}/api/novelty${index}/route.json`]: `{ "methods": ["GET"], "path": "/novelties/${index}", "access": "public" }`,
      [`extensions/${extension}/api/novelty${index}/answer.ts`]: handler,
    }),
    ...['homepage', 'productPage', 'checkout', 'all'].map((group) =>
      from('add a component', { [`extensions/${extension}/pages/${group}/Novelty.tsx`]: component('content') }),
    ),
    from('add a migration', {
      [`extensions/${extension}/migrations/099-novelty.sql`]: 'create table novelty (id int);',
    }),
    from('add a picture', {
      [`extensions/${extension}/assets/novelty.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  ]);
}

function configAdditions(texts: ShopTexts, replaced: Replaced, from: From): readonly ShopEdit[] {
  const file = 'gateway.yaml';
  const config = texts.files.get(file) ?? '';
  return [
    ...replaced('read a query parameter', file, 'query: [next] }', 'query: [next, from] }'),
    ...replaced('read a query parameter', file, 'query: [search, after, page]', 'query: [search, after, page, sort]'),
    ...replaced('let more in', file, 'depth: 12', 'depth: 15'),
    ...replaced('let more in', file, 'aliases: 30', 'aliases: 40'),
    ...replaced('listen elsewhere', file, '"${PORT:-3000}"', '4000'),
    from('add a page', {
      [file]: config.replace('pages:', 'pages:\n  help: { path: /help }'),
      'extensions/foo/pages/help/Help.tsx': component('content'),
    }),
    from('add an extension', {
      [file]: `${config.trimEnd()}\n    - { name: novelty, resolve: ./extensions/novelty, enabled: true }\n`,
      'extensions/novelty/graphql/Novelty.graphql':
        'type Novelty { id: ID! }\nextend type Query { novelty: Novelty }\n',
      'extensions/novelty/graphql/Novelty.resolvers.ts': 'export default { Query: { novelty: () => null } };\n',
    }),
  ];
}
