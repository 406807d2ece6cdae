import type { KeyObject } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorFinding, errorMessage, type Finding, isObject, type Logger, parseKnown, RequestError } from '#base';
import { readIfExists, writeAtomically } from '#bundle';
import type { AskExtension } from '#engine';
import type { Context } from '#extension-api';
import type { RenderComponents } from '#pages';
import type { RestExchange } from '#rest';
import { type ExtensionDescription, notLoaded } from '../running/extension-description.ts';
import type { TaskRun } from '../running/run-task.ts';
import type { RunningExtension, StartParts } from '../running/running-extension.ts';
import { contractOf } from '../wire/contract.ts';
import { type Contract, type WireDescription, wire } from '../wire/messages.ts';
import { fromPlainError } from '../wire/plain-error.ts';
import { checkSignature, sign } from '../wire/signature.ts';
import { type CallFacts, type CallFieldsParts, callFields } from './call-fields.ts';
import type { ConnectionSource } from './connections.ts';
import { GraphqlCalls } from './graphql-calls.ts';
import { Instances } from './instances.ts';
import { errorIn, isPlainError, readText } from './json-answer.ts';
import { callRest } from './rest-call.ts';

type ComponentResult = Awaited<ReturnType<RenderComponents>>[number];

export interface RemoteOptions {
  readonly connections: readonly ConnectionSource[];
  /** The first signs all calls. None on connections that the other side trusts. */
  readonly keys: readonly KeyObject[];
  /** What the gateway knows of a call besides its context. */
  readonly factsOf: (context: Context) => CallFacts;
  /** A file for its last description. With one, the gateway starts while the extension is away. */
  readonly keptIn?: string | undefined;
}

/** An extension that runs elsewhere: each call is an HTTP request to one of its instances. */
export class RemoteExtension implements RunningExtension {
  readonly #parts: StartParts;
  readonly #options: RemoteOptions;
  readonly #contract: Contract;
  readonly #instances: Instances;
  readonly #fields: CallFieldsParts;
  readonly #graphql: GraphqlCalls;
  readonly #listeners: (() => void)[] = [];

