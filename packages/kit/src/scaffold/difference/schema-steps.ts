import { columnSteps, columnText, storageOf } from './column-steps.ts';
import type { Column, Schema, Table, Thing } from './inspect-schema.ts';
import type { Step } from './step.ts';

/** Every difference, in an order that usually works: what depends on tables comes after them. */
export function schemaSteps(
  before: Schema,
  after: Schema,
): { readonly tables: readonly Step[]; readonly others: readonly Step[] } {
  const things = thingSteps(before, after);
  const isEarly = ({ kind }: { readonly kind: string }): boolean => earlyKinds.has(kind);
  const removed = missing(before.tables, after.tables).map(
    (table): Step => ({
      subject: `table ${table.name}`,
      names: [table.name],
      alternatives: [[`drop table ${table.sql}`]],
      note: `Removes table ${table.name} with its rows.`,
    }),
  );
  return {
    tables: [...things.made.filter(isEarly), ...tableSteps(before, after)],
    others: [
      ...things.made.filter((step) => !isEarly(step)),
      ...things.dropped.toReversed().filter((step) => !isEarly(step)),
      ...removed,
      ...things.dropped.filter(isEarly),
    ],
  };
}

/** Tables need these. */
const earlyKinds = new Set([
  ...[
    'enum',
    'domain',
    'default of domain',
    'not null of domain',
    'constraint of domain',
    'composite type',
    'sequence',
  ],
]);

/** Constraints that `create table` takes. */
const inlineKind = 'constraint';

function missing<Named extends { readonly name: string }>(
  all: readonly Named[],
  others: readonly Named[],
): readonly Named[] {
  const names = new Set(others.map(({ name }) => name));
  return all.filter(({ name }) => !names.has(name));
}

function tableSteps(before: Schema, after: Schema): readonly Step[] {
  return after.tables.flatMap((table) => {
    const old = before.tables.find(({ name }) => name === table.name);
    if (old === undefined) return [creation(table, after)];
    return [...settingSteps(old, table), ...columnSteps(old, table)];
  });
}

function creation(table: Table, { things }: Schema): Step {
  const constraints = things
    .filter(({ kind, on }) => kind === inlineKind && on === table.name)
    .map(({ create }) => create?.slice(create.indexOf(' add constraint ') + ' add '.length) ?? '');
  const lines = table.columns.filter(({ isLocal }) => isLocal).map((column) => columnText(column));
  const head = `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.sql}`;
  const body = `(\n${[...lines, ...constraints].map((line) => `  ${line}`).join(',\n')}\n)`;
  const [parent] = table.parents;
  const tail = [
    ...(table.partitionKey === null ? [] : [` partition by ${table.partitionKey}`]),
    ...(table.options.length === 0 ? [] : [` with (${table.options.join(', ')})`]),
  ].join('');
  const inherits = table.parents.length === 0 ? '' : ` inherits (${table.parents.join(', ')})`;
  const text =
    table.bound === null ? `${head} ${body}${inherits}${tail}` : `${head} partition of ${parent} ${table.bound}${tail}`;
  return {
    subject: `table ${table.name}`,
    names: [table.name],
    alternatives: [[text, ...table.columns.flatMap((column) => storageOf(table, column))]],
  };
}

function settingSteps(old: Table, table: Table): readonly Step[] {
  const step = (subject: string, ...alternatives: Step['alternatives']): Step => ({
    subject: `${subject} of table ${table.name}`,
    names: [table.name],
    alternatives,
  });
  const unset = missing(named(old.options), named(table.options)).map(({ name }) => name);
  const set = table.options.filter((option) => !old.options.includes(option));
  return [
    ...(old.isUnlogged === table.isUnlogged
      ? []
      : [step('log', [`alter table ${table.sql} set ${table.isUnlogged ? 'unlogged' : 'logged'}`])]),
    ...(unset.length === 0 ? [] : [step('options', [`alter table ${table.sql} reset (${unset.join(', ')})`])]),
    ...(set.length === 0 ? [] : [step('options', [`alter table ${table.sql} set (${set.join(', ')})`])]),
    ...(old.partitionKey === table.partitionKey ? [] : [step('partition key')]),
    ...parentSteps(old, table, step),
  ];
}

