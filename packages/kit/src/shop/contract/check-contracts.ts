import { errorFinding, type Finding, isObject } from 'stoa/tooling';
import { contractText } from './contract-file.ts';
import type { Component, ExtensionContract, Neighbour, Offer, Route } from './extension-contract.gen.ts';
import { unmetSdl } from './meets-sdl.ts';

/** A contract with the path of its file. */
export interface FiledContract {
  readonly file: string;
  readonly contract: ExtensionContract;
}

/** Compares what each contract needs with what the others give. Runs no code. */
export function checkContracts(filed: readonly FiledContract[]): readonly Finding[] {
  return filed.flatMap(({ file, contract }) => {
    const others = filed.filter((other) => other.contract.extension !== contract.extension);
    const given = others.flatMap((other) => other.contract.gives.sdl);
    return Object.entries(contract.needs.extensions).flatMap(([id, need]) => {
      const other = others.find((each) => each.contract.extension === id);
      const related = other === undefined ? [] : [{ file: other.file, line: 1 }];
      if (other === undefined && need.optional) return [];
      const reasons = other === undefined ? ['has no contract here'] : unmet(need, other.contract.gives, given);
      return reasons.map((reason) =>
        errorFinding('CONTRACT_UNMET', {
          where: { file, line: 1 },
          what: `${contract.extension} needs ${id}${version(need)}, which ${reason}`,
          fix:
            other === undefined
              ? `Name the contract of ${id}, too.`
              : `Change ${contract.extension} and run "npx stoa types", or let ${id} give it.`,
          related,
        }),
      );
    });
  });
}

/** The file of a contract that does not say what its extension says. */
export function staleContract({ file, contract }: FiledContract, current: ExtensionContract): readonly Finding[] {
  if (contractText(contract) === contractText(current)) return [];
  const parts = (['gives', 'needs'] as const).filter(
    (part) => JSON.stringify(contract[part]) !== JSON.stringify(current[part]),
  );
  const what = `does not say what ${contract.extension} ${parts.length === 0 ? 'is called' : parts.join(' and ')}`;
  return [errorFinding('CONTRACT_STALE', { where: { file, line: 1 }, what, fix: 'Run "npx stoa types".' })];
}

function version({ version: name }: Neighbour): string {
  return name === undefined ? '' : ` as in ${name}`;
}

// A field may move to another extension: all that are given count.
function unmet(need: Neighbour, gives: Offer, given: readonly string[]): readonly string[] {
  return [
    ...unmetSdl(need.sdl, given),
    ...Object.entries(need.routes).flatMap(([routeId, route]) => unmetRoute(routeId, route, gives.routes[routeId])),
    ...Object.entries(need.components).flatMap(([id, component]) => unmetAreas(id, component, gives)),
    ...Object.entries(need.events ?? {}).flatMap(([name, payload]) => unmetEvent(name, payload, gives.events?.[name])),
  ];
}

function unmetRoute(routeId: string, need: Route, given: Route | undefined): readonly string[] {
  if (given === undefined) return [`has no route "${routeId}"`];
  const missing = need.methods.filter((method) => !given.methods.includes(method));
  const [wanted, found] = [need, given].map(({ path }) => (path.match(/:\w+/g) ?? []).toSorted().join(', '));
  return [
    ...missing.map((method) => `takes no ${method} at "${routeId}"`),
    ...(wanted === found ? [] : [`has the parameters ${found || 'none'} in "${routeId}", and not ${wanted || 'none'}`]),
    ...(need.access === 'public' && given.access !== 'public' ? [`keeps guests from "${routeId}"`] : []),
  ];
}

function unmetAreas(id: string, need: Component, gives: Offer): readonly string[] {
  const [group = ''] = id.split('/');
  const offered = Object.entries(gives.components).flatMap(([other, { areas = [] }]) =>
    other.startsWith(`${group}/`) || other.startsWith('all/') ? areas : [],
  );
  const missing = (need.areas ?? []).filter((area) => !offered.includes(area));
  return missing.map((area) => `offers no area "${area}" on ${group}`);
}

type Schema = Readonly<Record<string, unknown>>;

/** Why an event does not serve a subscriber that was written for the needed payload, one text for each reason. */
function unmetEvent(name: string, need: Schema, given: Schema | undefined): readonly string[] {
  return given === undefined ? [`publishes no event "${name}"`] : unmetPayload(name, need, given);
}

/** Limits and choices do not count: `stoa diff` tells of them. */
function unmetPayload(name: string, need: Schema, given: Schema): readonly string[] {
  const [wanted, found] = [listOf(need.type), listOf(given.type)];
  const isRead = (type: unknown): boolean => wanted.includes(type) || (type === 'integer' && wanted.includes('number'));
  const isSame = wanted.length === 0 || (found.length > 0 && found.every(isRead));
  const isOther = ['$ref', 'anyOf', 'oneOf', 'allOf'].some(
    (key) => JSON.stringify(need[key]) !== JSON.stringify(given[key]),
  );
  return [
    ...(isSame
      ? []
      : [`publishes "${name}" as ${found.join(' or ') || 'anything'}, and not as ${wanted.join(' or ')}`]),
    ...(isOther ? [`publishes "${name}" in another form`] : []),
    ...unmetFields(name, need, given),
    ...(isObject(need.items) ? unmetPayload(`${name}[]`, need.items, schemaOf(given.items)) : []),
  ];
}

function unmetFields(name: string, need: Schema, given: Schema): readonly string[] {
  const [needed, published] = [listOf(need.required), listOf(given.required)];
  return ['properties', '$defs'].flatMap((key) => {
    const [wanted, found] = [schemaOf(need[key]), schemaOf(given[key])];
    return Object.entries(wanted).flatMap(([field, schema]) => {
      const path = `${name}.${field}`;
      if (!Object.hasOwn(found, field)) return [`does not publish "${path}"`];
      const isLeftOut = key === 'properties' && needed.includes(field) && !published.includes(field);
      return [
        ...(isLeftOut ? [`may leave out "${path}"`] : []),
        ...unmetPayload(path, schemaOf(schema), schemaOf(found[field])),
      ];
    });
  });
}

function schemaOf(value: unknown): Schema {
  return isObject(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
