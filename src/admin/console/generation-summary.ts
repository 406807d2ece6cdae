import { isObject, parseKnown } from '#base';
import { digest } from '#bundle';
import { configValues } from '#config';
import type { ExtensionManifest } from '#extensions';
import type { Gateway } from '#gateway';
import { typesOf } from './shop-map.ts';

/** The parts of a generation that two generations are compared by. */
const parts = ['settings', 'pages', 'routes', 'schema'] as const;

/** A value that is shown, and what it is compared by if that is another text. */
type Entry = readonly [shown: string, compared?: string];

/** What a generation had, by name. Without secrets. */
export type GenerationSummary = Readonly<Record<(typeof parts)[number], Readonly<Record<string, Entry>>>>;

/** A generation on disk: its summary, and the copies of its extensions' folders by id. */
export interface KeptState {
  readonly summary: GenerationSummary;
  readonly folders: ReadonlyMap<string, string>;
}

export function summarize({ config, manifests }: Pick<Gateway, 'config' | 'manifests'>): GenerationSummary {
  const settings = [...configValues(config)].map(([pointer, { shown, compared }]): [string, Entry] => {
    const name = pointer.slice(1).replaceAll('/', '.');
    // The text of a secret stays in the copy of gateway.yaml.
    return [name, shown === '***' ? [shown, digest(compared)] : [shown]];
  });
  const pages = Object.entries(config.pages).map(([name, { places: _, ...page }]): [string, Entry] => [
    name,
    [JSON.stringify(page)],
  ]);
  return {
    settings: Object.fromEntries(settings),
    pages: Object.fromEntries(pages),
    routes: Object.fromEntries(manifests.flatMap(routesOf)),
    schema: Object.fromEntries(manifests.flatMap(definitionsOf)),
  };
}

function routesOf({ endpoints }: ExtensionManifest): readonly [string, Entry][] {
  return endpoints.map(({ extension, routeId, methods, path, access, permissions, schemas }) => {
    const shown = `${methods.join(', ')} ${path}, ${[access, ...permissions].join(' ')}`;
    return [`${extension}.${routeId}`, [shown, digest(JSON.stringify([shown, schemas]))]];
  });
}

/** Types, fields, enum values and members of unions, each with the extension that writes it. */
function definitionsOf({ id, sdl, folder }: ExtensionManifest): readonly [string, Entry][] {
  return typesOf(sdl, folder).flatMap(({ name, kind, isExtended, fields }): readonly [string, Entry][] => [
    [`${name} (${id})`, [isExtended ? 'adds to it' : kind]],
    ...fields.map((field): [string, Entry] => {
      return [
        `${name}.${field.name} (${id})`,
        [`${field.takes}${field.returns && `: ${field.returns}`}` || 'is there'],
      ];
    }),
  ]);
}

/** Undefined for a text that this version has not written. */
export function readSummary(text: string): GenerationSummary | undefined {
  return parseKnown(text, isSummary);
}

function isSummary(value: unknown): value is GenerationSummary {
  return isObject(value) && parts.every((part) => isObject(value[part]) && Object.values(value[part]).every(isEntry));
}

function isEntry(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
}
