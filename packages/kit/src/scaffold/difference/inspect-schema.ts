import type { DatabaseServer } from 'stoa/tooling';
import { isPlain, rareQuery, thingQueries } from './thing-queries.ts';

/** Anything of a schema but a table: an index, a function, a comment. */
export interface Thing {
  readonly kind: string;
  /** Unique among its kind. */
  readonly name: string;
  /** The table that it is a part of, if any. */
  readonly on: string | null;
  /** Equal for equal things. */
  readonly definition: string;
  /** Null for what no statement of ours makes. */
  readonly create: string | null;
  readonly drop: string | null;
  /** Changes a thing of this name into this one. Null where it has to be dropped before. */
  readonly replace: string | null;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly default: string | null;
  readonly notNull: boolean;
  /** `a`: always; `d`: by default. */
  readonly identity: '' | 'a' | 'd';
  /** Of the identity: `start with 1001`. */
  readonly sequence: Readonly<Record<string, string>> | null;
  /** `s`: stored; `v`: virtual. */
  readonly generated: '' | 's' | 'v';
}

export interface Table {
  readonly name: string;
  /** Quoted where it has to be. */
  readonly sql: string;
  readonly columns: readonly Column[];
}

/** A schema, as far as its shape goes. */
export interface Schema {
  readonly tables: readonly Table[];
  /** In an order in which they can be made. */
  readonly things: readonly Thing[];
}

/** One difference of two schemas. */
export interface Step {
  /** In words: `column points of review`. */
  readonly subject: string;
  /** Names that other objects would have in their definitions if they depend on it. */
  readonly names: readonly string[];
  /** Statements that make it, the best first: PostgreSQL may refuse one. None where no statement of ours makes it. */
  readonly alternatives: readonly (readonly string[])[];
  /** What the author must know before this runs elsewhere. */
  readonly note?: string | undefined;
  /** PostgreSQL takes it in any case, and lets others use it only outside of a savepoint. */
  readonly isSafe?: boolean;
}

/** Reads the schema that is the search_path. */
export async function inspectSchema(query: DatabaseServer['query']): Promise<Schema> {
  const [found] = await query<{ oid: number }>('select oid from pg_namespace where nspname = current_schema()');
  const tables = await query<Table & { [key: string]: unknown }>(tableQuery, [found?.oid]);
  const things: Thing[] = [];
  for (const [kind, text] of Object.entries(thingQueries)) {
    const rows = await query<Omit<Thing, 'kind'> & { [key: string]: unknown }>(`${text} order by 1`, [found?.oid]);
    things.push(...rows.map((row) => ({ ...row, kind })));
  }
  const rare = await query<Thing & { [key: string]: unknown }>(rareQuery, [found?.oid]);
  return { tables, things: [...things, ...rare] };
}

const tableQuery = `
  select c.relname as name, quote_ident(c.relname) as sql,
    array(select json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
        'default', (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum),
        'notNull', a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
        'sequence', (select json_build_object('increment by', s.seqincrement::text, 'minvalue', s.seqmin::text,
            'maxvalue', s.seqmax::text, 'start with', s.seqstart::text, 'cache', s.seqcache::text,
            'cycle', case when s.seqcycle then 'cycle' else 'no cycle' end)
          from pg_depend d join pg_sequence s on s.seqrelid = d.objid where d.classid = 'pg_class'::regclass
            and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i'))
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns
  from pg_class c where c.relnamespace = $1 and ${isPlain('c')} order by c.relname`;
