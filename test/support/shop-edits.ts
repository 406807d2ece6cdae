import { gatewayAreas } from '#pages';
import { type ShopTexts, type WrittenComponent, type WrittenField, withLine } from './shop-texts.ts';

/** One edit of the demonstration shop, and what must be said of it. */
export interface ShopEdit {
  readonly kind: string;
  readonly what: string;
  /** New texts; null for a file or folder that goes. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Coordinates, routes, pages, areas, components and extensions that a breaking change must name. */
  readonly names: readonly string[];
  /** When known: exactly these components rely on what is in `names[0]`, no others. */
  readonly components?: readonly string[];
}

/** Every breaking edit that can be made of the shop, by kind. */
export function breakingEdits(texts: ShopTexts): readonly ShopEdit[] {
  return [...schemaEdits(texts), ...routeEdits(texts), ...pageEdits(texts), ...configEdits(texts)];
}

function edit(
  texts: ShopTexts,
  kind: string,
  {
    file,
    from,
    to,
    ...rest
  }: { file: string; from: string | RegExp; to: string } & Omit<ShopEdit, 'kind' | 'what' | 'files'>,
): readonly ShopEdit[] {
  const text = texts.files.get(file) ?? '';
  const changed = text.replace(from, () => to);
  if (changed === text) return [];
  return [{ kind, what: `${file}: ${from} -> ${to}`, files: new Map([[file, changed]]), ...rest }];
}

function lineEdit(
  texts: ShopTexts,
  kind: string,
  {
    field,
    to,
    ...rest
  }: { readonly field: WrittenField; readonly to: string } & Pick<ShopEdit, 'names' | 'components'>,
): readonly ShopEdit[] {
  const changed = withLine(texts, field, to);
  if (changed === texts.files.get(field.file)) return [];
  const what = `${field.file}: ${field.type}, ${field.line} -> ${to}`;
  return [{ kind, what, files: new Map([[field.file, changed]]), ...rest }];
}

function askers(texts: ShopTexts, coordinate: string): readonly string[] {
  return texts.components.filter(({ asks }) => asks.has(coordinate)).map(({ name }) => name);
}

function schemaEdits(texts: ShopTexts): readonly ShopEdit[] {
  // What goes from a field that others give, too, is still there.
  const own = texts.fields.filter(({ hasOthers }) => !hasOthers);
  const lines = own.flatMap((field): readonly ShopEdit[] => {
    const { line, type, name, returns, args, kind } = field;
    const coordinate = `${type}.${name}`;
    const components = kind === 'type' ? askers(texts, coordinate) : [];
    const known = { names: [coordinate, ...components], components };
    const as = (what: string, to: string, rest: Pick<ShopEdit, 'names' | 'components'> = known): readonly ShopEdit[] =>
      lineEdit(texts, what, { field, to, ...rest });
    if (kind === 'input') return [...as('remove input field', ''), ...as('retype input field', `  ${name}: Boolean!`)];
    const required = `${args === '' ? '(' : `${args.slice(0, -1)}, `}locale: String!)`;
    return [
      ...as('remove field', ''),
      ...as('rename field', line.replace(name, `${name}Anew`)),
      ...as('retype field', `  ${name}${args}: ${returns.includes('Boolean') ? 'Int' : 'Boolean'}`),
      ...(returns.endsWith('!') ? as('make nullable', line.replace(/!(\s*(?:@.*)?)$/, '$1')) : []),
      ...as('require an argument', line.replace(`${name}${args}:`, `${name}${required}:`), {
        ...{ names: [`${coordinate}.locale`, ...components], components },
      }),
      ...argumentEdits(texts, field),
    ];
  });
  const input = edit(texts, 'require an input field', {
    ...{
      file: 'extensions/reviews/graphql/Review.graphql',
      from: 'input ReviewInput {',
      to: 'input ReviewInput {\n  title: String!',
    },
    names: ['ReviewInput.title'],
  });
  return [...lines, ...input, ...typeEdits(texts)];
}

/** The components whose queries give this argument. */
function giversOf(texts: ShopTexts, { type, name }: WrittenField, argument = ''): readonly string[] {
  // The arguments in brackets, which may have values such as getContextValue("page") in them.
  const calls = new RegExp(`\\b${name}\\((?:[^()]|\\([^()]*\\))*\\b${argument}:`);
  return texts.components
    .filter(({ asks, text }) => asks.has(`${type}.${name}`) && calls.test(text))
    .map((component) => component.name);
}

