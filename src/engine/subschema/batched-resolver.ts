import type { FieldNode, GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { isPromise } from '#base';
import type { BatchResolver, Context } from './resolver.ts';

/** Makes a `{ batch }` resolver callable for each parent: one selection level's parents share one call. */
export function batchedResolver(resolver: BatchResolver, name: string): GraphQLFieldResolver<unknown, Context> {
  // By selection level. graphql-js makes one array of field nodes for each execution, level and parent type, and
  // never shares it. So two requests, or two mutations of one request, never share a batch.
  const levels = new WeakMap<readonly FieldNode[], Level>();
  return (parent, args, context, info) => {
    const known = levels.get(info.fieldNodes);
    if (known !== undefined) return known.add(parent);
    const level = new Level(
      (parents) => callBatch(resolver, { parents, args, context, info, name }),
      () => levels.delete(info.fieldNodes),
    );
    levels.set(info.fieldNodes, level);
    return level.add(parent);
  };
}

interface BatchCall {
  readonly parents: readonly unknown[];
  readonly args: unknown;
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
  readonly name: string;
}

/**
 * Calls the extension's function once, and gives a value, Error or promise for each parent even if it fails.
 * Synchronous if the function is. Never throws or rejects.
 */
export function callBatch(resolver: BatchResolver, call: BatchCall): readonly unknown[] | Promise<readonly unknown[]> {
  const { parents, args, context, info } = call;
  try {
    const answer: unknown = resolver.batch(parents, args, context, info);
    return isPromise(answer) ? settledBatch(answer, call) : checkedBatch(answer, call);
  } catch (reason) {
    return everybody(call, reason);
  }
}

async function settledBatch(answer: PromiseLike<unknown>, call: BatchCall): Promise<readonly unknown[]> {
  try {
    return checkedBatch(await answer, call);
  } catch (reason) {
    return everybody(call, reason);
  }
}

function checkedBatch(answer: unknown, call: BatchCall): readonly unknown[] {
  const { parents, name } = call;
  if (!Array.isArray(answer))
    return everybody(call, new Error(`The batch resolver of ${name} did not answer an array.`));
  if (answer.length === parents.length) return answer;
  const message = `The batch resolver of ${name} answered ${answer.length} values for ${parents.length} parents.`;
  return everybody(call, new Error(message));
}

function everybody({ parents }: BatchCall, reason: unknown): readonly unknown[] {
  return parents.map(() => rejected(reason));
}

/** graphql-js reports any rejection as it is. Marked as handled, since graphql-js may await it late. */
function rejected(reason: unknown): Promise<never> {
  const rejection = Promise.reject(reason);
  rejection.catch(() => undefined);
  return rejection;
}

class Level {
  readonly #parents: unknown[] = [];
  readonly #answers: Promise<readonly unknown[]>;

  constructor(run: (parents: readonly unknown[]) => ReturnType<typeof callBatch>, close: () => void) {
    this.#answers = new Promise((resolve) => {
      // Runs after all pending microtasks, so that parents which resolve within a few of them join the batch.
      Promise.resolve().then(() =>
        process.nextTick(() => {
          close();
          resolve(run(this.#parents));
        }),
      );
    });
  }

  async add(parent: unknown): Promise<unknown> {
    const index = this.#parents.push(parent) - 1;
    const answers = await this.#answers;
    return answers[index];
  }
}
