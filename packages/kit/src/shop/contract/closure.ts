import { type InputValueDefinitionNode, isTypeDefinitionNode, type SelectionSetNode } from 'graphql';
import { directivesOf, fieldSetOf, namedTypeOf, rootTypes, type Survey, type TypePart } from 'stoa/tooling';

/** Types by name, and fields as `Type.field`. */
export interface Closure {
  readonly types: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/**
 * What a schema needs so that an extension can use these coordinates of others: keys of types, types of arguments, at
 * least one field of each type, the fields of interfaces. Leaves out what the extension itself gives.
 */
export function closureOf(coordinates: Iterable<string>, collected: Survey['collected'], self: string): Closure {
  const finder = new Finder(collected, self);
  for (const coordinate of coordinates) {
    const [type = '', field] = coordinate.split('.');
    if (field === undefined) finder.addType(type);
    else finder.addField(type, field);
  }
  finder.complete();
  return finder;
}

class Finder implements Closure {
  readonly types = new Set<string>();
  readonly fields = new Set<string>();
  readonly #collected: Survey['collected'];
  readonly #self: string;
  /** The types of lists that others fill. What other contributors add to them is not needed. */
  readonly #gathered: ReadonlySet<string>;

  constructor(collected: Survey['collected'], self: string) {
    this.#collected = collected;
    this.#self = self;
    const fields = [...collected.types.values()].flat().flatMap(({ shape }) => shape.fields);
    const gathering = fields.filter((field) => directivesOf(field, 'gather').length > 0);
    this.#gathered = new Set(gathering.map(({ type }) => namedTypeOf(type)));
  }

  addType(name: string): void {
    const parts = this.#partsOf(name);
    if (this.types.has(name) || parts.length === 0) return;
    this.types.add(name);
    for (const { shape, defines } of parts) {
      for (const key of directivesOf(shape, 'key')) this.#addSelection(name, fieldSetOf(key));
      if (defines || !this.#gathered.has(name)) for (const member of shape.members) this.addType(member.name.value);
      for (const input of shape.inputFields) this.#addInput(input);
    }
  }

  addField(type: string, field: string): void {
    const coordinate = `${type}.${field}`;
    if (this.fields.has(coordinate)) return;
    const nodes = this.#partsOf(type).flatMap(({ shape }) => shape.fields.filter(({ name }) => name.value === field));
    this.addType(type);
    if (nodes.length === 0) return;
    this.fields.add(coordinate);
    for (const node of nodes) {
      this.addType(namedTypeOf(node.type));
      for (const argument of node.arguments ?? []) this.#addInput(argument);
    }
  }

  /** Repeats until nothing is added, since each field may bring types, and each type fields. */
  complete(): void {
    for (let size = -1; size !== this.types.size + this.fields.size; ) {
      size = this.types.size + this.fields.size;
      for (const name of [...this.types]) this.#completeType(name);
    }
  }

  #completeType(name: string): void {
    const parts = this.#partsOf(name);
    const isInterface = parts.some(({ shape }) => shape.kind === 'interface');
    if (isInterface) for (const implementer of this.#implementersOf(name)) this.addType(implementer);
    for (const { name: parent } of parts.flatMap(({ shape }) => shape.interfaces)) {
      if (!this.types.has(parent.value)) continue;
      for (const field of this.#fieldsOf(parent.value)) this.addField(name, field);
    }
    const owner = parts.find(({ defines, shape }) => defines && shape.fields.length > 0);
    if (owner === undefined || rootTypes.has(name) || this.#fieldsOf(name).length > 0) return;
    this.addField(name, leafOf(owner));
  }

  #fieldsOf(type: string): readonly string[] {
    return [...this.fields].flatMap((each) => (each.startsWith(`${type}.`) ? each.slice(type.length + 1) : []));
  }

  #implementersOf(name: string): readonly string[] {
    const owners = this.#partsOf(name).filter(({ defines }) => defines);
    return [...this.#collected.types.values()]
      .flat()
      .filter(({ shape }) => shape.interfaces.some((node) => node.name.value === name))
      .filter(({ extension }) => !this.#gathered.has(name) || owners.some((owner) => owner.extension === extension))
      .map(({ shape }) => shape.name.value);
  }

  #partsOf(name: string): readonly TypePart[] {
    const parts = this.#collected.types.get(name) ?? [];
    return parts.filter(({ extension }) => extension !== undefined && extension !== this.#self);
  }

  #addInput({ type }: InputValueDefinitionNode): void {
    this.addType(namedTypeOf(type));
  }

  #addSelection(type: string, selection: SelectionSetNode | undefined): void {
    for (const node of selection?.selections ?? []) {
      if (node.kind !== 'Field') continue;
      this.addField(type, node.name.value);
      const below = this.#partsOf(type).flatMap(({ shape }) => shape.fields);
      const field = below.find(({ name }) => name.value === node.name.value);
      if (node.selectionSet !== undefined && field !== undefined)
        this.#addSelection(namedTypeOf(field.type), node.selectionSet);
    }
  }
}

// A field without arguments brings the fewest types.
function leafOf({ shape, nodes }: TypePart): string {
  const fields = nodes.some(isTypeDefinitionNode) ? shape.fields : [];
  const simple = fields.find(
    (field) => (field.arguments ?? []).length === 0 && directivesOf(field, 'external').length === 0,
  );
  return (simple ?? shape.fields[0])?.name.value ?? '';
}
