import { type ConstDirectiveNode, type FieldDefinitionNode, Kind, type SelectionSetNode, type TypeNode } from 'graphql';
import { directivesOf, fieldSetOf, hasDirective } from '../subschema/federation.ts';
import { namedTypeOf } from '../subschema/written-fields.ts';
import { rootTypes, type TypePart } from './sdl/collect-types.ts';
import type { TypeShape } from './sdl/type-shape.ts';

export class SubgraphTypes {
  readonly shapes = new Map<string, TypeShape>();
  /** Types that the extension defines itself: their definitions are complete. */
  readonly #defined = new Set<string>();
  readonly #merged: ReadonlyMap<string, TypeShape>;

  constructor(merged: ReadonlyMap<string, TypeShape>) {
    this.#merged = merged;
  }

  addOwn({ shape, defines }: Pick<TypePart, 'shape' | 'defines'>): void {
    this.shapes.set(shape.name.value, shape);
    if (defines) this.#defined.add(shape.name.value);
  }

  /** Adds the owner's first key to a type that the extension extends without one, and the fields of its directives. */
  completeEntity(name: string): void {
    const shape = this.shapes.get(name);
    const merged = this.#merged.get(name);
    if (shape?.kind !== 'object' || merged === undefined) return;
    if (!rootTypes.has(name)) {
      const [firstKey] = directivesOf(merged, 'key');
      const isBare = directivesOf(shape, 'key').length === 0 && !this.#defined.has(name);
      if (isBare && firstKey !== undefined) this.#addKey(name, firstKey);
      for (const key of directivesOf(shape, 'key')) this.#addSelected(name, fieldSetOf(key), 'resolved');
    }
    for (const field of shape.fields) {
      for (const requires of directivesOf(field, 'requires')) this.#addSelected(name, fieldSetOf(requires), 'external');
      for (const provides of directivesOf(field, 'provides')) {
        const target = namedTypeOf(field.type);
        this.#ensureType(target);
        this.#addSelected(target, fieldSetOf(provides), 'external');
      }
    }
  }

  /** Adds stubs of types that other extensions define, until no reference is missing. */
  addReferences(): void {
    let missing = this.#missingTypes();
    while (missing.length > 0) {
      for (const name of missing) this.#ensureType(name);
      missing = this.#missingTypes();
    }
  }

  /** Makes stubs implement the interfaces, so that an object of another extension can stand for an interface here. */
  addInterfaces(): void {
    for (const [name, shape] of this.shapes) {
      const merged = this.#merged.get(name);
      if (shape.kind !== 'object' || merged === undefined || this.#defined.has(name)) continue;
      const own = new Set(shape.interfaces.map((node) => node.name.value));
      const added = merged.interfaces.filter((node) => !own.has(node.name.value) && this.shapes.has(node.name.value));
      if (added.length === 0) continue;
      this.shapes.set(name, { ...shape, interfaces: [...shape.interfaces, ...added] });
      for (const node of added)
        for (const field of this.shapes.get(node.name.value)?.fields ?? [])
          this.#addField(name, field.name.value, 'external');
    }
    this.addReferences();
  }

  #missingTypes(): readonly string[] {
    const references = [...this.shapes.values()].flatMap((shape): readonly TypeNode[] => [
      ...shape.fields.flatMap((field) => [field.type, ...(field.arguments ?? []).map((argument) => argument.type)]),
      ...shape.inputFields.map((field) => field.type),
      ...shape.interfaces,
      ...shape.members,
    ]);
    return references.map(namedTypeOf).filter((name) => !this.shapes.has(name) && this.#merged.has(name));
  }

  #ensureType(name: string): void {
    const merged = this.#merged.get(name);
    if (merged === undefined || this.shapes.has(name)) return;
    const [key] = directivesOf(merged, 'key');
    if (merged.kind !== 'object' || key === undefined) {
      const shareable = merged.kind === 'object' && !hasDirective(merged, 'shareable') && !rootTypes.has(name);
      this.shapes.set(
        name,
        shareable ? { ...merged, directives: [...merged.directives, directive('shareable')] } : merged,
      );
      return;
    }
    this.shapes.set(name, { ...merged, description: undefined, directives: [], interfaces: [], fields: [] });
    this.#addKey(name, key);
  }

  #addKey(name: string, key: ConstDirectiveNode): void {
    const shape = this.shapes.get(name);
    if (shape === undefined) return;
    this.shapes.set(name, { ...shape, directives: [...shape.directives, key] });
    this.#addSelected(name, fieldSetOf(key), 'resolved');
  }

  #addSelected(name: string, selection: SelectionSetNode | undefined, how: 'resolved' | 'external'): void {
    for (const node of selection?.selections ?? []) {
      if (node.kind !== Kind.FIELD) continue;
      const field = this.#addField(name, node.name.value, how);
      if (field === undefined || node.selectionSet === undefined) continue;
      const target = namedTypeOf(field.type);
      this.#ensureType(target);
      this.#addSelected(target, node.selectionSet, how);
    }
  }

  #addField(name: string, fieldName: string, how: 'resolved' | 'external'): FieldDefinitionNode | undefined {
    const shape = this.shapes.get(name);
    const known = shape?.fields.find((field) => field.name.value === fieldName);
    const field = this.#merged.get(name)?.fields.find((candidate) => candidate.name.value === fieldName);
    if (shape === undefined || field === undefined || known !== undefined) return known;
    const added = { ...field, directives: how === 'external' ? [directive('external')] : [] };
    this.shapes.set(name, { ...shape, fields: [...shape.fields, added] });
    return added;
  }
}

function directive(name: string): ConstDirectiveNode {
  return { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: name } };
}
