import { Kind } from 'graphql';
import {
  type Assembly,
  directivesOf,
  type ExtensionManifest,
  type Finding,
  fieldSetOf,
  type Kit,
  placeOf,
  selectedNames,
} from 'stoa/tooling';
import { staleTypes } from '../types/index.ts';
import { lintAreas, lintCode } from './lint-code.ts';
import { lintEvents } from './lint-events.ts';
import { lintLiterals } from './lint-literals.ts';
import { lintForms } from './lint-markup.ts';
import { lintMenus } from './lint-menus.ts';
import { lintPages } from './lint-pages.ts';
import { lintPermissions } from './lint-permissions.ts';
import { lintTextKeys, lintTexts } from './lint-texts.ts';

/** What runs, and yet is not what its author means. Of a shop that cannot start, only the code is looked at. */
export async function lintShop({ manifests, built }: Parameters<Kit['lint']>[0]): Promise<readonly Finding[]> {
  // A circular import may be what made a module throw.
  if (built === undefined) return lintCode(manifests);
  const { assembly, gateway } = built;
  return [
    ...lintSchema(assembly),
    ...lintRoutes(manifests),
    ...lintTexts(manifests, gateway.config.shop),
    ...lintPages(gateway, assembly.composition.guards),
    ...(await lintCode(manifests)),
    ...(await lintLiterals(assembly)),
    ...(await lintEvents(manifests)),
    ...(await lintTextKeys(manifests)),
    ...(await lintForms(gateway)),
    ...(await lintPermissions(gateway)),
    ...(await lintMenus(gateway)),
    ...(await lintAreas(gateway)),
    ...(await staleTypes(assembly)),
  ];
}

const withBody = ['POST', 'PUT', 'PATCH'];

function lintRoutes(manifests: readonly ExtensionManifest[]): readonly Finding[] {
  return manifests.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint): readonly Finding[] => {
      const { extension, routeId, methods, schemas, source, handlers } = endpoint;
      const method = methods.find((each) => withBody.includes(each));
      if (method === undefined || schemas.body !== undefined) return [];
      return [
        {
          code: 'LINT_NO_BODY',
          severity: 'warning',
          where: source,
          what: `${extension}.${routeId} takes ${method}, but nothing says what a body must look like, so nothing checks it`,
          fix: 'Add "body" or "bodySchema"; or, when it has none, say so in the handler: // stoa-allow LINT_NO_BODY: ...',
          related: handlers.map(({ file }) => ({ file })),
        },
      ];
    }),
  );
}

/**
 * Reports non-null fields on objects of other extensions: their failure makes the whole object null. Root types
 * have no owner. The part of a joined list leaves a gap when it fails. A field that both share has two sources.
 */
function lintSchema({ manifests, composition }: Pick<Assembly, 'manifests' | 'composition'>): readonly Finding[] {
  const objects = objectsOf(manifests);
  const shares = (id: string, type: string, field: string): boolean =>
    objects.some((each) => each.extension === id && sharesField(each.shape, type, field));
  return objects.flatMap(({ extension, shape }): readonly Finding[] => {
    const type = shape.name.value;
    const owner = composition.types.get(type)?.owner;
    if (owner === undefined || owner === extension) return [];
    const sides = [extension, owner];
    const keys = directivesOf(shape, 'key').flatMap((key) => selectedNames(fieldSetOf(key) ?? noFields));
    return (shape.fields ?? [])
      .filter((field) => field.type.kind === Kind.NON_NULL_TYPE)
      .filter((field) => ['external', 'contribute'].every((name) => directivesOf(field, name).length === 0))
      .filter(({ name }) => !keys.includes(name.value))
      .filter(({ name }) => !sides.every((id) => shares(id, type, name.value)))
      .map((field) => ({
        code: 'LINT_NON_NULL_FIELD',
        severity: 'warning',
        where: placeOf(field.name),
        what: `"${type}.${field.name.value}" is non-null: when ${extension} fails, clients lose the whole ${type} of ${owner}`,
        fix: 'Remove the last "!", or say why it is meant: # stoa-allow LINT_NON_NULL_FIELD: ...',
      }));
  });
}

/** `@shareable` of an object is that of its fields. */
function sharesField(shape: ReturnType<typeof objectsOf>[number]['shape'], type: string, name: string): boolean {
  const field = shape.name.value === type ? shape.fields?.find((each) => each.name.value === name) : undefined;
  return field !== undefined && [shape, field].some((node) => directivesOf(node, 'shareable').length > 0);
}

function objectsOf(manifests: readonly ExtensionManifest[]) {
  return manifests.flatMap(({ id: extension, sdl }) =>
    sdl.flatMap(({ document }) =>
      document.definitions.flatMap((shape) =>
        shape.kind === Kind.OBJECT_TYPE_DEFINITION || shape.kind === Kind.OBJECT_TYPE_EXTENSION
          ? [{ extension, shape }]
          : [],
      ),
    ),
  );
}

const noFields = { kind: Kind.SELECTION_SET, selections: [] } as const;
