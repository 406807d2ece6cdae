import { type Comparison, compareAnswers, type RuleName } from './compare-answers.ts';
import type { ReplayedOperation } from './operation-writer.ts';
import { type PlainAnswer, readAnswer } from './plain-answer.ts';
import {
  withoutBareFragments,
  withoutConditions,
  withoutFields,
  withoutFragments,
  withoutPlaceholders,
} from './plainer-operation.ts';

/** What answers both sides of the comparison: addresses for POST. */
export interface AskedSides {
  readonly ours: string;
  readonly theirs: string;
  /** The name of the gateway's own subgraph. */
  readonly ownSubgraph: string;
  /** The bearer token of the caller; undefined for a guest. */
  readonly token: string | undefined;
}

/** Sends an operation. Throws an Error for what is no answer of GraphQL. */
export async function ask(
  url: string,
  { query, variables }: Pick<ReplayedOperation, 'query' | 'variables'>,
  { token }: Pick<AskedSides, 'token'>,
): Promise<PlainAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return withoutPlaceholders(readAnswer(await response.text()));
}

interface Rewriting {
  readonly rule: RuleName;
  readonly rewrite: (operation: ReplayedOperation, ours: PlainAnswer) => ReplayedOperation | undefined;
  /** Whether Stoa answers the rewritten operation differently, so that both are asked. */
  readonly asksBoth?: true;
}

/** Each is applied to what the ones before it have made. */
const rewritings: readonly Rewriting[] = [
  { rule: 'conditions', rewrite: withoutConditions },
  { rule: 'fragments', rewrite: withoutFragments },
  { rule: 'bareTypenames', rewrite: withoutBareFragments },
  { rule: 'failedNeighbours', rewrite: withoutFailed, asksBoth: true },
];

/**
 * Asks again, in plainer words, for what the engine answers differently. If that is equal, the difference is by the
 * words alone, or by the field that was left out. Both are rules.
 */
export async function askAgain(
  compared: Comparison,
  operation: ReplayedOperation,
  { ours, sides }: { readonly ours: PlainAnswer; readonly sides: AskedSides },
): Promise<Comparison> {
  if (compared.kind === 'equal') return compared;
  // A refused variable is not in the plainer operation, if a condition has left out its field.
  const isRefused = ours.data === undefined;
  const applied: RuleName[] = isRefused ? ['earlyRefusals'] : [];
  let plainer = operation;
  for (const { rule, rewrite, asksBoth } of rewritings) {
    const rewritten = rewrite(plainer, ours);
    if (rewritten === undefined) continue;
    plainer = rewritten;
    applied.push(rule);
    const own = isRefused || asksBoth === true ? await ask(sides.ours, plainer, sides) : ours;
    const again = compareAnswers(own, await ask(sides.theirs, plainer, sides), sides.ownSubgraph);
    if (again.kind === 'equal') return { kind: 'equal', rules: [...new Set([...applied, ...again.rules])] };
  }
  return compared;
}

/** Without the fields at which Stoa has an internal error. */
function withoutFailed(operation: ReplayedOperation, { errors }: PlainAnswer): ReplayedOperation | undefined {
  const failed = errors.filter(({ code }) => code === 'INTERNAL_SERVER_ERROR');
  const paths = failed.map(({ path = [] }) => path.filter((key) => typeof key === 'string'));
  return withoutFields(
    operation,
    paths.filter((path) => path.length > 0),
  );
}