  constructor(parts: StartParts, options: RemoteOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#contract = contractOf(parts.manifest);
    const { manifest, logger } = parts;
    this.#instances = new Instances({
      extension: manifest.id,
      connections: options.connections,
      contract: this.#contract,
      logger,
      onFound: () => {
        for (const listener of this.#listeners) listener();
      },
    });
    this.#fields = { key: options.keys[0], factsOf: options.factsOf };
    this.#graphql = new GraphqlCalls(this.#instances, this.#fields);
  }

  readonly backEnd = {
    gives: 'answers' as const,
    ask: ((question, context: Context) => this.#graphql.ask(question, context)) satisfies AskExtension,
  };

  readonly takesStreams = true;

  onRecovered(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Call it when the instance with this index in `connections` has started again. */
  instanceStarted(index: number): void {
    this.#instances.started(index);
  }

  checkQuery(query: Parameters<typeof checkSignature>[1]): ReturnType<typeof checkSignature> {
    return checkSignature(this.#options.keys, query);
  }

  answer = (exchange: RestExchange) => callRest(this.#instances, this.#fields, exchange);

  runTask = (run: TaskRun) => callTask(this.#instances, this.#fields, run);

  render = async (request: Parameters<RenderComponents>[0]): Promise<readonly ComponentResult[]> => {
    try {
      return await this.#render(request);
    } catch (error) {
      return request.components.map(() => ({ kind: 'failed', error }) as const);
    }
  };

  dispose(): Promise<void> {
    return this.#instances.close();
  }

  /** Asks until an instance describes itself as the gateway expects it, or the time is over. */
  async load(): Promise<ExtensionDescription> {
    const { keptIn } = this.#options;
    const kept = keptIn === undefined ? undefined : { file: keptIn, contract: this.#contract };
    const before = kept && (await readKept(kept));
    const describeMs = before === undefined ? firstWaitMs : laterWaitMs;
    const late = AbortSignal.timeout(describeMs);
    let finding: Finding = this.#unreachable(new Error(`it has not answered for ${describeMs / 1000} s`));
    while (!late.aborted) {
      try {
        const described = await this.#describe(late);
        const missing = this.#instances.learn(described.contract);
        if (missing.length === 0) {
          const description = inFolder(described, this.#parts.manifest.folder);
          if (kept !== undefined && description.findings.length === 0)
            await keep(description, kept, this.#parts.logger);
          return description;
        }
        finding = this.#differs(described.contract, missing);
      } catch (error) {
        if (!late.aborted) finding = this.#unreachable(error);
      }
      await wait(retryMs, undefined, { signal: late }).catch(() => undefined);
    }
    if (before === undefined || finding.code !== 'EXTENSION_UNREACHABLE') return notLoaded([finding]);
    this.#parts.logger.error('extension away at the start', { reason: finding.what });
    return before;
  }

  async #describe(signal: AbortSignal): Promise<WireDescription<ExtensionDescription>> {
    const [method, path] = ['GET', wire.paths.describe];
    const [key] = this.#options.keys;
    const signature =
      key === undefined ? [] : ['stoa-signature', sign(key, { method, url: path, call: '' }, undefined)];
    const request = { method, path, headers: signature, body: undefined, signal };
    const { answer, instance } = await this.#instances.send({ request: () => request });
    const text = await readText(answer);
    if (answer.status !== 200) throw new Error(`${instance.name} answered ${answer.status}: ${text.slice(0, 300)}`);
    const described: unknown = JSON.parse(text);
    if (!isDescription(described)) throw new Error(`${instance.name} does not serve an extension`);
    const { extension, wire: version } = described;
    const { id } = this.#parts.manifest;
    if (extension !== id) throw new Error(`${instance.name} serves the extension "${extension}", not "${id}"`);
    if (version !== wire.version)
      throw new Error(`${instance.name} speaks version ${version} of the protocol, not ${wire.version}`);
    return described;
  }

  async #render(request: Parameters<RenderComponents>[0]): Promise<readonly ComponentResult[]> {
    const body = JSON.stringify(request);
    const signal = AbortSignal.timeout(this.#parts.timeoutMs + request.timeoutMs);
    const [method, path] = ['POST', wire.paths.render];
    // Rendering belongs to no caller: the components get what the gateway has read for them.
    const shown = { id: '', method: 'GET', url: request.page.path, address: '', headers: {} };
    const context = { caller: { kind: 'guest' }, visitor: null, request: shown } as const;
    const facts = { depth: 0, ticket: '', authorization: undefined };
    const { answer } = await this.#instances.send({
      request: (contracts) => {
        const fields = callFields(this.#fields.key, { method, path, context, facts, contracts, body });
        return { method, path, headers: [...fields, 'content-type', 'application/json'], body, signal };
      },
    });
    const failure = await errorIn(answer);
    if (failure !== undefined) throw failure;
    const results: unknown = JSON.parse(await readText(answer));
    if (!isResults(results) || results.length !== request.components.length)
      throw this.#instances.unavailable(new Error('it did not answer a result for each component'));
    return results.map((one) =>
      one.kind === 'failed' && isPlainError(one.error) ? { ...one, error: fromPlainError(one.error) } : one,
    );
  }

  #unreachable(error: unknown): Finding {
    const { manifest } = this.#parts;
    const addresses = this.#options.connections.map(({ name }) => name).join(', ');
    const cause = error instanceof RequestError && error.cause !== undefined ? error.cause : error;
    return errorFinding('EXTENSION_UNREACHABLE', {
      where: manifest.declaredAt,
      what: `the extension "${manifest.id}" does not answer at ${addresses}: ${errorMessage(cause)}`,
      fix: `Start it there ("stoa serve ${manifest.id}"), or correct its "placement". Both sides need the same secret.`,
    });
  }

  #differs(served: Contract, missing: readonly string[]): Finding {
    const { manifest } = this.#parts;
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
    const versions = `version ${served.version ?? 'without a number'} of the extension "${manifest.id}"`;
    return errorFinding('EXTENSION_DIFFERS', {
      where: manifest.declaredAt,
      what: `${versions} is served, but the gateway has version ${this.#contract.version ?? 'without a number'}; there is no ${missing.slice(0, 3).join(', ')}${more}`,
      fix: 'Deploy the served extension first, then the gateway, from the same folder.',
    });
  }
}

/** Milliseconds until an extension that does not describe itself is away: never seen before, and seen before. */
const firstWaitMs = 10_000;
const laterWaitMs = 2_000;

/** Milliseconds between two attempts. */
const retryMs = 200;

/** The same description, with files of the gateway's own folder. */
function inFolder(
  { description, folder: there }: WireDescription<ExtensionDescription>,
  here: string,
): ExtensionDescription {
  if (there === here) return description;
  const moved: ExtensionDescription = JSON.parse(JSON.stringify(description), (key, value: unknown) =>
    key === 'file' && typeof value === 'string' && value.startsWith(there) ? here + value.slice(there.length) : value,
  );
  return moved;
}

function isDescription(value: unknown): value is WireDescription<ExtensionDescription> {
  if (!isObject(value) || !isObject(value.contract)) return false;
  const { contract, extension, folder } = value;
  const isListed = Array.isArray(contract.parts) && typeof contract.digest === 'string';
  return (
    isListed && isExtensionDescription(value.description) && typeof extension === 'string' && typeof folder === 'string'
  );
}

function isResults(value: unknown): value is readonly ComponentResult[] {
  return (
    Array.isArray(value) && value.every((one) => isObject(one) && (one.kind === 'rendered' || one.kind === 'failed'))
  );
}

/** Lets an extension elsewhere run a task. Resolves when it is done. Rejects with the task's error. */
async function callTask(
  instances: Instances,
  { key, factsOf }: CallFieldsParts,
  { context, ...run }: TaskRun,
): Promise<void> {
  const [method, path] = ['POST', wire.paths.task];
  const body = JSON.stringify(run);
  const facts = factsOf(context);
  const { answer, instance } = await instances.send({
    request: (contracts) => {
      const fields = callFields(key, { method, path, context, facts, contracts, body });
      const headers = [...fields, 'content-type', 'application/json'];
      return { method, path, headers, body, signal: context.signal };
    },
  });
  const failure = await errorIn(answer);
  if (failure !== undefined) throw failure;
  const text = await readText(answer);
  if (answer.status !== 200)
    throw instances.unavailable(new Error(`${instance.name} answered ${answer.status}: ${text.slice(0, 300)}`));
}

/** Where the last description of an extension elsewhere is: a gateway starts with it while the extension is away. */
interface KeptAt {
  readonly file: string;
  readonly contract: Contract;
}

/** Undefined when none was kept of the same SDL, routes and pages. */
async function readKept({ file, contract }: KeptAt): Promise<ExtensionDescription | undefined> {
  const content = await readIfExists(file);
  const kept = content && parseKnown(content.toString(), isKept);
  return kept?.digest === contract.digest ? kept.description : undefined;
}

/** A folder that cannot be written costs no start. */
async function keep(description: ExtensionDescription, { file, contract }: KeptAt, logger: Logger) {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, JSON.stringify({ digest: contract.digest, description }));
  } catch (err) {
    logger.warn('description of an extension not kept', { err });
  }
}

function isKept(value: unknown): value is { readonly digest: string; readonly description: ExtensionDescription } {
  return isObject(value) && typeof value.digest === 'string' && isExtensionDescription(value.description);
}

function isExtensionDescription(value: unknown): value is ExtensionDescription {
  if (!isObject(value)) return false;
  const { findings, handlers, resolvers, pages, tasks } = value;
  const lists = [findings, resolvers, pages];
  return lists.every(Array.isArray) && isObject(handlers) && (tasks === undefined || isObject(tasks));
}
