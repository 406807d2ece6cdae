import { Kind, type SelectionSetNode } from 'graphql';
import type { ExtensionId } from '../../../base/ids.ts';
import { directivesOf, fieldSetOf } from '../../subschema/federation.ts';
import { namedTypeOf } from '../../subschema/own-sdl.ts';
import type { CollectedTypes } from './collect-types.ts';

/** The fields that some `@key` selects, at whatever depth. Several extensions may give those without `@shareable`. */
export class KeyFields {
  readonly #names = new Set<string>();
  readonly #types: CollectedTypes['types'];

  constructor({ types }: CollectedTypes) {
    this.#types = types;
    for (const [name, parts] of types)
      for (const { extension, shape } of parts)
        for (const key of directivesOf(shape, 'key')) this.#add(extension, name, fieldSetOf(key));
  }

  /** Does a key of the extension select the field? */
  has(extension: ExtensionId | undefined, type: string, field: string): boolean {
    return this.#names.has(`${extension ?? ''} ${type}.${field}`);
  }

  #add(extension: ExtensionId | undefined, type: string, selection: SelectionSetNode | undefined): void {
    for (const node of selection?.selections ?? []) {
      if (node.kind !== Kind.FIELD) continue;
      this.#names.add(`${extension ?? ''} ${type}.${node.name.value}`);
      const fields = this.#types.get(type)?.flatMap(({ shape }) => shape.fields) ?? [];
      const field = fields.find(({ name }) => name.value === node.name.value);
      if (field !== undefined) this.#add(extension, namedTypeOf(field.type), node.selectionSet);
    }
  }
}
