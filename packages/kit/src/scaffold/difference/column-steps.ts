import type { Column, Step, Table } from './inspect-schema.ts';

const defaults: Readonly<Record<string, readonly string[]>> = {
  'increment by': ['1'],
  minvalue: ['1'],
  maxvalue: ['32767', '2147483647', '9223372036854775807'],
  'start with': ['1'],
  cache: ['1'],
  cycle: ['no cycle'],
};

/** A column as `create table` and `add column` have it. */
export function columnText({ name, type, ...column }: Column): string {
  const parts = [
    `${name} ${type}`,
    ...(column.identity === ''
      ? []
      : [`generated ${whenOf(column.identity)} as identity${optionsOf(column.sequence)}`]),
    ...(column.generated === '' ? [] : [`generated always as (${column.default}) ${storedOf(column.generated)}`]),
    ...(column.default === null || column.generated !== '' ? [] : [`default ${column.default}`]),
    ...(column.notNull && column.identity === '' ? ['not null'] : []),
  ];
  return parts.join(' ');
}

/** What makes the columns of a table those of another. */
export function columnSteps(before: Table, after: Table): readonly Step[] {
  const find = (table: Table, name: string) => table.columns.find((each) => each.name === name);
  const added = after.columns.filter(({ name }) => find(before, name) === undefined);
  const removed = before.columns.filter(({ name }) => find(after, name) === undefined);
  const kept = after.columns.flatMap((column) => {
    const old = find(before, column.name);
    return old === undefined ? [] : [[old, column] as const];
  });
  return [
    ...added.map((column) => addition(after, column)),
    ...kept.flatMap(([old, column]) => changes(after, old, column)),
    ...removed.map((column) => removal(after, column, added)),
  ];
}

function step(table: Table, column: Column, alternatives: Step['alternatives'], note?: string): Step {
  return { subject: `column ${column.name} of ${table.name}`, names: [table.name], alternatives, note };
}

function addition(table: Table, column: Column): Step {
  const needsValue = column.notNull && column.default === null && column.identity === '';
  return step(
    table,
    column,
    [[`alter table ${table.sql} add column ${columnText(column)}`]],
    needsValue
      ? `Fails where ${table.name} has rows: they need a value. Add it with a default, or fill it before.`
      : undefined,
  );
}

function removal(table: Table, column: Column, added: readonly Column[]): Step {
  const [other] = added.filter(({ type }) => type === column.type);
  const rename =
    other === undefined
      ? ''
      : ` If it is "${other.name}" now, write in place of both: alter table ${table.sql} rename column ${column.name} to ${other.name};`;
  const note = `Removes what is in column ${column.name} of ${table.name}.${rename}`;
  return step(table, column, [[`alter table ${table.sql} drop column ${column.name}`]], note);
}

function changes(table: Table, old: Column, column: Column): readonly Step[] {
  const head = `alter table ${table.sql} alter column ${column.name}`;
  const anew = [
    `alter table ${table.sql} drop column ${column.name}`,
    `alter table ${table.sql} add column ${columnText(column)}`,
  ];
  const isComputed = column.generated !== '';
  if (old.generated !== column.generated) {
    const stops = old.generated === 's' && !isComputed ? [[`${head} drop expression`]] : [];
    const note = isComputed
      ? `Replaces what is in column ${column.name} of ${table.name} by computed values.`
      : undefined;
    return [step(table, column, [...stops, anew], note)];
  }
  const change = (...alternatives: Step['alternatives']) => step(table, column, alternatives);
  return [
    ...(old.type === column.type ? [] : [retyping(table, column, { head, anew })]),
    ...(isComputed && old.default !== column.default
      ? [change([`${head} set expression as (${column.default})`], anew)]
      : []),
    ...identityChanges(old, column, head).map((statements) => change(statements)),
    ...(isComputed || old.default === column.default
      ? []
      : [change([`${head} ${column.default === null ? 'drop default' : `set default ${column.default}`}`])]),
    ...(old.notNull === column.notNull
      ? []
      : [
          column.notNull
            ? step(
                table,
                column,
                [[`${head} set not null`]],
                `Fails where column ${column.name} of ${table.name} has nulls.`,
              )
            : change([`${head} drop not null`]),
        ]),
  ];
}

interface Retyping {
  readonly head: string;
  readonly anew: readonly string[];
}

function retyping(table: Table, column: Column, { head, anew }: Retyping): Step {
  const type = `${head} type ${column.type}`;
  if (column.generated !== '') return step(table, column, [[type], anew]);
  const cast = `${type} using ${column.name}::${column.type}`;
  const texts = `${type} using ${column.name}::text::${column.type}`;
  const without = `${head} drop default`;
  return step(
    table,
    column,
    [[type], [cast], [without, cast], [texts], [without, texts]],
    `Fails where a value of column ${column.name} of ${table.name} is no ${column.type}.`,
  );
}

function identityChanges(old: Column, column: Column, head: string): readonly (readonly string[])[] {
  if (old.identity === column.identity && optionsOf(old.sequence) === optionsOf(column.sequence)) return [];
  if (column.identity === '') return [[`${head} drop identity`]];
  if (old.identity === '')
    return [
      [
        ...(old.default === null ? [] : [`${head} drop default`]),
        ...(old.notNull ? [] : [`${head} set not null`]),
        `${head} add generated ${whenOf(column.identity)} as identity${optionsOf(column.sequence)}`,
      ],
    ];
  const options = Object.entries(column.sequence ?? {}).map(([key, value]) => `set ${optionText(key, value)}`);
  return [[`${head} set generated ${whenOf(column.identity)} ${options.join(' ')}`]];
}

function whenOf(identity: 'a' | 'd'): string {
  return identity === 'a' ? 'always' : 'by default';
}

function storedOf(generated: 's' | 'v'): string {
  return generated === 's' ? 'stored' : 'virtual';
}

/** `(start with 1001)`: what is not PostgreSQL's default. */
function optionsOf(sequence: Column['sequence']): string {
  const own = Object.entries(sequence ?? {}).filter(([key, value]) => defaults[key]?.includes(value) !== true);
  return own.length === 0 ? '' : ` (${own.map(([key, value]) => optionText(key, value)).join(' ')})`;
}

function optionText(key: string, value: string): string {
  return key === 'cycle' ? value : `${key} ${value}`;
}
