/** What a reader finds in the demonstration shop's files with nothing but a search, as a check on what `diff` says. */
export interface ShopTexts {
  /** By path relative to gateway.yaml's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly fields: readonly WrittenField[];
  readonly components: readonly WrittenComponent[];
  readonly routes: readonly WrittenRoute[];
}

export interface WrittenField {
  readonly file: string;
  readonly kind: 'type' | 'input';
  readonly type: string;
  readonly name: string;
  /** `(first: Int = 20)`, or nothing. */
  readonly args: string;
  readonly returns: string;
  readonly line: string;
  /** Where the line begins; two types may have the same one. */
  readonly at: number;
  /** The whole definition, when it has no other field: GraphQL knows no empty braces. */
  readonly alone: { readonly at: number; readonly text: string } | undefined;
  /** Whether another extension gives it, too. */
  readonly hasOthers: boolean;
}

export interface WrittenComponent {
  readonly file: string;
  /** `catalog.ProductList` */
  readonly name: string;
  readonly extension: string;
  readonly group: string;
  readonly text: string;
  /** `Product.price`, `Query.products`, ... */
  readonly asks: ReadonlySet<string>;
}

export interface WrittenRoute {
  readonly file: string;
  readonly folder: string;
  /** `reviews.addReview` */
  readonly name: string;
  readonly id: string;
  readonly text: string;
}

export function readTexts(files: ReadonlyMap<string, string>): ShopTexts {
  const fields = [...files].flatMap(([file, text]) => (file.endsWith('.graphql') ? fieldsIn(file, text) : []));
  const components = [...files].flatMap(([file, text]) => {
    const [, extension, group, name] = /^extensions\/([^/]+)\/pages\/([^/]+)\/(\w+)\.tsx$/.exec(file) ?? [];
    if (extension === undefined || group === undefined) return [];
    const query = /\/\* GraphQL \*\/ `([^`]*)`/.exec(text)?.[1] ?? '';
    return [{ file, name: `${extension}.${name}`, extension, group, text, asks: askedBy(query, fields) }];
  });
  const routes = [...files].flatMap(([file, text]) => {
    const [, folder, extension, id] = /^(extensions\/([^/]+)\/api\/([^/]+))\/route\.json$/.exec(file) ?? [];
    if (folder === undefined || id === undefined) return [];
    return [{ file, folder, id, name: `${extension}.${id}`, text }];
  });
  return { files, fields, components, routes };
}

function fieldsIn(file: string, text: string): readonly WrittenField[] {
  return [...text.matchAll(/^(?:extend )?(type|input) (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm)].flatMap((block) => {
    const [whole, kind, type = '', body = ''] = block;
    const start = block.index + whole.indexOf('{\n') + 2;
    const found = [...body.matchAll(/^ {2}(\w+)(\([^)]*\))?: ([^\s@]+).*$/gm)];
    const alone = found.length === 1 ? { at: block.index, text: whole } : undefined;
    return found.map((field, index): WrittenField => {
      const [line, name = '', args = '', returns = ''] = field;
      const at = start + field.index;
      const directives = body.slice(field.index, found[index + 1]?.index);
      const hasOthers = /@shareable/.test(whole) || /@(?:contribute|override)/.test(directives);
      return { file, type, name, args, returns, line, at, alone, hasOthers, kind: kind === 'input' ? 'input' : 'type' };
    });
  });
}

/** The file's text with another line for the field; without one, its description goes as well. */
export function withLine(texts: ShopTexts, { file, line, at, alone }: WrittenField, to: string): string {
  const text = texts.files.get(file) ?? '';
  if (to !== '') return text.slice(0, at) + to + text.slice(at + line.length);
  const gone = alone ?? { at, text: line };
  const before = text.slice(0, gone.at).replace(/ *(?:"""[^"]*"""|"[^"\n]*")\n$/, '');
  return before + text.slice(gone.at + gone.text.length);
}

/** Walks the braces of a query; arguments are left out. */
function askedBy(query: string, fields: readonly WrittenField[]): ReadonlySet<string> {
  const asked = new Set<string>();
  const types: string[] = [];
  let next = /^\s*fragment \w+ on (\w+)/.exec(query)?.[1] ?? 'Query';
  let depth = 0;
  for (const [word] of query.matchAll(/\w+:?|[{}()]/g)) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth > 0) continue;
    else if (word === '{') types.push(next);
    else if (word === '}') types.pop();
    else if (types.length > 0 && !word.endsWith(':')) {
      const parent = types.at(-1) ?? '';
      asked.add(`${parent}.${word}`);
      const field = fields.find(({ type, name }) => type === parent && name === word);
      next = field?.returns.replaceAll(/[[\]!]/g, '') ?? 'PageInfo';
    }
  }
  return asked;
}
