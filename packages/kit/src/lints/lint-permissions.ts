import { didYouMean, type Finding, type Gateway, type Place, placeInConfig, placeOf } from 'stoa/tooling';
import { scopesIn } from '../shop/index.ts';
import { readModules } from '../source/index.ts';
import { literalParts } from './module-facts.ts';

interface Asked {
  readonly permission: string;
  readonly where: Place;
  readonly related: readonly Place[];
}

/** As route.json and tokens have them. */
const form = /^[^\s:]+:[^\s:]+$/;

/**
 * Permissions that a route, page or field asks for, and no caller can have: none of that form exists; or no token is of
 * a login server, and neither gateway.yaml nor the code of an extension names it.
 */
export async function lintPermissions({ manifests, config }: Pick<Gateway, 'manifests' | 'config'>) {
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
  if (asked.length === 0) return [];
  const { jwt, tokens } = config.auth.bearer;
  const modules = (await Promise.all(manifests.map(({ folder }) => readModules(folder)))).flat();
  const granted = new Set([
    ...tokens.flatMap(({ permissions = [] }) => permissions),
    ...modules.flatMap((module) => literalParts(module).map(({ text }) => text)),
  ]);
  return asked.flatMap(({ permission, where, related }): readonly Finding[] => {
    const isWritten = form.test(permission);
    if (isWritten && (jwt !== undefined || granted.has(permission))) return [];
    const known = [...granted].filter((name) => form.test(name));
    const what = isWritten
      ? `asks for the permission "${permission}", which no token of gateway.yaml has and no extension grants`
      : `asks for the permission "${permission}", which no caller can have: it is not written area:action`;
    const fix = isWritten ? didYouMean(permission, known) : 'Write it as in "reviews:write".';
    return [{ code: 'LINT_PERMISSION_UNGRANTED', severity: 'warning', where, what, fix, related }];
  });
}