function argumentEdits(texts: ShopTexts, field: WrittenField): readonly ShopEdit[] {
  const { line, type, name, args } = field;
  return [...args.matchAll(/(\w+): (\w+)( = \d+)?(?=[,)])/g)].flatMap(([whole, argument, of]) => {
    const coordinate = `${type}.${name}.${argument}`;
    const components = giversOf(texts, field, argument);
    const known = { field, names: [coordinate, ...components], components };
    const without = line.replace(new RegExp(`(, )?${whole}(, )?`), (_all, before, after) =>
      before && after ? ', ' : '',
    );
    return [
      // Who does not give it has to, from then on.
      ...lineEdit(texts, 'require an optional argument', {
        ...known,
        components: askers(texts, `${type}.${name}`),
        to: line.replace(whole, `${argument}: ${of}!`),
      }),
      ...lineEdit(texts, 'remove argument', { ...known, to: without.replace('()', '') }),
      ...lineEdit(texts, 'retype argument', { ...known, to: line.replace(whole, `${argument}: Boolean`) }),
    ];
  });
}

function typeEdits(texts: ShopTexts): readonly ShopEdit[] {
  const types = [...new Set(texts.fields.flatMap(({ type, hasOthers }) => (hasOthers ? [] : type)))].filter(
    (type) => !['Query', 'Mutation'].includes(type),
  );
  const givers = Map.groupBy(texts.fields, ({ returns }) => returns.replaceAll(/[[\]!]/g, ''));
  return types.flatMap((type) => {
    const file = texts.fields.find((field) => field.type === type)?.file ?? '';
    const users = texts.components.filter(({ asks }) =>
      givers.get(type)?.some((one) => asks.has(`${one.type}.${one.name}`)),
    );
    const extenders = [...texts.files].flatMap(([other, text]) =>
      other.endsWith('.graphql') && other !== file && text.includes(`extend type ${type} `)
        ? (other.split('/')[1] ?? [])
        : [],
    );
    const from = new RegExp(`^(?:"[^"\n]*"\n)?(?:type|input) ${type}\\b[^{]*\\{[^}]*\\}`, 'm');
    return edit(texts, 'remove type', {
      file,
      from,
      to: '',
      names: [type, ...users.map(({ name }) => name), ...extenders],
    });
  });
}

/** Components whose text has the route's name, in url(...) or useForm(...). */
function linkers(texts: ShopTexts, id: string): readonly string[] {
  return texts.components
    .filter(({ text }) => text.includes(`routeId: "${id}"`) || text.includes(`useForm('${id}')`))
    .map(({ name }) => name);
}

function routeEdits(texts: ShopTexts): readonly ShopEdit[] {
  return texts.routes.flatMap(({ file, folder, name, id, text }): readonly ShopEdit[] => {
    const links = linkers(texts, id);
    const as = (kind: string, from: string | RegExp, to: string, names: readonly string[] = [name, ...links]) =>
      edit(texts, kind, { file, from, to, names });
    const [, body] = /"body": \{((?:[^{}]|\{[^{}]*\})*)\}/.exec(text) ?? [];
    const [, first = ''] = /^\s*"(\w+)"/.exec(body ?? '') ?? [];
    const [, path = ''] = /"path": "([^"]*)"/.exec(text) ?? [];
    const [, param] = /:(\w+)/.exec(path) ?? [];
    const [, long = first] = /"(\w+)": \{[^{}]*"maxLength"/.exec(body ?? '') ?? [];
    const input = (field: string): readonly string[] => [`${name} body.${field}`, ...links];
    return [
      { kind: 'remove route', what: folder, files: new Map([[folder, null]]), names: [name, ...links] },
      ...as('move route', `"path": "${path}"`, `"path": "/moved${path}"`, [name]),
      ...as('require a body field', /"body": \{(?!\})/, '"body": { "title": "String!", ', input('title')),
      ...as('retype a body field', /"type": "String(!?)"/, '"type": "Boolean!"', input(first)).filter(
        () => !/Length|enum|pattern/.test(text),
      ),
      ...as('retype a body field', /"next": "String"/, '"next": "Int"', input('next')),
      ...as('require what was optional', /"next": "String"/, '"next": "String!"', input('next')),
      ...as('narrow a body field', /"maxLength": \d+/, '"maxLength": 5', input(long)).filter(() =>
        body?.includes('"maxLength"'),
      ),
      ...(text.includes('"rating"')
        ? [
            ...as('narrow a body field', /"maximum": 5/, '"maximum": 4', input('rating')),
            ...as('narrow a body field', /"minimum": 1/, '"minimum": 2', input('rating')),
          ]
        : []),
      ...as('narrow a body field', /"minLength": 10/, '"minLength": 12', input('password')).filter(() =>
        text.includes('"password"'),
      ),
      ...as('refuse forms', /"consumes": \["json", "form"\]/, '"consumes": ["form"]'),
      ...as('make private', /"access": "public"/, '"access": "private"'),
      ...as('ask for a permission', /"access": "private",/, '"access": "private", "permissions": ["shop:own"],', [
        name,
      ]).filter(() => !text.includes('permissions')),
      ...as('ask for another permission', /"permissions": \[/, '"permissions": ["shop:own", ', [name]),
      ...as('drop a method', /"PATCH", /, '', [name]),
      ...as('change the method', /"methods": \["POST"\]/, '"methods": ["PUT"]'),
      ...(param === undefined
        ? []
        : as('narrow a parameter', /("access")/, `"params": { "${param}": "Int!" }, "access"`, [
            `${name} params.${param}`,
          ])),
    ];
  });
}

