import type { FieldDefinitionNode, TypeDefinitionNode } from 'graphql';
import type { Finding } from 'stoa/tooling';

/** A part of an extension that is to be written. */
export interface NewPart {
  /** The extension's name. */
  readonly extension: string;
  readonly name: string;
  /** By name: `type`, `path`, `page`, ... Each kind has its own. */
  readonly options: Readonly<Record<string, string>>;
  /** Names of the migrations that are there. */
  readonly migrations: readonly string[];
  /** For a contribution: the field of another extension. */
  readonly open?: OpenField | undefined;
}

/** A field with `@gather` or `@dispatch`, as its owner writes it. */
export interface OpenField {
  readonly type: string;
  readonly field: FieldDefinitionNode;
  /** The definition of what it returns; undefined for a scalar of GraphQL. */
  readonly item: TypeDefinitionNode | undefined;
  readonly isGathered: boolean;
}

/** New files, by path below the extension's folder. */
export interface PartFiles {
  readonly files: Readonly<Record<string, string>>;
  /** By key: texts for `texts/en.json`, which may have others. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** For settings.schema.json, which may have others. */
  readonly setting?: { readonly name: string; readonly schema: object } | undefined;
}

/** A question for what a flag has not said. */
export interface Question {
  readonly flag: string;
  readonly text: string;
  /** The default, from what is known so far. */
  suggest(name: string, options: Readonly<Record<string, string>>): string;
}

/** One kind of part: how its name is written, what it asks, and what it writes. */
export interface PartTemplate {
  /** What the name is, for the help and the question: `name of the type, e.g. GiftCard`. */
  readonly named: string;
  /** The name, where there is only one. */
  readonly name?: string;
  readonly pattern: RegExp;
  readonly questions: readonly Question[];
  write(part: NewPart): PartFiles;
}

/** A part that cannot be written: a name that is none, or a file that is there. */
export class NewPartError extends Error {
  readonly fix: Finding['fix'];

  constructor(what: string, fix: string) {
    super(what);
    this.name = 'NewPartError';
    this.fix = fix;
  }
}

/** `004` after `003-…`. */
export function nextMigration(migrations: readonly string[], name: string): string {
  const highest = Math.max(0, ...migrations.map((each) => Number.parseInt(each, 10) || 0));
  return `migrations/${String(highest + 1).padStart(3, '0')}-${name}.sql`;
}

/** The generated types of an extension, for an import in a folder so many levels below it. */
export function generated(extension: string, levels: number): string {
  return `'${'../'.repeat(levels)}${extension}.gen.ts'`;
}

/** A test file that opens the extension alone. */
export function testText(extension: string, subject: string, cases: readonly string[]): string {
  return `import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { openExtension } from 'stoa/testing';

describe('${extension}: ${subject}', () => {
${cases.join('\n\n')}
});
`;
}
