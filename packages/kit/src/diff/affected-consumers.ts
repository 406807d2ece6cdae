import { validate, validateSchema } from 'graphql';
import { composeOperations, everyPage, type PageComponent, type Place } from 'stoa/tooling';
import {
  componentKey,
  linkTarget,
  paramsProblem,
  type ShopDocument,
  type ShopState,
  sdlUses,
  usesOfQuery,
} from '../shop/index.ts';
import { type Affected, changePlace } from './shop-change.ts';

/** Finds the consumers of what has changed. */
export type AffectedConsumers = ReturnType<typeof createAffectedConsumers>;

export function createAffectedConsumers(before: ShopState, after: ShopState) {
  const invalid = invalidDocuments(before, after);
  const sides: Sides = {
    before,
    after,
    enabled: new Set(after.manifests.map(({ id }) => String(id))),
    sdl: sdlUses(before),
    sdlAfter: new Set(sdlUses(after).map(sdlKey)),
    textsAfter: new Set(after.code.documents.map(({ extension, text }) => `${extension}\n${text}`)),
    callsAfter: new Set(after.code.calls.map(({ extension, name }) => `${extension}\n${name}`)),
  };
  const stillInvalid = before.documents.filter((document) => invalid.has(document));
  return {
    /** Documents that are invalid in the new state, with the reasons. */
    invalid,
    ofComponent: (component: PageComponent, how: string, place: Place = { file: component.file }) =>
      componentVictim(sides, component, { how, place }),
    ofDocument: (document: ShopDocument, use: Pick<Use, 'how' | 'place'>) =>
      documentVictims(sides, document, { ...use, remains: () => false }),
    /** Documents, and SDL of extensions other than `owner`, that use a schema coordinate. */
    ofCoordinate: async (coordinate: string, owner?: string) => [
      ...(await userVictims(sides, coordinate, before.documents)),
      ...sdlVictims(sides, coordinate, owner),
    ],
    /** Documents that use a schema coordinate and are invalid in the new state. */
    ofCoordinateIfInvalid: (coordinate: string) => userVictims(sides, coordinate, stillInvalid),
    /** Links and forms of the route or page. With `params`: only those with other parameters. */
    ofLink: (name: string, needed?: Needed) => usersOfLink(sides, name, needed),
    /** Links and forms of these extensions. */
    ofLinkIn: (extensions: ReadonlySet<string>, name: string) => {
      const { documents, code } = before;
      const isIn = ({ extension }: { readonly extension: string }): boolean => extensions.has(extension);
      const own = { documents: documents.filter(isIn), code: { ...code, calls: code.calls.filter(isIn) } };
      return usersOfLink({ ...sides, before: { ...before, ...own } }, name, undefined);
    },
  };
}

interface Sides {
  readonly before: ShopState;
  readonly after: ShopState;
  readonly enabled: ReadonlySet<string>;
  readonly sdl: ReturnType<typeof sdlUses>;
  readonly sdlAfter: ReadonlySet<string>;
  readonly textsAfter: ReadonlySet<string>;
  readonly callsAfter: ReadonlySet<string>;
}

interface Use {
  readonly how: string;
  readonly place: Place;
  /** Whether the component's new document still has this use. */
  remains(uses: ShopDocument['uses']): boolean;
}

function componentVictim(
  { before, after }: Sides,
  component: PageComponent,
  { how, place }: Pick<Use, 'how' | 'place'>,
): Affected {
  const exists = after.components.some((other) => componentKey(other) === componentKey(component));
  return {
    kind: 'component',
    name: `${component.extension}.${component.name}`,
    how,
    where: changePlace(before, place),
    pages: component.group === everyPage ? ['all'] : [component.group],
    area: component.layout.areaId,
    state: exists ? 'broken' : 'gone',
  };
}

async function documentVictims(sides: Sides, document: ShopDocument, use: Use): Promise<readonly Affected[]> {
  const { component, extension, text } = document;
  if (document.operation !== undefined) return [operationVictim(sides, document, use)];
  if (component === undefined)
    return codeVictims(sides, document, { ...use, exists: sides.textsAfter.has(`${extension}\n${text}`) });
  const victim = componentVictim(sides, component, use);
  const query = sides.after.components.find((other) => componentKey(other) === componentKey(component))?.query;
  const { schema } = sides.before;
  const isSame = query === text || victim.state === 'gone';
  const remains = query !== undefined && schema !== undefined && use.remains(usesOfQuery(query, schema));
  return [isSame || remains ? victim : { ...victim, state: 'adapted' }];
}

/** A persisted document affects unknown clients. */
function operationVictim({ before, after }: Sides, document: ShopDocument, { how, place }: Use): Affected {
  const exists = after.persisted.has(document.text);
  const name = document.operation ?? document.extension;
  const where = changePlace(before, place);
  return { kind: 'operation', name, how, where, pages: [], area: null, state: exists ? 'broken' : 'adapted' };
}

