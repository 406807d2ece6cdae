import { join } from 'node:path';
import { GraphQLError, parse, Source } from 'graphql';
import { syntaxFix } from '#base';
import { walkFolder } from './files/list-folder.ts';
import type { Report } from './files/report.ts';
import { readSourceFile } from './files/source-file.ts';
import type { SdlFile } from './manifest.ts';

/** Reads `graphql/`: parses the SDL and lists the resolver files. */
export async function readGraphql(
  root: string,
  report: Report,
): Promise<{ readonly sdl: readonly SdlFile[]; readonly resolverFiles: readonly string[] }> {
  const files = await walkFolder(join(root, 'graphql'), root, report);
  const sdl = await Promise.all(files.filter(isSdl).map((file) => readSdl(file, report)));
  for (const file of files) {
    if (isSdl(file) || isResolvers(file) || file.endsWith('/README.md')) continue;
    report('EXTENSION_FILE_UNKNOWN', file, { what: 'is neither SDL nor resolvers', fix: fixForUnknown(file) });
  }
  return { sdl: sdl.filter((each) => each !== undefined), resolverFiles: files.filter(isResolvers) };
}

async function readSdl(file: string, report: Report): Promise<SdlFile | undefined> {
  const source = await readSourceFile(file, report);
  if (source === undefined) return undefined;
  try {
    return { file, document: parse(new Source(source.text, file)) };
  } catch (error) {
    // The parser is recursive: thousands of nested brackets overflow its stack.
    if (error instanceof RangeError) {
      const fix = 'Take out brackets: types and values of a few levels are all that a schema needs.';
      report('SDL_SYNTAX', file, { what: 'nests too deeply to be read', fix });
      return undefined;
    }
    if (!(error instanceof GraphQLError)) throw error;
    const what = error.message.replace(/^Syntax Error: /, '');
    report('SDL_SYNTAX', { file, line: 1, ...error.locations?.[0] }, { what, fix: syntaxFix(what, 'sdl') });
    return undefined;
  }
}

function isSdl(file: string): boolean {
  return file.endsWith('.graphql');
}

function isResolvers(file: string): boolean {
  return /\.resolvers\.[jt]s$/.test(file);
}

function fixForUnknown(file: string): string {
  if (/\.(?:gql|graphqls)$/.test(file)) return 'Give it the ending .graphql.';
  if (/\.(?:test|spec)\.[jt]sx?$/.test(file)) return "Tests belong in the extension's test/ folder.";
  if (/resolver/i.test(file.slice(file.lastIndexOf('/')))) return 'Resolver files end in .resolvers.ts.';
  return 'SDL ends in .graphql, resolvers in .resolvers.ts; other modules belong in another folder, e.g. src/.';
}
