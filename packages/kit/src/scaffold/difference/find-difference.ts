import { type DatabaseServer, errorMessage } from 'stoa/tooling';
import { inspectSchema, type Schema, type Step, type Thing } from './inspect-schema.ts';
import { schemaSteps } from './schema-steps.ts';

/** What leads from a schema to another. */
export interface Difference {
  /** In the order in which PostgreSQL has taken them. */
  readonly statements: readonly Statement[];
  /** What no statement makes. */
  readonly rest: readonly { readonly subject: string; readonly reason: string | undefined }[];
}

export interface Statement {
  readonly sql: string;
  /** What the author must know before this runs elsewhere. */
  readonly note: string | undefined;
}

/** Each pass makes what the one before has dropped on its way, such as an index of a view. */
const mostPasses = 12;

/**
 * Finds what leads from the schema that is the search_path to another, by doing it: the transaction must be rolled
 * back. PostgreSQL decides on the order, and on the rest.
 */
export async function findDifference(query: DatabaseServer['query'], wanted: Schema): Promise<Difference> {
  const search = new Search(query);
  let before = '';
  for (let pass = 0; pass < mostPasses; pass++) {
    const { tables, others } = schemaSteps(await inspectSchema(query), wanted);
    const now = JSON.stringify([tables, others]);
    if (now === before) break;
    before = now;
    const stuck = await search.runAll(tables);
    const isFree = stuck.length > 0 && (await search.unblock(stuck));
    // What depends on tables may look otherwise once they have changed.
    if (isFree || stuck.length < tables.length) continue;
    await search.unblock(await search.runAll(others));
  }
  const { tables, others } = schemaSteps(await inspectSchema(query), wanted);
  return {
    statements: search.statements,
    rest: [...tables, ...others].map(({ subject }) => ({ subject, reason: search.reasons.get(subject) })),
  };
}

/** Kinds that can be made anew around a change, since they hold no data. The first ones cost nothing to make. */
const passing = ['view', 'materialized view'];
const carried = [...passing, 'index', 'constraint', 'foreign key'];

class Search {
  readonly #query: DatabaseServer['query'];
  readonly statements: Statement[] = [];
  /** Why PostgreSQL refused a step the last time. */
  readonly reasons = new Map<string, string>();

  constructor(query: DatabaseServer['query']) {
    this.#query = query;
  }

  /** Runs steps until PostgreSQL takes no more of them. Returns the others. */
  async runAll(steps: readonly Step[]): Promise<readonly Step[]> {
    let [pending, count] = [steps, steps.length + 1];
    while (pending.length < count) {
      count = pending.length;
      const refused: Step[] = [];
      for (const step of pending) if (!(await this.#run(step))) refused.push(step);
      pending = refused;
    }
    return pending;
  }

  /** Drops what may stand in the way of these steps, and keeps that only if one of them runs then. */
  async unblock(stuck: readonly Step[]): Promise<boolean> {
    return (await this.#without(passing, stuck)) || (await this.#without(carried, stuck));
  }

  async #without(kinds: readonly string[], stuck: readonly Step[]): Promise<boolean> {
    const names = stuck.filter(({ alternatives }) => alternatives.length > 0).flatMap((step) => step.names);
    const [{ things }, count] = [await inspectSchema(this.#query), this.statements.length];
    const own = new Set(stuck.map(({ subject }) => subject));
    const possible = things.filter(({ kind, name }) => kinds.includes(kind) && !own.has(`${kind} ${name}`));
    const inTheWay = dependentsOf(names, possible);
    if (inTheWay.length === 0) return false;
    await this.#query('savepoint unblocked');
    await this.runAll(
      inTheWay.map(({ kind, name, drop }) => ({
        subject: `${kind} ${name}`,
        names: [],
        alternatives: drop === null ? [] : [[drop]],
      })),
    );
    const isFree = (await this.runAll(stuck)).length < stuck.length;
    if (!isFree) {
      await this.#query('rollback to savepoint unblocked');
      this.statements.length = count;
    }
    await this.#query('release savepoint unblocked');
    return isFree;
  }

  async #run({ subject, alternatives, note, isSafe = false }: Step): Promise<boolean> {
    if (isSafe) {
      for (const sql of alternatives.flat()) await this.#take([sql], note);
      return true;
    }
    for (const statements of alternatives) {
      await this.#query('savepoint attempt');
      try {
        await this.#take(statements, note);
        return true;
      } catch (error) {
        this.reasons.set(subject, errorMessage(error));
        await this.#query('rollback to savepoint attempt');
      } finally {
        await this.#query('release savepoint attempt');
      }
    }
    return false;
  }

  async #take(statements: readonly string[], note: string | undefined): Promise<void> {
    for (const sql of statements) await this.#query(sql);
    this.statements.push(...statements.map((sql, index) => ({ sql, note: index === 0 ? note : undefined })));
  }
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![\\w$])`).test(text);
}

/** Things with one of the names in their definition, and those with the names of these. */
function dependentsOf(names: readonly string[], possible: readonly Thing[]): readonly Thing[] {
  const found = possible.filter(({ definition }) => names.some((name) => hasWord(definition, name)));
  const more = [...new Set([...names, ...found.map(({ name }) => name)])];
  return more.length === names.length ? found : dependentsOf(more, possible);
}
