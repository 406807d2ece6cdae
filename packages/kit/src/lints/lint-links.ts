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
    const target = linkTarget(gateway, name, component.extension);
    const nowhere = nowhereOf(target, name, namesOf(gateway, 'url'));
    const problem = 'params' in target ? paramsProblem(target.params, params) : undefined;
    const reason = nowhere ?? (problem === undefined ? undefined : { what: `but ${problem}`, fix: routesFix });
    if (reason === undefined) return [];
    const where = new QueryText(component, component.query ?? '').placeOf(offset);
    const what = `${component.extension}.${component.name} links to "${name}", ${reason.what}`;
    return [{ code: 'LINT_DEAD_LINK', severity: 'warning', where, what, fix: reason.fix }];
  });
}

/** Why a name means nothing. Undefined when it means a page or route. */
function nowhereOf(target: ReturnType<typeof linkTarget>, name: string, known: readonly string[]) {
  if (target.kind === 'none') return { what: 'which there is not', fix: didYouMean(name, known) };
  if (target.kind !== 'shared') return undefined;
  const what = `which ${target.owners.join(' and ')} share`;
  return { what, fix: `Write ${target.owners.map((owner) => `"${owner}"`).join(' or ')}.` };
}

/** Names in `context.url()` and `useForm()` of an extension's module that no page or route has, or several have. */
export function deadCodeLinks(module: SourceModule, shop: Addressed, from: string): readonly Finding[] {
  return routeCalls(module).flatMap(({ kind, name, isSure, offset }): readonly Finding[] => {
    const nowhere = isSure ? nowhereOf(linkTarget(shop, name, from), name, namesOf(shop, kind)) : undefined;
    if (nowhere === undefined) return [];
    const what = `${kind === 'useForm' ? `asks for the form of "${name}"` : `links to "${name}"`}, ${nowhere.what}`;
    const where = { file: module.file, ...positionAt(module.text, offset) };
    return [{ code: 'LINT_DEAD_LINK', severity: 'warning', where, what, fix: nowhere.fix }];
  });
}

/** The route that a name means to an extension. Undefined for a page, and for a name that means nothing. */
export function routeNamed(shop: Addressed, name: string, from: string) {
  const target = linkTarget(shop, name, from);
  const endpoints = target.kind === 'route' ? shop.manifests.flatMap((manifest) => manifest.endpoints) : [];
  return endpoints.find(({ extension, routeId }) => 'name' in target && target.name === `${extension}.${routeId}`);
}

/** What a link or form may name. */
function namesOf({ config, manifests }: Addressed, kind: 'url' | 'useForm'): readonly string[] {
  const routes = manifests.flatMap(({ endpoints }) => endpoints.map(({ routeId }) => routeId));
  return kind === 'useForm' ? routes : [...Object.keys(config.pages), ...routes];
}
