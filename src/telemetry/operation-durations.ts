import { hash } from 'node:crypto';
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { RecentDurations } from './recent-durations.ts';

/** The number of operations that a process distinguishes. */
const maxOperations = 200;

/** The longest name of an operation, in characters. */
const maxName = 100;

/** A GraphQL operation of clients, and its durations. */
export interface ObservedOperation {
  readonly key: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The document's name of it, cut to 100 characters. Undefined without one. Text of a client: not for metrics. */
  readonly name: string | undefined;
  /** The name, or the first 12 digits of the SHA-256 of the document's text. */
  readonly label: string;
  readonly recent: RecentDurations;
}

/** Durations by operation. When there are too many, the one that was called longest ago goes. */
export class OperationDurations {
  readonly #known = new WeakMap<OperationDefinitionNode, ObservedOperation>();
  readonly #byName = new LRUCache<string, ObservedOperation>({ max: maxOperations });

  /** `text` is the document's. It names an operation without a name. */
  of(node: OperationDefinitionNode, text: string): ObservedOperation {
    const known = this.#known.get(node) ?? describe(node, text);
    const { key } = known;
    const operation = this.#byName.get(key) ?? known;
    this.#known.set(node, operation);
    this.#byName.set(key, operation);
    return operation;
  }

  list(): readonly ObservedOperation[] {
    return [...this.#byName.rvalues()].flatMap((operation) => operation ?? []);
  }
}

function describe({ name: given, operation: type }: OperationDefinitionNode, text: string): ObservedOperation {
  const name = given?.value.slice(0, maxName);
  const label = name ?? hash('sha256', text).slice(0, 12);
  return { key: `${type} ${label}`, type, name, label, recent: new RecentDurations() };
}
