import type { GraphQLError } from 'graphql';
import type { ExtensionId } from '#base';

/** A value of a subschema's answer, before completion, and its extension. */
export interface Cell {
  readonly value: unknown;
  readonly source: ExtensionId;
}

/** An object of the answer, and the extension that gave it. */
export class Row {
  readonly type: string;
  readonly source: ExtensionId;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(type: string, source: ExtensionId, data: Readonly<Record<string, unknown>>) {
    this.type = type;
    this.source = source;
    this.data = data;
  }
}

/** Stands at a place of an answer where an error left a null. The error is masked already. */
export class Failure {
  readonly error: GraphQLError;

  constructor(error: GraphQLError) {
    this.error = error;
  }
}

/** An item of a list that several extensions fill, with the one that gave it. */
export class PartItem {
  readonly value: unknown;
  readonly source: ExtensionId;

  constructor(value: unknown, source: ExtensionId) {
    this.value = value;
    this.source = source;
  }
}
