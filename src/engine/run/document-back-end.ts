import { GraphQLError } from 'graphql';
import { withinTime } from '../plan/call-limits.ts';
import { Fault } from '../plan/fault.ts';
import type { AskedEntities, BackEnd, Representation, StepPlan, StepRun } from '../plan/operation-plan.ts';
import type { Context } from '../subschema/resolver.ts';
import { type AskedStep, type StepDocument, StepDocuments } from './step-document.ts';

/** One operation for an extension elsewhere, as plain data. */
export interface Question {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The extension's answer. An error leaves a null at its own place only. */
export interface Answer {
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly AnsweredError[];
  /** Set when the extension is not well: it could not reach what it needs, or a call took too long. */
  readonly failure?: unknown;
}

export interface AnsweredError {
  readonly error: unknown;
  readonly path: readonly (string | number)[];
}

/** Sends a question to an extension. Rejects if the extension cannot be reached. */
export type AskExtension = Asking['ask'];

interface Asking {
  // A method, not a property, so that a placement may narrow the type of its contexts.
  ask(question: Question, context: Context): Promise<Answer>;
}

type Values = readonly unknown[];

/** Runs each step as one document, printed once for each step of a plan. */
export function documentBackEnd(ask: AskExtension): BackEnd {
  const documents = new StepDocuments();

  const askStep = async (run: StepRun, step: StepPlan, asked: Asked): Promise<Record<string, unknown> | Fault> => {
    const { extension } = step.owner;
    try {
      const document = documents.of(run.plan, step, asked);
      // The caller may have none of the fields.
      if (document === undefined) return {};
      const question = { text: document.text, variables: variablesOf(run, document, asked.keys) };
      const late = (error: Error): Fault => run.fault(error, extension);
      const limits = run.limitsOf(step.owner);
      const answer = await withinTime<Answer | Fault>(ask(question, asked.context), limits, late, failureOf);
      return answer instanceof Fault ? answer : withFaults(run, step, answer);
    } catch (error) {
      return run.fault(error, extension);
    }
  };

  return {
    gives: 'answers',
    root: async (run, step, context) => {
      const kind = step.fields[0]?.parentType.name === 'Mutation' ? 'mutation' : 'query';
      return [await askStep(run, step, { kind, context, keys: undefined })];
    },
    entities: async (run, step, { type, keys, context }: AskedEntities) => {
      const { unique, numbers } = uniqueKeys(keys, step);
      const answer = await askStep(run, step, { kind: 'entities', type, keys: unique, context });
      if (answer instanceof Fault) return keys.map(() => answer);
      const found = entitiesOf(run, step, { answer, keys: unique });
      return numbers?.map((number) => found[number]) ?? found;
    },
  };
}

interface UniqueKeys {
  readonly unique: readonly Representation[];
  /** By key: the number of its representation. Undefined if no representation occurs twice. */
  readonly numbers: readonly number[] | undefined;
}

/** The representations without repetitions: a list may have an entity several times. */
function uniqueKeys(keys: readonly Representation[], { needs }: StepPlan): UniqueKeys {
  if (keys.length < 2) return { unique: keys, numbers: undefined };
  const [only] = needs;
  const name = needs.length === 1 ? only?.name : undefined;
  const numberOf = new Map<unknown, number>();
  const unique: Representation[] = [];
  const numbers = keys.map((key) => {
    const value = name === undefined ? undefined : key[name];
    // One plain value tells representations apart, and costs less than their text.
    const identity = typeof value === 'string' ? value : JSON.stringify(key);
    const known = numberOf.get(identity);
    if (known !== undefined) return known;
    numberOf.set(identity, unique.length);
    return unique.push(key) - 1;
  });
  return unique.length === keys.length ? { unique: keys, numbers: undefined } : { unique, numbers };
}

function variablesOf({ request }: StepRun, { variables, keysName }: StepDocument, keys: Values | undefined) {
  const { rawVariables } = request;
  const names = variables.filter((name) => Object.hasOwn(rawVariables, name));
  const values = Object.fromEntries(names.map((name) => [name, rawVariables[name]]));
  if (keys !== undefined) values[keysName] = keys;
  return values;
}

interface Asked extends AskedStep {
  /** The keys of entities; undefined for root fields. */
  readonly keys: Values | undefined;
}

function failureOf(answer: Answer | Fault): unknown {
  return answer instanceof Fault ? undefined : answer.failure;
}

function entitiesOf(
  run: StepRun,
  { owner }: StepPlan,
  { answer, keys }: { readonly answer: Record<string, unknown>; readonly keys: Values },
): Values {
  const { _entities: found = keys.map(() => ({})) } = answer;
  if (found instanceof Fault) return keys.map(() => run.fault(found.error, owner.extension));
  if (!Array.isArray(found) || found.length !== keys.length) {
    const error = new Error(`${owner.extension} did not answer an entity for each of its keys`);
    return keys.map(() => run.fault(error, owner.extension));
  }
  return found;
}

/** An answer's data with a Fault for each null of an error, or one Fault for the whole answer. */
function withFaults(run: StepRun, { owner }: StepPlan, { data, errors }: Answer): Record<string, unknown> | Fault {
  const { extension } = owner;
  if (data === null || data === undefined)
    return run.fault(errors[0]?.error ?? new GraphQLError('There is no answer.'), extension);
  for (const { error, path } of errors)
    if (!placeFault(data, path, () => run.fault(error, extension))) run.lose({ error, extension, path });
  return data;
}

/** Replaces the null at a path with a Fault. False if there is no null. */
function placeFault(data: object, path: readonly (string | number)[], fault: () => Fault): boolean {
  let holder = data;
  for (const key of path) {
    if (!Object.hasOwn(holder, key)) return false;
    const value: unknown = Reflect.get(holder, key);
    if (value === null) return Reflect.set(holder, key, fault());
    if (typeof value !== 'object') return false;
    holder = value;
  }
  return false;
}
