import { readFile } from 'node:fs/promises';

/** The keywords of JSON Schema that Stoa's schemas use. */
interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Section {
  /** `server.stop`; empty for the whole file. */
  readonly path: string;
  readonly schema: Schema;
}

/** A page with a table of keys for each object that the schema describes. */
export async function schemaPage(file: URL, { title, from }: { readonly title: string; readonly from: string }) {
  const root: Schema = JSON.parse(await readFile(file, 'utf8'));
  const page = new SchemaPage(root);
  return [
    `# ${title}`,
    '',
    `<!-- Generated from ${from} by scripts/generate.ts: change that, not this. -->`,
    '',
    ...page.lines(),
  ].join('\n');
}

class SchemaPage {
  readonly #root: Schema;
  /** Definitions that have a section already. */
  readonly #shown = new Map<Schema, string>();

  constructor(root: Schema) {
    this.#root = root;
  }

  lines(): readonly string[] {
    const lines: string[] = [];
    const waiting: Section[] = [{ path: '', schema: this.#root }];
    for (let section = waiting.shift(); section !== undefined; section = waiting.shift()) {
      const { path, schema } = section;
      if (path !== '') lines.push(`## ${code(path)}`, '');
      if (schema.description !== undefined) lines.push(escaped(schema.description), '');
      lines.push('| Key | Value | Default | Meaning |', '| --- | ----- | ------- | ------- |');
      const below: Section[] = [];
      for (const [name, property] of this.#keysOf(schema)) {
        const key = path === '' ? name : `${path}.${name}`;
        lines.push(this.#row({ key, name, property, isNeeded: schema.required?.includes(name) === true }, below));
      }
      lines.push('');
      waiting.unshift(...below);
    }
    return lines;
  }

  #row(
    { key, name, property, isNeeded }: { key: string; name: string; property: Schema; isNeeded: boolean },
    below: Section[],
  ): string {
    const schema = this.#resolved(property);
    const { description = schema.description ?? '', default: standard = schema.default } = property;
    const linked = this.#objectsOf(property).map(([suffix, object]) => {
      const known = this.#shown.get(object);
      if (known !== undefined) return known;
      this.#shown.set(object, key + suffix);
      below.push({ path: key + suffix, schema: object });
      return key + suffix;
    });
    const links = [...new Set(linked)].map((path) => `[${code(path)}](#${anchor(path)})`);
    const cells = [
      code(name) + (isNeeded ? ', required' : ''),
      [this.#valueOf(schema), ...(links.length === 0 ? [] : [`see ${links.join(', ')}`])].join('; '),
      standard === undefined || isObject(standard) ? '' : code(JSON.stringify(standard)),
      escaped(description),
    ];
    return `| ${cells.join(' | ')} |`;
  }

  /** The keys of an object. Keys that its author names stand as `<name>`. */
  #keysOf(schema: Schema): readonly (readonly [name: string, Schema])[] {
    const { properties = {}, additionalProperties } = schema;
    const named = Object.entries(properties).filter(([name]) => name !== '$schema');
    return typeof additionalProperties === 'object' ? [...named, ['<name>', additionalProperties]] : named;
  }

  /** The objects with keys of their own that a value may have: itself, its items, and what stands under its names. */
  #objectsOf(schema: Schema, suffix = ''): readonly (readonly [suffix: string, Schema])[] {
    const found = this.#resolved(schema);
    const { items, anyOf = [], oneOf = [], additionalProperties } = found;
    if (found.properties !== undefined) return [[suffix, found]];
    return [
      ...(typeof additionalProperties === 'object' ? this.#objectsOf(additionalProperties, `${suffix}.<name>`) : []),
      ...(items === undefined ? [] : this.#objectsOf(items, `${suffix}[]`)),
      ...[...anyOf, ...oneOf].flatMap((each) => this.#objectsOf(each, suffix)),
    ];
  }

  #valueOf(schema: Schema): string {
    const { anyOf, oneOf, items, type, minimum, maximum } = schema;
    if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
    if (schema.const !== undefined) return code(String(schema.const));
    const choices = anyOf ?? oneOf;
    if (choices !== undefined)
      return [...new Set(choices.map((each) => this.#valueOf(this.#resolved(each))))].join(' or ');
    const list = items === undefined ? 'list' : `list of ${this.#valueOf(this.#resolved(items))}`;
    const types = [type ?? (items === undefined ? 'any value' : 'array')].flat();
    const name = types.map((each) => (each === 'array' ? list : each)).join(' or ');
    if (minimum !== undefined && maximum !== undefined) return `${name}, ${minimum} to ${maximum}`;
    if (minimum !== undefined) return `${name}, at least ${minimum}`;
    return name;
  }

  #resolved(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/$defs/', '');
    if (name === undefined) return schema;
    const found = this.#root.$defs?.[name];
    if (found === undefined) throw new Error(`there is no definition ${schema.$ref}`);
    return this.#resolved(found);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** As Markdown text in a cell. */
function escaped(text: string): string {
  return text.replaceAll('\n', ' ').replace(/[<>|*_[\]{}]/g, '\\$&');
}

/** The anchor of a heading that is this code. */
function anchor(path: string): string {
  return path.toLowerCase().replace(/[^\w-]/g, '');
}
