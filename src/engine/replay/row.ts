import type { ExtensionId } from '../../base/ids.ts';

/** A value of a subschema's answer, not yet looked into, and who gave it. */
export interface Cell {
  readonly value: unknown;
  readonly source: ExtensionId;
}

/** An object of the gateway's answer: what the extension that gave it said of it, and what others add. */
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
