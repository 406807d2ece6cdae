import { print } from 'graphql';
import type { Gateway, progress } from 'stoa/tooling';
import { drawFrom } from '../../values/index.ts';
import { type AskedSides, ask, askAgain } from './ask-again.ts';
import { type Comparison, compareAnswers, type RuleName } from './compare-answers.ts';
import { withoutSettings } from './compare-schemas.ts';
import { KnownValues } from './known-values.ts';
import { type ReplayedOperation, writeOperation } from './operation-writer.ts';
import type { PlainAnswer } from './plain-answer.ts';

export interface ReplayParts extends AskedSides {
  /** The number of generated operations. */
  readonly count: number;
  readonly seed: number;
  readonly progress?: typeof progress | undefined;
}

/** What became of the operations. `pages` is the number of those that are of pages. */
export type Replayed = Awaited<ReturnType<typeof replay>>;

/** Sends generated operations, and those of all pages, to both sides. Queries alone: nothing is changed. */
export async function replay(gateway: Pick<Gateway, 'schema' | 'documents' | 'pages' | 'routes'>, parts: ReplayParts) {
  const draw = drawFrom(parts.seed);
  const schema = withoutSettings(gateway.schema);
  const routes = gateway.routes.endpoints.map(({ routeId }) => String(routeId));
  const known = new KnownValues([...routes, ...gateway.pages.groups.keys()]);
  const tally = new Tally();
  const run = async (operation: ReplayedOperation): Promise<void> => {
    const asked = tally.operations.length + 1;
    parts.progress?.step(`stoa export: operation ${asked} of ${parts.count} and those of pages`);
    const ours = await ask(parts.ours, operation, parts);
    known.learn(ours.data);
    const theirs = await ask(parts.theirs, operation, parts);
    const compared = compareAnswers(ours, theirs, parts.ownSubgraph);
    tally.add(operation, { ours, theirs }, await askAgain(compared, operation, { ours, sides: parts }));
  };
  for (let number = 1; number <= parts.count; number++)
    await run({
      name: `generated ${number}`,
      ...validOperation(gateway, () => writeOperation(schema, draw, known)),
    });
  const pages = pageOperations(gateway, (type) => draw(known.scalar(type)));
  for (const operation of pages) await run(operation);
  return { ...tally, pages: pages.length };
}

class Tally {
  readonly operations: ReplayedOperation[] = [];
  /** How many answers needed each rule. */
  readonly rules = new Map<RuleName, number>();
  readonly different: (Record<'what' | 'ours' | 'theirs', string> & { readonly operation: ReplayedOperation })[] = [];
  /** Answers without errors whose data has the same bytes. */
  sameBytes = 0;
  /** Answers whose errors are the same too, by these rules. */
  sameErrors = 0;

  add(
    operation: ReplayedOperation,
    { ours, theirs }: { readonly ours: PlainAnswer; readonly theirs: PlainAnswer },
    compared: Comparison,
  ): void {
    this.operations.push(operation);
    if (compared.kind === 'different') {
      this.different.push({ operation, what: compared.what, ours: ours.text, theirs: theirs.text });
      return;
    }
    if (compared.rules.length === 0) this.sameBytes++;
    else this.sameErrors++;
    for (const rule of compared.rules) this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1);
  }
}

/** Attempts to write an operation that the gateway accepts. A schema whose every operation is refused has no such. */
const mostAttempts = 1_000;

function validOperation(
  { documents }: Pick<Gateway, 'documents'>,
  write: () => Omit<ReplayedOperation, 'name'>,
): Omit<ReplayedOperation, 'name'> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const operation = write();
    if (documents.prepare(operation.query).kind !== 'invalid') return operation;
  }
  throw new Error(`none of ${mostAttempts} generated operations is valid`);
}

/** How often each page is asked for, with other values. */
const variants = 4;

/**
 * The operations of all pages, with values for `getContextValue` as variables. Path parameters are ids, and query
 * parameters are texts, which the first variant of each page does not have.
 */
function pageOperations(
  { pages }: Pick<Gateway, 'pages'>,
  known: (type: 'ID' | 'String') => unknown,
): readonly ReplayedOperation[] {
  const operations = [...pages.groups.values()].flatMap(({ group, path, query, operation }) => {
    const parameters = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
    return Array.from({ length: variants }, (_, index) => {
      const values = {
        ...Object.fromEntries(query.map((name) => [name, index === 0 ? null : known('String')])),
        ...Object.fromEntries(parameters.map((name) => [name, known('ID')])),
        routeId: group,
        userId: null,
      };
      const prepared = operation?.prepare(values);
      if (prepared === undefined) return [];
      const { document, variables } = prepared;
      return [{ name: `page ${group}, ${index + 1}`, query: print(document), variables }];
    }).flat();
  });
  const texts = operations.map(({ query, variables }) => JSON.stringify([query, variables]));
  return operations.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}
