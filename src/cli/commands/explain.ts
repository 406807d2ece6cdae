import type { Command } from 'commander';
import type { Explanation, StepDescription } from '#engine';
import type { Gateway } from '#gateway';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface ExplainOptions {
  readonly json?: true;
  readonly variables?: string;
  readonly operation?: string;
}

export function registerExplain(program: Command): void {
  program
    .command('explain <document>')
    .description('print how a GraphQL operation is fetched: steps, keys, order, batches, or why it is refused')
    .option('--json', 'print one JSON object')
    .option('--variables <json>', 'the variables; those that decide @skip, @include and the sizes of lists matter')
    .option('--operation <name>', 'the operation to explain when the document has several')
    .action(async (text: string, options: ExplainOptions, command: Command) => {
      const { withGateway } = await import('../shared/with-gateway.ts');
      const { createDocumentStore } = await import('#graphql');
      const explained = await withGateway(configFile(command), (gateway, { config, composition }) => {
        const { limits } = config.graphql;
        // The command line may use the whole schema, with suggestions for misspelt names.
        const costSchema = composition.schema;
        const documents = createDocumentStore(gateway.schema, { limits, introspection: true, costSchema });
        return explain({ ...gateway, documents }, text, options);
      });
      if (explained.kind === 'invalid') process.exitCode = exitCode.findings;
      await (options.json ? writeJson(explained) : writeOutput(print(explained)));
    });
}

type Explained =
  | { readonly kind: 'invalid'; readonly errors: readonly string[] }
  | (Exclude<Explanation, { readonly kind: 'unknown' }> & Cost);

/** Computed with the given variables. Missing ones count as in a request without them. */
interface Cost {
  readonly cost: number;
  readonly costLimit: number;
}

async function explain(gateway: Gateway, text: string, { variables, operation }: ExplainOptions): Promise<Explained> {
  const { costWith } = await import('#graphql');
  const { explainPlan } = await import('#engine');
  const prepared = gateway.documents.prepare(text);
  if (prepared.kind === 'invalid') return { kind: 'invalid', errors: prepared.errors.map(({ message }) => message) };
  const values = variablesOf(variables);
  if (values === undefined) return { kind: 'invalid', errors: ['--variables is not a JSON object'] };
  const request = { document: prepared.document, operationName: operation, variables: values };
  const plan = gateway.plans?.explain(request);
  const explanation = plan === undefined ? undefined : explainPlan(plan);
  if (explanation === undefined || explanation.kind === 'unknown')
    return { kind: 'invalid', errors: ['there is no such operation in the document'] };
  const cost = { cost: costWith(prepared, operation, values), costLimit: gateway.config.graphql.limits.cost };
  return { ...explanation, ...cost };
}

function variablesOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined; // The caller reports it, with the name of the option.
  }
}

function print(explained: Explained): string {
  switch (explained.kind) {
    case 'invalid':
      return explained.errors.join('\n');
    case 'introspection':
      return `Introspection: graphql-js answers it from the schema.\n${printCost(explained)}`;
    case 'refused':
      return `Refused with ${explained.code}: ${explained.message}\n${printCost(explained)}`;
    case 'planned':
      return [
        `${explained.operation}, ${explained.tier}\n${printCost(explained)}`,
        ...explained.steps.map(printStep),
      ].join('\n\n');
  }
}

function printCost({ cost, costLimit }: Cost): string {
  return `Costs ${cost} of ${costLimit}${cost > costLimit ? ': clients are refused' : ''}.`;
}

function printStep(step: StepDescription): string {
  const { number, extension, kind, at, type, keys, requires, after, fields, batched, called } = step;
  const what = kind === 'root' ? type : `${type} at ${at}, by ${keys.join(', ')}`;
  const lines = [
    `${number}. ${extension ?? 'the gateway'}: ${what}`,
    after.length === 0 ? 'at once' : `after ${after.join(', ')}`,
    ...(requires.length === 0 ? [] : [`requires ${requires.join(', ')}`]),
    `answers ${fields.join(', ')}`,
    ...(batched.length === 0 ? [] : [`one call for all: ${batched.join(', ')}`]),
    ...(called.length === 0 ? [] : [`one call for each: ${called.join(', ')}`]),
  ];
  return lines.join('\n   ');
}
