import type { ExtensionId } from '../base/ids.ts';

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
