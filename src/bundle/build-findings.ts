import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import type { Message } from 'esbuild';
import { compareFindings, didYouMean, errorFinding, type Finding, type Place } from '#base';
import { inputFile } from './css-modules.ts';

/** Converts esbuild's messages, whose paths are relative to the folder. Sorted by file and line. */
export function buildFindings(messages: readonly Message[], folder: string): readonly Finding[] {
  return messages
    .map((message) => {
      const where = placeOf(message, folder) ?? { file: folder };
      if (typeof message.detail === 'string')
        return errorFinding('IMPORT_FORBIDDEN', { where, what: message.text, fix: message.detail });
      return errorFinding('BUILD_FAILED', { where, what: readable(message.text), fix: fixOf(message, folder) });
    })
    .toSorted(compareFindings);
}

function placeOf({ location }: Message, folder: string): Place | undefined {
  if (location === null) return undefined;
  // esbuild counts bytes from 0. Findings count characters from 1.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { file: resolve(folder, inputFile(location.file)), line: location.line, column: before.length + 1 };
}

// Hides the generated module between an extension and the gateway's copy of a package.
function readable(text: string): string {
  const { specifier, name } =
    /^No matching export in "host:(?<specifier>.*)" for import "(?<name>.*)"$/.exec(text)?.groups ?? {};
  if (specifier === undefined) return text;
  const found = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(specifier);
  return `"${found?.[1] ?? 'stoa'}" has no export named "${name}"`;
}

function fixOf(message: Message, folder: string): string {
  const suggestion = message.location?.suggestion;
  if (suggestion !== undefined && suggestion !== '') return `Did you mean ${suggestion}?`;
  const [, missing] = /^Could not resolve "(.*)"$/.exec(message.text) ?? [];
  if (missing !== undefined) return fixOfMissing(missing, resolve(folder, inputFile(message.location?.file ?? '')));
  if (message.text.startsWith('No matching export in "host:'))
    return 'If it is a type, write "import type"; else import what exists.';
  const [, file, name] = /^No matching export in "(.*)" for import "(.*)"$/.exec(message.text) ?? [];
  if (name !== undefined)
    return `Export "${name}" in ${file}, or correct the name. If it is a type, write "import type".`;
  return (
    message.notes[0]?.text ?? 'Correct the code there: a bracket, a quote or a comma may be missing just before it.'
  );
}

// Replaces esbuild's own advice, which is about esbuild options that an extension cannot set.
function fixOfMissing(specifier: string, importer: string): string {
  if (/^[./]/.test(specifier))
    return didYouMean(basename(specifier), filesBeside(resolve(dirname(importer), specifier)));
  // Node's modules exist on the server, so only the build for the browser misses them.
  if (isBuiltin(specifier))
    return 'A component with "hydrate" runs in the browser too, which has nothing of Node\'s: leave it to a component without.';
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  return `Run "npm install ${name}" in the shop's folder; only express, graphql and react come from the gateway.`;
}

function filesBeside(file: string): readonly string[] {
  try {
    return readdirSync(dirname(file));
  } catch {
    return []; // The folder does not exist either.
  }
}
