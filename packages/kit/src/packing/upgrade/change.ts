import type { ExtensionManifest } from 'stoa/tooling';

/** A place in an extension that a change of Stoa concerns. */
export interface Concerned {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What to do there. */
  readonly fix: string;
  /** Undefined when only its author can do it. */
  readonly mend?: Mend | undefined;
}

export type Mend =
  /** Replaces a part of a file, by offsets of characters. */
  | { readonly kind: 'replace'; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'rename'; readonly to: string }
  | { readonly kind: 'remove' };

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a version of Stoa changes for extensions. */
export interface StoaChange {
  /** Stable. */
  readonly id: string;
  /** The version that has it. */
  readonly since: string;
  /** `breaking`: the extension may fail. `changed`: it answers otherwise. `easier`: it may be simpler. */
  readonly kind: 'breaking' | 'changed' | 'easier';
  readonly what: string;
  /** The places that it concerns. Undefined when no file tells, so each extension's author should read it. */
  readonly find?: (manifest: ExtensionManifest) => Promise<readonly Concerned[]>;
}
