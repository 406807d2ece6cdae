import { isObject } from 'stoa/tooling';
import type { AnsweredError, PlainAnswer } from './plain-answer.ts';

/** What may differ in answers with errors, and why. Everything else fails the proof. */
export const rules = {
  locations: 'Stoa says where in the document an error is, Hive Gateway does not for errors of subgraphs.',
  serviceName: 'The name of the extension is `extensions.extension` here, and `extensions.serviceName` there.',
  errorId: 'An internal error has an id for the log, different in each answer.',
  listIndexes: 'Hive Gateway asks for equal objects once, so list indexes in paths are missing or others.',
  internalMessages: 'Messages of internal errors: Stoa names a null that must not be, Hive Gateway masks it.',
  mergedPlaces: 'Hive Gateway asks for objects of several places in one request, and names one of the places.',
  lostObjects: 'Errors in an object that is lost to a null: GraphQL lets a server report one of them or several.',
  earlyRefusals:
    'Stoa refuses a value of a custom scalar before it runs anything. There the extension refuses it, if it is asked.',
  shopLimits: 'Stoa refuses by a limit of gateway.yaml which the engine does not have.',
  conditions:
    'Hive Gateway loses a field that is selected twice, once under a condition that does not hold. Without the condition it is equal.',
  failedNeighbours:
    'Hive Gateway asks for equal objects in one request. A field that must not be null and fails takes more along there.',
  bareTypenames:
    'Hive Gateway fails on an inline fragment of an entity with `__typename` alone. Without it, it is equal.',
  missingParts: 'Hive Gateway loses the error of a part that is missing in a list, since the list is not null.',
  fragments: 'Hive Gateway loses some named fragments. Written out, the same selection is equal.',
} as const satisfies Record<string, string>;

export type RuleName = keyof typeof rules;

export type Comparison =
  /** `rules`: what had to be made alike first. */
  | { readonly kind: 'equal'; readonly rules: readonly RuleName[] }
  | { readonly kind: 'different'; readonly what: string };

/** Compares an engine's answer with Stoa's. */
export function compareAnswers(ours: PlainAnswer, theirs: PlainAnswer, ownSubgraph: string): Comparison {
  if (ours.errors.length === 0 && theirs.errors.length === 0)
    return bytesOf(ours) === bytesOf(theirs)
      ? { kind: 'equal', rules: [] }
      : { kind: 'different', what: 'the data, without errors' };
  const refused = compareRefusals(ours, theirs);
  if (refused !== undefined) return { kind: 'equal', rules: [refused] };
  if (JSON.stringify(ours.data) !== JSON.stringify(theirs.data))
    return { kind: 'different', what: 'the data, with errors' };
  return compareErrors(ours, theirs, ownSubgraph);
}

/** The bytes of `data`, as they were sent. */
function bytesOf({ text, data }: PlainAnswer): string {
  return /^\{"data":(.*)\}$/s.exec(text)?.[1] ?? JSON.stringify(data);
}

const limitCodes = ['COST_ESTIMATED_TOO_EXPENSIVE'];

/** Stoa has executed nothing: why the other engine did not either, or could. */
function compareRefusals(ours: PlainAnswer, theirs: PlainAnswer): RuleName | undefined {
  if (ours.data !== undefined || theirs.data === undefined) return undefined;
  if (ours.errors.every(({ code }) => code !== undefined && limitCodes.includes(code))) return 'shopLimits';
  const reasons = theirs.errors.map(({ message }) => reasonOf(message));
  return ours.errors.every(({ message, code }) => code === 'BAD_USER_INPUT' && reasons.includes(reasonOf(message)))
    ? 'earlyRefusals'
    : undefined;
}

/** graphql-js names the variable first, which is another one in a subgraph's document. */
function reasonOf(message: string): string {
  return /^Variable "\$.*?"; (.*)$/s.exec(message)?.[1] ?? message;
}

/** What of an error is left out of the comparison. */
const leniencies = ['missingParts', 'listIndexes', 'internalMessages', 'lostObjects', 'mergedPlaces'] as const;
type Leniency = (typeof leniencies)[number];

