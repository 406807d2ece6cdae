import { GraphQLError } from 'graphql';
import type { ExtensionId } from '#base';

/** Marks a cell where something went wrong. Only the replay reads it. */
export class Fault {
  /** What was thrown, rejected or returned. It may be any value. */
  readonly error: unknown;
  /** Undefined for fields of the gateway itself. */
  readonly extension: ExtensionId | undefined;

  constructor(error: unknown, extension: ExtensionId | undefined) {
    this.error = error;
    this.extension = extension;
  }
}

/** Marks a field that was not called, because a field that it requires is null and must not be. */
export class RequiredNull extends Fault {
  /** `Type.field` of the null, for the log. The error does not name it, since clients may not see that field. */
  readonly place: string;

  constructor(place: string, extension: ExtensionId | undefined) {
    super(requiredNull, extension);
    this.place = place;
  }
}

// Shared: nothing was thrown, so there is no stack to keep.
const requiredNull = new GraphQLError('A field that this field requires is null, but its type is non-null.');
