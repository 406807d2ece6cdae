import { type DocumentNode, GraphQLError, parse, Source } from 'graphql';
import { type ExtensionId, errorFinding, type Finding, isExtensionId, syntaxFix } from '#base';
import type { ExtensionSdl, SdlFile } from './subschema/composition.ts';
import type { ResolverFile } from './subschema/describe-resolvers.ts';

/** SDL as text, as a document, or as text with its file. Findings name that file. */
export type Sdl = string | DocumentNode | { readonly file: string; readonly text: string };

/** Resolvers by type, then field: functions, or `{ batch }`. Scalars and enums are written as for graphql-tools. */
export type ResolverMap = Readonly<Record<string, object>>;

export interface EngineExtension {
  /** Lower-case letters, digits and dashes. */
  readonly id: string;
  readonly sdl: Sdl | readonly Sdl[];
  readonly resolvers?: ResolverMap | readonly ResolverMap[] | undefined;
}

export interface ReadExtension extends ExtensionSdl {
  readonly resolvers: readonly ResolverFile[];
}

/** Reads the SDL of all extensions. It skips an extension with a wrong id. */
export function readExtensions(extensions: readonly EngineExtension[]): {
  readonly read: readonly ReadExtension[];
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const seen = new Set<ExtensionId>();
  const read = extensions.flatMap(({ id, sdl, resolvers = [] }): readonly ReadExtension[] => {
    if (!isExtensionId(id) || seen.has(id)) {
      findings.push(errorFinding('EXTENSION_NAME', { where: { file: id }, ...wrongId(id, isExtensionId(id)) }));
      return [];
    }
    seen.add(id);
    const files = [sdl].flat().map((one, index) => readSdl(one, numbered(`${id}.graphql`, index)));
    findings.push(...files.flatMap(({ finding }) => finding ?? []));
    const maps = [resolvers].flat().map((value, index) => ({ file: numbered(`${id}.resolvers`, index), value }));
    return [{ id, sdl: files.flatMap(({ read }) => read ?? []), resolvers: maps }];
  });
  return { read, findings };
}

/** Reads one SDL. `unnamed` is the file name of a text without one. */
export function readSdl(sdl: Sdl, unnamed: string): { readonly read?: SdlFile; readonly finding?: Finding } {
  if (typeof sdl === 'object' && 'kind' in sdl)
    return { read: { file: sdl.loc?.source.name ?? unnamed, document: sdl } };
  const { file, text } = typeof sdl === 'string' ? { file: unnamed, text: sdl } : sdl;
  try {
    return { read: { file, document: parse(new Source(text, file)) } };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const where = { file, line: 1, ...error.locations?.[0] };
    const what = error.message.replace(/^Syntax Error: /, '');
    return { finding: errorFinding('SDL_SYNTAX', { where, what, fix: syntaxFix(what, 'sdl') }) };
  }
}

function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name} (${index + 1})`;
}

function wrongId(id: string, isSecond: boolean): Pick<Finding, 'what' | 'fix'> {
  if (isSecond) return { what: `two extensions have the id "${id}"`, fix: 'Give each extension an id of its own.' };
  const what = `the id "${id}" is not lower-case letters, digits and dashes`;
  return { what, fix: 'Begin with a letter, and use at most 40 characters.' };
}
