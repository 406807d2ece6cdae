import type { Command } from 'commander';
import { isExtensionId } from '#base';
import type { Composition, explainPlan, PlanCache } from '#engine';
import type { Gateway } from '#gateway';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

type Explanation = ReturnType<typeof explainPlan>;

type WireDescription = NonNullable<StepDescription['wire']>;

type StepDescription = Extract<Explanation, { readonly kind: 'planned' }>['steps'][number];

interface ExplainOptions {
  readonly json?: true;
  readonly variables?: string;
  readonly operation?: string;
  readonly placement?: readonly string[];
}

export function registerExplain(program: Command): void {
  program
    .command('explain <document>')
    .description(
      'print how a GraphQL operation is fetched: steps, keys, order, batches, documents, or why it is refused',
    )
    .option('--json', 'print one JSON object')
    .option('--variables <json>', 'the variables; those that decide @skip, @include and the sizes of lists matter')
    .option('--operation <name>', 'the operation to explain when the document has several')
    .option(
      '--placement <name=place>',
      'explain as if the extension ran there: in-process, process or a URL. Without a name, for all extensions',
      (value: string, others: readonly string[] = []) => [...others, value],
    )
    .action(async (text: string, options: ExplainOptions, command: Command) => {
      const { withGateway } = await import('../shared/with-gateway.ts');
      const { createDocumentStore } = await import('#gateway');
      const explained = await withGateway(configFile(command), async (gateway, { config, composition }) => {
        const { limits } = config.graphql;
        // The command line may use the whole schema, with suggestions for misspelt names.
        const { schema: costSchema, types } = composition;
        const documents = createDocumentStore(gateway.schema, { limits, introspection: true, costSchema, types });
        const placements = placementsOf(gateway, options.placement);
        if (typeof placements === 'string') return { kind: 'invalid', errors: [placements] } as const;
        const plans = await plansFor(gateway, composition, placements);
        return withPlacements(await explain({ ...gateway, documents, plans }, text, options), placements);
      });
      if (explained.kind === 'invalid') process.exitCode = exitCode.findings;
      await (options.json ? writeJson(explained) : writeOutput(print(explained)));
    });
}

/** By extension: `process`, or a URL. Extensions that run in the gateway's process are not in it. */
type Placements = ReadonlyMap<string, string>;

/** Those of gateway.yaml, unless an option says otherwise. Returns what is wrong with an option. */
function placementsOf({ extensions, config }: Gateway, options: readonly string[] = []): Placements | string {
  const placements = new Map<string, string>();
  for (const { name, placement } of config.extensions)
    if (placement.kind !== 'in-process')
      placements.set(name, placement.kind === 'process' ? 'process' : placement.urls.join(', '));
  for (const option of options) {
    const [, name, place = ''] = /^(?:([a-z][\w-]*)=)?(.*)$/s.exec(option) ?? [];
    if (place !== 'in-process' && place !== 'process' && !/^(?:https?:\/\/|unix:)./.test(place))
      return `--placement ${option}: the place is in-process, process, or a URL`;
    if (name !== undefined && (!isExtensionId(name) || !extensions.has(name)))
      return `--placement ${option}: there is no extension "${name}"; there are ${[...extensions.keys()].join(', ')}`;
    for (const id of name === undefined ? extensions.keys() : [name]) {
      if (place === 'in-process') placements.delete(id);
      else placements.set(id, place);
    }
  }
  return placements;
}

/** Plans as they would be if extensions ran there. Nothing is started for it. */
async function plansFor(
  gateway: Gateway,
  composition: Composition,
  placements: Placements,
): Promise<Pick<PlanCache, 'explain'> | undefined> {
  if (placements.size === 0) return gateway.plans;
  const { documentBackEnd, resolverBackEnd, stitchGateway } = await import('#engine');
  const elsewhere = documentBackEnd(() => Promise.reject(new Error('stoa explain asks no extension')));
  const { plans } = stitchGateway({
    composition,
    subschemas: [...gateway.extensions.values()].flatMap(({ subschema }) => subschema ?? []),
    backEndOf: ({ extension }) => (placements.has(extension) ? elsewhere : resolverBackEnd),
    begin: () => {
      throw new Error('stoa explain runs no operation');
    },
  });
  return plans;
}

/** Says of each step in another process where its extension runs. */
function withPlacements(explained: Explained, placements: Placements): Explained {
  if (explained.kind !== 'planned') return explained;
  const steps = explained.steps.map((step) => {
    const placement = placements.get(step.extension ?? '');
    return placement === undefined ? step : { ...step, placement };
  });
  return { ...explained, steps };
}

type Explained =
  | { readonly kind: 'invalid'; readonly errors: readonly string[] }
  | (Exclude<Explanation, { readonly kind: 'unknown' }> & Cost);

/** Computed with the given variables. Missing ones count as in a request without them. */
interface Cost {
  readonly cost: number;
  readonly costLimit: number;
}

type ExplainingGateway = Pick<Gateway, 'documents' | 'config'> & {
  readonly plans: Pick<PlanCache, 'explain'> | undefined;
};

async function explain(
  gateway: ExplainingGateway,
  text: string,
  { variables, operation }: ExplainOptions,
): Promise<Explained> {
  const { costWith } = await import('#gateway');
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

function printStep(step: StepDescription & { readonly placement?: string }): string {
  const { number, extension, kind, at, type, keys, requires, after, fields, batched, called, placement, wire } = step;
  const what = kind === 'root' ? type : `${type} at ${at}, by ${keys.join(', ')}`;
  const where = placement === undefined ? '' : placement === 'process' ? ' (its own process)' : ` (${placement})`;
  const lines = [
    `${number}. ${extension ?? 'the gateway'}${where}: ${what}`,
    after.length === 0 ? 'at once' : `after ${after.join(', ')}`,
    ...(requires.length === 0 ? [] : [`requires ${requires.join(', ')}`]),
    `answers ${fields.join(', ')}`,
    ...(batched.length === 0 ? [] : [`one call for all: ${batched.join(', ')}`]),
    ...(called.length === 0 ? [] : [`one call for each: ${called.join(', ')}`]),
    ...(wire === undefined ? [] : wireLines(step, wire)),
  ];
  return lines.join('\n   ');
}

function wireLines({ keys, requires }: StepDescription, wire: WireDescription): readonly string[] {
  const { document, variables, keysVariable, sharedWith } = wire;
  const sent = variables.map((name) => `$${name}`);
  const representation = ['__typename', ...keys, ...requires].join(', ');
  if (keysVariable !== undefined) sent.push(`$${keysVariable}: each { ${representation} } once`);
  return [
    ...(sharedWith.length === 0 ? [] : [`in one request with ${sharedWith.join(', ')}`]),
    ...(sent.length === 0 ? [] : [`sends ${sent.join(', ')}`]),
    ...document.split('\n').map((line) => `| ${line}`),
  ];
}
