import { GraphQLError } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';

/** Stands in a column where something went wrong. Only the replay looks into it. */
export class Fault {
  /** What was thrown, rejected or returned: anything at all. */
  readonly error: unknown;
  /** Undefined for the gateway's own fields. */
  readonly extension: ExtensionId | undefined;

  constructor(error: unknown, extension: ExtensionId | undefined) {
    this.error = error;
    this.extension = extension;
  }
}

/** Stands where a field cannot be asked for, since what it requires is null and must not be. */
export class RequiredNull extends Fault {
  /** `Type.field` of the null. Clients may not see that field, so the error does not name it. */
  readonly place: string;

  constructor(place: string, extension: ExtensionId | undefined) {
    super(requiredNull, extension);
    this.place = place;
  }
}

// One for all: nothing was thrown, so there is no stack to keep.
const requiredNull = new GraphQLError('A field that this field requires is null, but its type is non-null.');
