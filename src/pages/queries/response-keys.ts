import { type FieldNode, type GraphQLOutputType, TypeNameMetaFieldDef } from 'graphql';
import { fieldIdentity, typenameField } from './schema-fields.ts';

/** The response key of one field, and the keys of its value. */
export interface ResponseKey {
  readonly key: string;
  readonly below: ResponseKeys;
}

/** Gives each identity of an object's fields one response key: the field's name unless another one has it. */
export class ResponseKeys {
  readonly #byIdentity = new Map<string, ResponseKey>();
  readonly #taken = new Set<string>();

  /** Equal selections get equal keys. */
  of(node: FieldNode, type: GraphQLOutputType): ResponseKey {
    const identity = fieldIdentity(node, type);
    const known = this.#byIdentity.get(identity);
    if (known !== undefined) return known;
    const created = { key: this.#free(node.name.value), below: new ResponseKeys() };
    this.#byIdentity.set(identity, created);
    return created;
  }

  get typename(): string {
    return this.of(typenameField, TypeNameMetaFieldDef.type).key;
  }

  #free(name: string): string {
    let key = name;
    for (let count = 1; this.#taken.has(key); count++) key = `${name}_${count}`;
    this.#taken.add(key);
    return key;
  }
}