/** All sets of them: those with fewer, and with stricter ones, come first. */
const leniencySets: readonly (readonly Leniency[])[] = Array.from({ length: 2 ** leniencies.length }, (_, bits) =>
  leniencies.filter((_leniency, index) => (bits & (1 << index)) !== 0),
).toSorted((a, b) => a.length - b.length);

interface Context {
  readonly ownSubgraph: string;
  readonly without: readonly Leniency[];
}

function compareErrors(ours: PlainAnswer, theirs: PlainAnswer, ownSubgraph: string): Comparison {
  const all = [...ours.errors, ...theirs.errors];
  const always: readonly RuleName[] = [
    ...(all.some(({ has }) => has.locations) ? (['locations'] as const) : []),
    ...(all.some(({ has }) => has.serviceName) ? (['serviceName'] as const) : []),
    ...(all.some(({ has }) => has.id) ? (['errorId'] as const) : []),
  ];
  const without = leniencySets.find((each) => areEqual(ours, theirs, { ownSubgraph, without: each }));
  return without === undefined
    ? { kind: 'different', what: 'the errors' }
    : { kind: 'equal', rules: [...always, ...without] };
}

/**
 * Whether both have the same errors, in any order, each counted once. With `lostObjects`, an error in an object that
 * the answer has lost stands for every error there.
 */
function areEqual(ours: PlainAnswer, theirs: PlainAnswer, context: Context): boolean {
  const knowsLost = context.without.includes('lostObjects');
  const knowsParts = context.without.includes('missingParts');
  const reported = ours.errors.filter(({ path = [] }) => !knowsParts || !Array.isArray(valueAt(ours.data, path)));
  const own = reported.map((error) => ({
    form: formOf(error, context),
    lost: knowsLost ? placeOfNull(ours.data, error.path ?? []) : undefined,
  }));
  const kept = new Set(own.flatMap(({ form, lost }) => (lost === undefined ? [form] : [])));
  const lost = own.flatMap((each) => (each.lost === undefined ? [] : [keysOf(each.lost, context)]));
  const other = theirs.errors.map((error) => ({ form: formOf(error, context), keys: keysOf(error.path, context) }));
  const others = other.filter(({ form }) => !kept.has(form));
  const otherForms = new Set(other.map(({ form }) => form));
  if ([...kept].some((form) => !otherForms.has(form))) return false;
  if (lost.length > 0 !== others.length > 0 && !context.without.includes('mergedPlaces')) return false;
  const lostForms = new Set(own.map(({ form }) => form));
  return others.every(({ form, keys }) => lostForms.has(form) || lost.some((place) => isBelow(keys, place)));
}

type Keys = readonly (string | number)[];

function keysOf(path: Keys = [], { without }: Context): Keys {
  const namesOnly = without.includes('listIndexes') || without.includes('mergedPlaces');
  return namesOnly ? path.filter((key) => typeof key === 'string') : path;
}

function isBelow(keys: Keys, place: Keys): boolean {
  return place.every((key, index) => keys[index] === key);
}

const internal = 'INTERNAL_SERVER_ERROR';

function formOf({ message, code, owner, path }: AnsweredError, context: Context): string {
  const { ownSubgraph, without } = context;
  const keys = keysOf(path, context);
  const place = without.includes('mergedPlaces') ? { field: keys.at(-1) } : { path: keys };
  const isInternal = code === internal && without.includes('internalMessages');
  const facts = isInternal ? { code } : { message, code, owner: owner === ownSubgraph ? undefined : owner };
  return JSON.stringify({ ...facts, ...place });
}

/** The place of the null above the error's own field, if there is one. */
function placeOfNull(data: unknown, path: Keys): Keys | undefined {
  return path.map((_, index) => path.slice(0, index)).find((place) => valueAt(data, place) === null);
}

function valueAt(data: unknown, path: Keys): unknown {
  let value = data;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isObject(value)) value = value[key];
    else return undefined;
  }
  return value;
}
