import type { Composition } from '#engine';
import type { EndpointManifest } from '#extensions';
import type { BuiltPage } from '#pages';

interface Declaring {
  readonly endpoints: readonly Pick<EndpointManifest, 'permissions'>[];
  readonly composition: Pick<Composition, 'guards'>;
  readonly pages: { readonly groups: ReadonlyMap<string, Pick<BuiltPage, 'permissions' | 'components'>> };
}

/** Each permission that a route, a field, a page or a component of the shop needs, in the order of the alphabet. */
export function declaredPermissions({ endpoints, composition, pages }: Declaring): readonly string[] {
  const groups = [...pages.groups.values()];
  return [
    ...new Set([
      ...endpoints.flatMap(({ permissions }) => permissions),
      ...[...composition.guards.values()].flatMap(({ scopes }) => scopes.flat(2)),
      ...groups.flatMap(({ permissions }) => permissions),
      ...groups.flatMap(({ components }) => components.flatMap(({ permissions = [] }) => permissions)),
    ]),
  ].sort();
}
