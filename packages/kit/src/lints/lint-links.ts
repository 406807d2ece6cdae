import { didYouMean, type Finding, type Gateway, type PageComponent, positionAt, QueryText } from 'stoa/tooling';
import { linkTarget, paramsProblem, type ShopDocument } from '../shop/index.ts';
import { routeCalls, type SourceModule } from '../source/index.ts';

type Addressed = Pick<Gateway, 'config' | 'manifests'>;

const routesFix = 'npx stoa routes lists what there is; pages are in gateway.yaml.';

/** Links of a component's query that lead nowhere, or lack parameters. */
export function deadPageLinks(
  component: PageComponent,
  links: ShopDocument['uses']['links'],
  gateway: Addressed,
): readonly Finding[] {
  return links.flatMap(({ name, params, offset }): readonly Finding[] => {
    const target = linkTarget(gateway, name);
    const problem =
      target.kind === 'none'
        ? 'which there is not'
        : target.kind === 'shared'
          ? `which ${target.owners.join(' and ')} share`
          : paramsProblem(target.params, params);
    if (problem === undefined) return [];
    const where = new QueryText(component, component.query ?? '').placeOf(offset);
    const what = `${component.extension}.${component.name} links to "${name}", ${target.kind === 'none' || target.kind === 'shared' ? problem : `but ${problem}`}`;
    const fix = target.kind === 'none' ? didYouMean(name, namesOf(gateway, 'url')) : routesFix;
    return [{ code: 'LINT_DEAD_LINK', severity: 'warning', where, what, fix }];
  });
}

/** Names in `context.url()` and `useForm()` of a module that no page or route has. */
export function deadCodeLinks(module: SourceModule, shop: Addressed): readonly Finding[] {
  return routeCalls(module).flatMap(({ kind, name, isSure, offset }): readonly Finding[] => {
    if (!isSure || linkTarget(shop, name).kind !== 'none') return [];
    const what = `${kind === 'useForm' ? `asks for the form of "${name}"` : `links to "${name}"`}, which there is not`;
    const where = { file: module.file, ...positionAt(module.text, offset) };
    return [{ code: 'LINT_DEAD_LINK', severity: 'warning', where, what, fix: didYouMean(name, namesOf(shop, kind)) }];
  });
}

/** What a link or form may name. */
export function namesOf({ config, manifests }: Addressed, kind: 'url' | 'useForm'): readonly string[] {
  const routes = manifests.flatMap(({ endpoints }) => endpoints.map(({ routeId }) => routeId));
  return kind === 'useForm' ? routes : [...Object.keys(config.pages), ...routes];
}