/** The parts of an extension that import the file: routes, page components or resolvers. */
async function codeVictims(
  sides: Sides,
  { extension, file }: { readonly extension: string; readonly file: string },
  { how, place, exists }: Pick<Use, 'how' | 'place'> & { readonly exists: boolean },
): Promise<readonly Affected[]> {
  const { before } = sides;
  const state = !sides.enabled.has(extension) ? 'gone' : exists ? 'broken' : 'adapted';
  const common = { how, where: changePlace(before, place), pages: [], area: null, state } as const;
  const entries = [...Map.groupBy(await before.code.reach(file), ({ name }) => name).values()];
  if (entries.length === 0) return [{ kind: 'code', name: extension, ...common }];
  return entries.flatMap(([entry]): readonly Affected[] => {
    if (entry === undefined) return [];
    const component = before.components.find((each) => each.file === entry.file);
    if (component !== undefined) return [{ ...componentVictim(sides, component, { how, place }), state }];
    return [{ kind: entry.kind, name: entry.name, ...common }];
  });
}

async function userVictims(
  sides: Sides,
  coordinate: string,
  documents: readonly ShopDocument[],
): Promise<readonly Affected[]> {
  const remains = ({ coordinates }: ShopDocument['uses']): boolean => coordinates.has(coordinate);
  const users = documents.map((document) => {
    const offset = document.uses.coordinates.get(coordinate);
    if (offset === undefined) return [];
    const place = document.placeOf(offset);
    return documentVictims(sides, document, { how: `asks for ${coordinate}`, place, remains });
  });
  return (await Promise.all(users)).flat();
}

function sdlVictims(sides: Sides, coordinate: string, owner: string | undefined): readonly Affected[] {
  return sides.sdl
    .filter((use) => use.coordinate === coordinate && use.extension !== owner)
    .map((use): Affected => {
      const { extension: name, how } = use;
      const state = !sides.enabled.has(name) ? 'gone' : sides.sdlAfter.has(sdlKey(use)) ? 'broken' : 'adapted';
      const where = changePlace(sides.before, use.where);
      return { kind: 'extension', name, how, where, pages: [], area: null, state };
    });
}

type Needed = { readonly params: readonly string[] } | undefined;

async function usersOfLink(sides: Sides, name: string, needed: Needed): Promise<readonly Affected[]> {
  return distinct([...(await linkVictims(sides, name, needed)), ...(await callVictims(sides, name, needed))]);
}

async function linkVictims(sides: Sides, name: string, needed: Needed): Promise<readonly Affected[]> {
  const links = sides.before.documents.flatMap((document) =>
    document.uses.links.flatMap((link) => {
      const problem = needed && paramsProblem(needed.params, link.params);
      if (
        !isMeant(sides, { name: link.name, extension: document.extension }, name) ||
        (needed !== undefined && problem === undefined)
      )
        return [];
      const how = problem === undefined ? 'links to it' : `links to it, and ${problem}`;
      const remains = (uses: ShopDocument['uses']): boolean => uses.links.some((other) => other.name === link.name);
      return [documentVictims(sides, document, { how, place: document.placeOf(link.offset), remains })];
    }),
  );
  return (await Promise.all(links)).flat();
}

async function callVictims(sides: Sides, name: string, needed: Needed): Promise<readonly Affected[]> {
  // The arguments of the call are unknown. When the route's parameters changed, they cannot be right.
  const isOutdated = ({ kind, name: called, extension }: ShopState['code']['calls'][number]): boolean => {
    const target = linkTarget(sides.before, called, extension);
    return kind === 'url' && 'params' in target && target.params.join() !== needed?.params.join();
  };
  const calls = sides.before.code.calls
    .filter((call) => isMeant(sides, call, name) && (needed === undefined || isOutdated(call)))
    .map((call) => {
      const exists = sides.callsAfter.has(`${call.extension}\n${call.name}`);
      return codeVictims(sides, call, { how: 'names it in its code', place: call.where, exists });
    });
  return (await Promise.all(calls)).flat();
}

type WrittenLink = Pick<ShopState['code']['calls'][number], 'extension' | 'name'>;

function isMeant({ before }: Sides, written: WrittenLink, name: string): boolean {
  const target = linkTarget(before, written.name, written.extension);
  return 'name' in target && target.name === name;
}

// A form uses both the path and the name of its route, and counts once.
function distinct(affected: readonly Affected[]): readonly Affected[] {
  return [...Map.groupBy(affected, ({ kind, name, pages }) => `${kind} ${name} ${pages}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function sdlKey({ extension, coordinate, how }: ReturnType<typeof sdlUses>[number]): string {
  return `${extension} ${coordinate} ${how}`;
}

/** Validates the documents of the old state against the new state. */
function invalidDocuments(before: ShopState, after: ShopState): ReadonlyMap<ShopDocument, readonly string[]> {
  const { schema, inner, internal, groups } = after;
  const invalid = new Map<ShopDocument, readonly string[]>();
  if (schema === undefined || inner === undefined) return invalid;
  // Nothing can be validated by a schema that is not valid itself. Findings say so.
  if (validateSchema(inner).length > 0) return invalid;
  const components = before.components.filter(({ group }) => group === everyPage || groups.has(group));
  const { findings } = composeOperations({ schema, internal, groups, components });
  const byFile = Map.groupBy(findings, ({ where }) => where.file);
  for (const document of before.documents) {
    const reasons =
      document.literal === undefined
        ? (byFile.get(document.file) ?? []).map(({ what }) => what)
        : // Persisted documents are those of clients.
          validate(document.operation === undefined ? inner : schema, document.literal).map(({ message }) => message);
    if (reasons.length > 0) invalid.set(document, reasons);
  }
  return invalid;
}
