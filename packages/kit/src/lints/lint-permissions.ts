import { readFileSync } from 'node:fs';
import {
  didYouMean,
  editDistance,
  type Finding,
  type Gateway,
  type Place,
  placeInConfig,
  placeOf,
  positionAt,
} from 'stoa/tooling';
import { scopesIn } from '../shop/index.ts';
import { readModules } from '../source/index.ts';
import { literalParts } from './module-facts.ts';

interface Asked {
  readonly permission: string;
  readonly where: Place;
  readonly related: readonly Place[];
}

type Linted = Pick<Gateway, 'config' | 'manifests' | 'pages'>;

/** As route.json and tokens have them. */
const form = /^[^\s:]+:[^\s:]+$/;

/**
 * Permissions that a route, page or field asks for, and no caller can have: none of that form exists; or no token is of
 * a login server, and neither gateway.yaml nor the code of an extension names it. And those that are misspelt.
 */
export async function lintPermissions(gateway: Linted): Promise<readonly Finding[]> {
  const { manifests, config } = gateway;
  const asked = manifests.flatMap(({ endpoints, sdl }): Asked[] => [
    ...endpoints.flatMap(({ permissions, source: where, handlers }) =>
      permissions.map((permission) => ({ permission, where, related: handlers.map(({ file }) => ({ file })) })),
    ),
    ...scopesIn(sdl).map((scope) => ({ permission: scope.value, where: placeOf(scope), related: [] })),
  ]);
  for (const [group, { permissions, places }] of Object.entries(config.pages)) {
    const where = places?.get('permissions') ?? placeInConfig(config, ['pages', group, 'permissions']);
    asked.push(...permissions.map((permission) => ({ permission, where, related: [] })));
  }
  const { jwt, tokens } = config.auth.bearer;
  const modules = (await Promise.all(manifests.map(({ folder }) => readModules(folder)))).flat();
  const granted = new Set([
    ...tokens.flatMap(({ permissions = [] }) => permissions),
    ...modules.flatMap((module) => literalParts(module).map(({ text }) => text)),
  ]);
  const ungranted = asked.flatMap(({ permission, where, related }): readonly Finding[] => {
    const isWritten = form.test(permission);
    if (isWritten && (jwt !== undefined || granted.has(permission))) return [];
    const known = [...granted].filter((name) => form.test(name));
    const what = isWritten
      ? `asks for the permission "${permission}", which no token of gateway.yaml has and no extension grants`
      : `asks for the permission "${permission}", which no caller can have: it is not written area:action`;
    const fix = isWritten ? didYouMean(permission, known) : 'Write it as in "reviews:write".';
    return [{ code: 'LINT_PERMISSION_UNGRANTED', severity: 'warning', where, what, fix, related }];
  });
  return [...ungranted, ...misspelt([...asked, ...askedByComponents(gateway)], gateway)];
}

function askedByComponents({ pages }: Linted): readonly Asked[] {
  const components = new Set([...pages.groups.values()].flatMap((page) => page.components));
  return [...components].flatMap(({ file, permissions = [] }) => {
    const text = permissions.length === 0 ? '' : readFileSync(file, 'utf8');
    return permissions.map((permission) => {
      const where = { file, ...positionAt(text, Math.max(0, text.indexOf(permission))) };
      return { permission, where, related: [] };
    });
  });
}

/** What gateway.yaml gives to tasks of extensions. */
function givenTo(config: Linted['config']): readonly Asked[] {
  return config.extensions.flatMap(({ permissions, declaredAt: where }) =>
    permissions.map((permission) => ({ permission, where, related: [] })),
  );
}

/**
 * A permission that is another one but for one typing error, and whose area and action are the rarer ones. And one that
 * is given, and that nothing asks for, although its area is known.
 */
function misspelt(asked: readonly Asked[], { config, manifests }: Linted): readonly Finding[] {
  const places = Map.groupBy(asked, ({ permission }) => permission);
  const names = [...places.keys()];
  // An area is mostly called like its extension.
  const areas = countOf([...asked.map(({ permission }) => areaOf(permission)), ...manifests.map(({ id }) => id)]);
  const actions = countOf(asked.map(({ permission }) => actionOf(permission)));
  const uses = (name: string): number => (areas.get(areaOf(name)) ?? 0) + (actions.get(actionOf(name)) ?? 0);
  const isLess = (name: string, other: string): boolean =>
    uses(name) < uses(other) || (uses(name) === uses(other) && name < other);
  return [...asked, ...givenTo(config)].flatMap(({ permission, where }): readonly Finding[] => {
    const twin = names.find((other) => editDistance(permission, other) === 1 && isLess(permission, other));
    const known = names.filter((other) => areaOf(other) === areaOf(permission));
    if (twin === undefined && (places.has(permission) || known.length === 0 || areaOf(permission) === 'stoa'))
      return [];
    const what =
      twin === undefined
        ? `gives the permission "${permission}", which no route, page, field or component asks for`
        : `names the permission "${permission}", and there is "${twin}"`;
    const fix = didYouMean(permission, twin === undefined ? known : [twin]);
    const related = twin === undefined ? [] : (places.get(twin) ?? []).slice(0, 1).map((other) => other.where);
    return [{ code: 'LINT_PERMISSION_MISSPELT', severity: 'warning', where, what, fix, related }];
  });
}

const areaOf = (permission: string): string => permission.slice(0, permission.indexOf(':'));
const actionOf = (permission: string): string => permission.slice(permission.indexOf(':') + 1);

function countOf(parts: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(parts, (part) => part)].map(([part, all]) => [part, all.length]));
}