function parentSteps(
  old: Table,
  table: Table,
  step: (subject: string, ...alternatives: Step['alternatives']) => Step,
): readonly Step[] {
  const isSame = old.bound === table.bound && old.parents.join() === table.parents.join();
  if (isSame) return [];
  if (old.bound === null && table.bound === null) {
    const gone = old.parents.filter((name) => !table.parents.includes(name));
    const come = table.parents.filter((name) => !old.parents.includes(name));
    return [
      ...gone.map((name) => step('parent', [`alter table ${table.sql} no inherit ${name}`])),
      ...come.map((name) => step('parent', [`alter table ${table.sql} inherit ${name}`])),
    ];
  }
  const detach = old.bound === null ? [] : [`alter table ${old.parents[0]} detach partition ${table.sql}`];
  const attach =
    table.bound === null ? [] : [`alter table ${table.parents[0]} attach partition ${table.sql} ${table.bound}`];
  return [step('partition', [...detach, ...attach])];
}

function named(options: readonly string[]): readonly { readonly name: string }[] {
  return options.map((option) => ({ name: option.slice(0, option.indexOf('=')) }));
}

type ThingStep = Step & { readonly kind: string };

function thingSteps(
  before: Schema,
  after: Schema,
): { readonly made: readonly ThingStep[]; readonly dropped: readonly ThingStep[] } {
  const newTables = new Set(missing(after.tables, before.tables).map(({ name }) => name));
  const oldTables = new Set(missing(before.tables, after.tables).map(({ name }) => name));
  const keyOf = ({ kind, name }: Thing): string => `${kind} ${name}`;
  const old = new Map(before.things.map((thing) => [keyOf(thing), thing]));
  const own = new Set(after.things.map(keyOf));
  return {
    made: after.things.flatMap((thing) => {
      const previous = old.get(keyOf(thing));
      if (previous?.definition === thing.definition) return [];
      if (previous === undefined && thing.kind === inlineKind && newTables.has(thing.on ?? '')) return [];
      if (previous === undefined) return [toStep(thing, creationOf(thing))];
      const additions = thing.kind === 'enum' ? additionsTo(previous, thing) : undefined;
      if (additions !== undefined) return [{ ...toStep(thing, [additions]), isSafe: true }];
      return [toStep(thing, changeOf(previous, thing, before))];
    }),
    dropped: before.things
      .filter((thing) => !own.has(keyOf(thing)) && !oldTables.has(thing.on ?? ''))
      .map((thing) => toStep(thing, thing.drop === null ? [] : [[thing.drop]])),
  };
}

function toStep(thing: Thing, alternatives: Step['alternatives']): ThingStep {
  // Others name a function without its arguments.
  const name = thing.name.replace(/\(.*$/s, '');
  const names = thing.on === null ? [name] : [thing.on];
  return { kind: thing.kind, subject: `${thing.kind} ${thing.name}`, names, alternatives };
}

function creationOf({ create }: Thing): Step['alternatives'] {
  return create === null ? [] : [[create]];
}

function changeOf(old: Thing, thing: Thing, before: Schema): Step['alternatives'] {
  const { create, replace } = thing;
  if (create === null) return [];
  const anew = old.drop === null ? [] : [[old.drop, create]];
  if (['enum', 'domain', 'composite type'].includes(thing.kind)) return [...anew, retype(thing, create, before)];
  return [...(replace === null ? [] : [[replace]]), ...anew];
}

/** Undefined unless the old labels are among the new ones, in their order. */
function additionsTo(old: Thing, thing: Thing): readonly string[] | undefined {
  const [labels, known]: readonly (readonly string[])[] = [JSON.parse(thing.definition), JSON.parse(old.definition)];
  if (labels === undefined || known === undefined) return undefined;
  if (labels.filter((label) => known.includes(label)).join('\0') !== known.join('\0')) return undefined;
  const quote = (label: string): string => `'${label.replaceAll("'", "''")}'`;
  return labels.flatMap((label, index) => {
    if (known.includes(label)) return [];
    const previous = labels[index - 1];
    const place =
      previous === undefined
        ? known[0] === undefined
          ? ''
          : ` before ${quote(known[0])}`
        : ` after ${quote(previous)}`;
    return [`alter type ${thing.name} add value ${quote(label)}${place}`];
  });
}

/** Another type in its place: columns go from the old one to the new one as text. */
function retype({ kind, name }: Thing, create: string, { tables }: Schema): readonly string[] {
  const word = kind === 'domain' ? 'domain' : 'type';
  const isOwn = ({ type }: Column): boolean => type === name || type === `${name}[]`;
  const columns = tables.flatMap((table) => table.columns.filter(isOwn).map((column) => ({ table, column })));
  return [
    `alter ${word} ${name} rename to ${name}_before`,
    create,
    ...columns.flatMap(({ table, column }) => [
      ...(column.default === null ? [] : [`alter table ${table.sql} alter column ${column.name} drop default`]),
      `alter table ${table.sql} alter column ${column.name} type ${column.type} using ${column.name}::text::${column.type}`,
    ]),
    `drop ${word} ${name}_before`,
  ];
}
