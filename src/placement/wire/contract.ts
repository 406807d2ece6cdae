import { createHash } from 'node:crypto';
import { type DefinitionNode, type DocumentNode, print, visit } from 'graphql';
import type { EndpointManifest, ExtensionManifest } from '#extensions';
import type { Contract } from './messages.ts';

type Promised = Pick<ExtensionManifest, 'version' | 'endpoints' | 'pages' | 'sdl' | 'tasks'>;

/** What an extension's folder promises its gateway, one text for each field, route, page and task. Runs no code. */
export function contractOf({ version, endpoints, pages, sdl, tasks }: Promised): Contract {
  const parts = [
    ...sdl.flatMap(({ document }) => fieldTexts(document)),
    ...endpoints.map(endpointText),
    ...pages.map(({ group, name }) => `page ${group}/${name}`),
    ...tasks.map(({ name }) => `task ${name}`),
  ].toSorted();
  return { version, parts, digest: createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16) };
}

/** The texts of a gateway's contract that an instance does not have. Without any, the gateway can use it. */
export function missingParts(own: Contract, served: Contract): readonly string[] {
  if (own.digest === served.digest) return [];
  const given = new Set(served.parts);
  return own.parts.filter((part) => !given.has(part));
}

// Handlers and messages may change. The path, the methods and the input of a route are what the gateway relies on.
function endpointText({ routeId, methods, path, schemas, consumes, files }: EndpointManifest): string {
  const accepted = Object.keys(files).length === 0 ? [schemas, consumes] : [schemas, consumes, files];
  const input = createHash('sha256').update(JSON.stringify(accepted)).digest('base64url').slice(0, 10);
  return `route ${routeId} ${methods.join(',')} ${path} ${input}`;
}

function fieldTexts(document: DocumentNode): readonly string[] {
  const bare = visit(document, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return bare.definitions.flatMap(definitionTexts);
}

function definitionTexts(definition: DefinitionNode): readonly string[] {
  if (!('name' in definition) || definition.name === undefined) return [oneLine(print(definition))];
  const name = definition.name.value;
  const members = [
    ...('fields' in definition ? (definition.fields ?? []) : []),
    ...('values' in definition ? (definition.values ?? []) : []),
  ];
  const { directives: _, ...head } = { ...definition, fields: [], values: [] };
  return [
    oneLine(print(head)).replace(/^extend /, ''),
    ...('directives' in definition ? (definition.directives ?? []) : []).map(
      (each) => `${name} ${oneLine(print(each))}`,
    ),
    ...members.map((member) => `${name}.${oneLine(print(member))}`),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
