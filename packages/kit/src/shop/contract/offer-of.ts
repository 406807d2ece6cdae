import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DocumentNode, Kind, print } from 'graphql';
import { compareText, type EndpointManifest, type ExtensionManifest, isObject, type PageComponent } from 'stoa/tooling';
import type { Component, Offer, Route } from './extension-contract.gen.ts';

/** What an extension gives to a shop. Reads its files, and runs none of its code. */
export async function offerOf(
  manifest: Pick<ExtensionManifest, 'id' | 'sdl' | 'endpoints' | 'ownPages' | 'events'>,
  components: readonly PageComponent[],
): Promise<Offer> {
  const routes = await Promise.all(
    manifest.endpoints.map(async (endpoint) => [endpoint.routeId, await routeOf(endpoint)] as const),
  );
  return {
    sdl: manifest.sdl.flatMap(({ document }) => definitionTexts(document)),
    routes: Object.fromEntries(routes),
    components: Object.fromEntries(
      components
        .filter(({ extension }) => extension === manifest.id)
        .map((component) => [`${component.group}/${component.name}`, componentOf(component)] as const)
        .toSorted(([a], [b]) => compareText(a, b)),
    ),
    ...(manifest.ownPages.length > 0 && {
      pages: Object.fromEntries(manifest.ownPages.map(({ group, page }) => [group, { ...page }])),
    }),
    ...eventsOf(manifest),
  };
}

/** The payloads of those events of an extension that are asked for. */
export function eventsOf(
  { events }: Pick<ExtensionManifest, 'events'>,
  isAskedFor: (name: string) => boolean = () => true,
): Pick<Offer, 'events'> {
  const found = events.filter(({ name }) => isAskedFor(name));
  return found.length === 0
    ? {}
    : { events: Object.fromEntries(found.map(({ name, schema }) => [name, { ...schema }])) };
}

/** One text for each definition. `@link` names what every gateway knows. */
export function definitionTexts(document: DocumentNode): string[] {
  return document.definitions.filter(({ kind }) => kind !== Kind.SCHEMA_EXTENSION).map((node) => print(node));
}

export function componentOf({ layout, areas, hydrate, query }: PageComponent): Component {
  return {
    ...layout,
    ...(areas.length > 0 && { areas: [...areas] }),
    ...(hydrate !== undefined && { hydrate }),
    ...(query !== undefined && { query: withoutIndent(query) }),
  };
}

/** A route.json with its body schema in it. */
export async function routeOf({ source, methods, path, access }: EndpointManifest): Promise<Route> {
  const { $schema: _, ...route } = await readObject(source.file);
  const { bodySchema } = route;
  if (typeof bodySchema === 'string') route.bodySchema = await readObject(join(dirname(source.file), bodySchema));
  return { ...route, methods: [...methods], path, access };
}

async function readObject(file: string): Promise<Record<string, unknown>> {
  // A decoder leaves out the byte order mark with which some editors begin a file.
  const value: unknown = JSON.parse(new TextDecoder().decode(await readFile(file)));
  return isObject(value) ? { ...value } : {};
}

function withoutIndent(text: string): string {
  return text.replace(/\n\s*/g, '\n').trim();
}
