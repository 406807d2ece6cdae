import { type FieldNode, type GraphQLOutputType, TypeNameMetaFieldDef } from 'graphql';
import { fieldIdentity, typenameField } from './schema-fields.ts';

/** Where the page's answer has one field of an object, and the keys of the object that is its value. */
export interface ResponseKey {
  readonly key: string;
  readonly below: ResponseKeys;
}

/**
 * Names the fields of one object in the page's answer, for all components together: one key for each identity. It is
 * the field's own name unless another identity has that already.
 */
export class ResponseKeys {
  readonly #byIdentity = new Map<string, ResponseKey>();
  readonly #taken = new Set<string>();

  /** The same selection always gets the same key. */
  of(node: FieldNode, type: GraphQLOutputType): ResponseKey {
    const identity = fieldIdentity(node, type);
    const known = this.#byIdentity.get(identity);
    if (known !== undefined) return known;
    const created = { key: this.#free(node.name.value), below: new ResponseKeys() };
    this.#byIdentity.set(identity, created);
    return created;
  }

  /** Where the answer says which type an object is. */
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