function pageEdits(texts: ShopTexts): readonly ShopEdit[] {
  const file = 'gateway.yaml';
  const components = texts.components.flatMap((component): readonly ShopEdit[] => {
    const { name, text } = component;
    const areas = /export const areas = \['(\w+)'\]/.exec(text)?.[1];
    return [
      ...edit(texts, 'rename an area', {
        ...{ file: component.file, from: /areaId: '(\w+)'/, to: "areaId: 'nowhereAtAll'", names: [name] },
      }),
      { kind: 'remove component', what: component.file, files: new Map([[component.file, null]]), names: [name] },
      ...(areas === undefined ? [] : removeArea(texts, component, areas)),
    ];
  });
  const pages = [...(texts.files.get(file) ?? '').matchAll(/^ {2}(\w+): \{ path: (?:"([^"]*)"|([^,\s}]+)).*\}$/gm)];
  const moved = pages.flatMap(([line, group = '', quoted, plain]): readonly ShopEdit[] => {
    const path = quoted ?? plain ?? '';
    const own = texts.components.filter((component) => component.group === group);
    const as = (kind: string, to: string, names: readonly string[] = [group]) =>
      edit(texts, kind, { file, from: line, to, names });
    const asking = (value: string) =>
      own.filter(({ text }) => text.includes(`getContextValue("${value}")`)).map(({ name }) => name);
    const queries = /query: \[([^\]]*)\]/.exec(line)?.[1]?.split(', ') ?? [];
    return [
      ...as('move a page', line.replace(path, `/moved${path === '/' ? '' : path}`)),
      ...as('rename a parameter', line.replace(':productId', ':id'), [group, ...asking('productId')]),
      ...(line.includes('private') || group === 'signIn'
        ? []
        : as('make a page private', line.replace(/ \}$/, ', access: private }'), [group, ...linkers(texts, group)])),
      ...queries.flatMap((value) =>
        asking(value).length === 0
          ? []
          : as('drop a query parameter', line.replace(new RegExp(`\\b${value}\\b(, )?`), ''), [
              group,
              ...asking(value),
            ]),
      ),
    ];
  });
  return [...components, ...moved];
}

function removeArea(texts: ShopTexts, { name, group, file }: WrittenComponent, area: string): readonly ShopEdit[] {
  const isOffered = texts.components.some(
    (other) => other.name !== name && other.group === group && other.text.includes(`areas = ['${area}'`),
  );
  // The gateway has a place for its own areas, where no component offers one.
  if (isOffered || gatewayAreas.some((own) => own === area)) return [];
  const standing = texts.components.filter(({ text }) => text.includes(`areaId: '${area}'`)).map(({ name }) => name);
  return edit(texts, 'remove area', { file, from: /export const areas = .*\n/, to: '', names: [area, ...standing] });
}

function configEdits(texts: ShopTexts): readonly ShopEdit[] {
  const file = 'gateway.yaml';
  const extensions = [...(texts.files.get(file) ?? '').matchAll(/^ {4}- \{ name: ([\w-]+),.*$/gm)];
  const disabled = extensions.flatMap(([line, name = '']) => {
    const own = [
      ...texts.components.filter(({ extension }) => extension === name),
      ...texts.routes.filter((route) => route.name.startsWith(`${name}.`)),
    ];
    const dependents =
      name === 'catalog' ? ['reviews', 'supplement', 'supplement.SupplementFacts', 'reviews.Reviews'] : [];
    return edit(texts, 'disable an extension', {
      ...{ file, from: line, to: line.replace('enabled: true', 'enabled: false') },
      names: [name, ...own.map((one) => one.name), ...dependents],
    });
  });
  return [
    ...disabled,
    ...edit(texts, 'close GraphQL', {
      file,
      from: 'access: public, limits',
      to: 'access: private, limits',
      names: ['graphql.access'],
    }),
    ...edit(texts, 'change the issuer', {
      file,
      from: 'issuer: stoa',
      to: 'issuer: other',
      names: ['auth.bearer.jwt.issuer'],
    }),
  ];
}
