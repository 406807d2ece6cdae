import { columnSteps, columnText } from './column-steps.ts';
import type { Column, Schema, Step, Table, Thing } from './inspect-schema.ts';

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
const earlyKinds = new Set(['enum', 'sequence']);

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
    return columnSteps(old, table);
  });
}

function creation(table: Table, { things }: Schema): Step {
  const constraints = things
    .filter(({ kind, on }) => kind === inlineKind && on === table.name)
    .map(({ create }) => create?.slice(create.indexOf(' add constraint ') + ' add '.length) ?? '');
  const lines = [...table.columns.map(columnText), ...constraints].map((line) => `  ${line}`);
  const text = `create table ${table.sql} (\n${lines.join(',\n')}\n)`;
  return { subject: `table ${table.name}`, names: [table.name], alternatives: [[text]] };
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
  if (thing.kind === 'enum') return [...anew, retype(thing, create, before)];
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
function retype({ name }: Thing, create: string, { tables }: Schema): readonly string[] {
  const isOwn = ({ type }: Column): boolean => type === name || type === `${name}[]`;
  const columns = tables.flatMap((table) => table.columns.filter(isOwn).map((column) => ({ table, column })));
  return [
    `alter type ${name} rename to ${name}_before`,
    create,
    ...columns.flatMap(({ table, column }) => [
      ...(column.default === null ? [] : [`alter table ${table.sql} alter column ${column.name} drop default`]),
      `alter table ${table.sql} alter column ${column.name} type ${column.type} using ${column.name}::text::${column.type}`,
    ]),
    `drop type ${name}_before`,
  ];
}
