import { GraphQLError, type GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import { isTrial } from './joined-fields.ts';
import type { ShopExtension } from './stitched-shop.ts';

export type Pick = (below: number) => number;

/** Numbers that depend on the seed alone (mulberry32). */
export function pickFrom(seed: number): Pick {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What goes wrong, by place (`Type.field` or `Type.field id`). */
export type Faults = ReadonlyMap<string, 'throw' | 'bug' | 'reject' | 'null' | 'error' | 'odd'>;

export interface RandomShop {
  readonly extensions: Readonly<Record<string, ShopExtension>>;
  /** Places where a fault can be. */
  readonly places: readonly string[];
  /** Those of them where an extension finds objects that it does not own. */
  readonly references: readonly string[];
  /** Changes what goes wrong, and forgets the calls. */
  begin(faults: Faults): void;
  /** Every resolver call since then, by its path and place; a batch's, marked with `*`, once for each of its parents. */
  readonly calls: string[];
}

/** Two to five extensions that share one to three entities, with every kind of type and resolver. */
export function randomShop(seed: number): RandomShop {
  const writer = new ShopWriter(pickFrom(seed));
  return writer.shop();
}

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface Part {
  readonly sdl: string[];
  readonly resolvers: Record<string, Record<string, unknown> | GraphQLScalarType>;
}

interface Entity {
  readonly name: string;
  readonly owner: number;
  readonly rows: Record<string, unknown>[];
  readonly fields: string[];
  /** Which extension has taken the field `moved` over. */
  movedTo: number | undefined;
}

type Style = 'property' | 'method' | 'promise' | 'resolver' | 'async' | 'batch';

const ids = ['1', '2', '3'];

class ShopWriter {
  readonly calls: string[] = [];
  readonly places: string[] = [];
  readonly references: string[] = [];
  readonly #pick: Pick;
  readonly #parts: Part[];
  readonly #entities: Entity[];
  /** What must not be null where a field is asked for, by the field's place. */
  readonly #required = new Map<string, string>();
  #faults: Faults = new Map();

  constructor(pick: Pick) {
    this.#pick = pick;
    this.#parts = Array.from({ length: 2 + pick(4) }, () => ({ sdl: [], resolvers: {} }));
    this.#entities = Array.from({ length: 1 + pick(3) }, (_, index) => ({
      name: `P${index}`,
      owner: pick(this.#parts.length),
      rows: ids.map((id) => ({
        kind: `P${index}`,
        __typename: `P${index}`,
        id,
        sku: `S${id}`,
        name: `n${id}`,
        price: id === '3' && pick(4) === 0 ? null : Number(id) + 0.5,
        weight: Number(id) * 2,
        moved: 'not any longer',
        shared: sharedOf(id),
      })),
      fields: [
        'id: ID!',
        'sku: ID!',
        'name: String!',
        'price: Float!',
        'weight: Float! @inaccessible',
        'moved: String',
        'shared: Int @shareable',
      ],
      movedTo: undefined,
    }));
  }

  shop(): RandomShop {
    for (const [index, part] of this.#parts.entries()) this.#ownTypes(part, index);
    for (const entity of this.#entities) this.#entity(entity);
    for (const [index, part] of this.#parts.entries()) this.#extend(part, index);
    for (const [index, part] of this.#parts.entries()) this.#roots(part, index);
    if (this.#pick(2) === 0) this.#joined();
    const lid = this.#pick(2) === 0 ? 'lid: Lid @shareable' : '';
    if (this.#pick(2) === 0) for (const [index, part] of this.#parts.entries()) this.#boxes(part, index, lid);
    const extensions = Object.fromEntries(
      this.#parts.map(({ sdl, resolvers }, index) => [`e${index}`, { sdl: sdl.join('\n'), resolvers }]),
    );
    const begin = (faults: Faults): void => {
      this.#faults = faults;
      this.calls.length = 0;
    };
    return { extensions, places: this.places, references: this.references, begin, calls: this.calls };
  }

  #ownTypes({ sdl, resolvers }: Part, e: number): void {
    sdl.push(`enum Form${e} { CAPSULE POWDER } scalar Day${e} input Filter${e} { form: Form${e} = POWDER ids: [ID!] after: Day${e} }
      interface Named${e} { label${e}: String }
      type Spec${e} implements Named${e} { label${e}: String size: Int! grid: [[Int!]] form: Form${e} inner: Spec${e} late: String counted(first: Int = 3): Int }
      type Alt${e} implements Named${e} { label${e}: String alt: Float! spec: Spec${e}! }`);
    resolvers[`Form${e}`] = { CAPSULE: 7, POWDER: 8 };
    resolvers[`Day${e}`] = dayScalar(`Day${e}`);
    resolvers[`Named${e}`] = { __resolveType: this.#typeResolver() };
    resolvers[`Spec${e}`] = {};
    this.#define(resolvers, `Spec${e}`, 'counted', ({ size }, args) => Number(size) + Number(args.first));
    if (this.#pick(2) === 0) this.#define(resolvers, `Spec${e}`, 'late', ({ label }) => `late ${String(label)}`);
  }

  #typeResolver(): (value: Row) => unknown {
    const late = this.#pick(3) === 0;
    return (value) => (late ? Promise.resolve(value.kind) : value.kind);
  }

  /** A value type's object; now and then with a method, a promise, or something wrong in it. */
  #spec(e: number, label: string, depth = 0): Record<string, unknown> {
    const spec: Record<string, unknown> = {
      kind: `Spec${e}`,
      label,
      [`label${e}`]: label,
      size:
        this.#pick(40) === 0
          ? [null, 'odd', new GraphQLError('a value that is an error')][this.#pick(3)]
          : this.#pick(9),
      grid: [[1, this.#pick(30) === 0 ? null : 2], null, [this.#pick(5)]],
      form: [7, 8, null, 7, 8, this.#pick(9) === 0 ? 99 : 7][this.#pick(6)],
      late:
        this.#pick(4) === 0
          ? () => `method ${label}`
          : this.#pick(6) === 0
            ? Promise.resolve(`promised ${label}`)
            : label,
    };
    if (depth < 2 && this.#pick(2) === 0) spec.inner = this.#spec(e, `${label}i`, depth + 1);
    return spec;
  }

  #entity({ name, owner, fields, rows }: Entity): void {
    const part = this.#part(owner);
    const keys = this.#pick(2) === 0 ? '@key(fields: "id")' : '@key(fields: "id") @key(fields: "sku")';
    part.resolvers[name] = {};
    this.#fieldsOf(name, owner, (field, type, style, make) => {
      fields.push(`${field}${type}`);
      if (style === 'resolver' || style === 'async' || style === 'batch') return false;
      for (const row of rows) {
        const value = make({ ...row, id: String(row.id) }, { first: 2, size: 2 });
        row[field] = style === 'method' ? () => value : style === 'promise' ? Promise.resolve(value) : value;
      }
      return true;
    });
    const find = ({ id, sku }: Row): unknown => rows.find((row) => row.id === id || row.sku === sku) ?? null;
    const styles = [find, async (key: Row) => find(key), { batch: (all: readonly Row[]) => all.map(find) }];
    Object.assign(part.resolvers[name] ?? {}, { __resolveReference: styles[this.#pick(3)] });
    const named = this.#pick(2) === 0 ? `implements Named${owner}` : '';
    if (named !== '') {
      fields.push(`label${owner}: String`);
      for (const row of rows) row[`label${owner}`] = `label of ${String(row.id)}`;
    }
    part.sdl.push(`type ${name} ${named} ${keys} { ${fields.join(' ')} }`);
  }

  /** Fields of other extensions: they know nothing of the object but its key, and what they require. */
  #extend(part: Part, e: number): void {
    for (const entity of this.#entities) {
      const { name, owner } = entity;
      if (owner === e || this.#pick(4) === 0) continue;
      const fields: string[] = [];
      part.resolvers[name] = {};
      this.#fieldsOf(name, e, (field, type) => {
        fields.push(`${field}${type}`);
        return false;
      });
      if (this.#pick(2) === 0) {
        // What is required may be hidden from clients.
        const number = this.#pick(2) === 0 ? 'price' : 'weight';
        fields.push(`label_${e}(prefix: String = "x"): String! @requires(fields: "${number} name")`);
        this.#required.set(`${name}.label_${e}`, number);
        this.#define(
          part.resolvers,
          name,
          `label_${e}`,
          (row, args) => `${String(args.prefix)} ${String(row[number])} ${String(row.name)}`,
        );
      }
      this.#federate(part, e, { entity, fields });
      if (fields.length > 0) part.sdl.push(`extend type ${name} { ${fields.join(' ')} }`);
      if (fields.length > 0 && !fields.includes(sharedField) && this.#pick(2) === 0) this.#reference(part, e, name);
    }
  }

  /** How an extension finds objects that it does not own. One schema has no such thing: there each field of the extension fails. */
  #reference({ resolvers }: Part, e: number, type: string): void {
    const place = referencePlace(type, e);
    this.references.push(place, ...ids.map((id) => `${place} ${id}`));
    const find = (key: Row): unknown => this.#referenceFault(place, key) ?? { ...key, via: e };
    const batch = (keys: readonly Row[]): unknown[] => keys.map((key) => attempt(() => find(key)));
    const styles = [
      find,
      async (key: Row) => find(key),
      { batch },
      { batch: async (keys: readonly Row[]) => batch(keys) },
    ];
    Object.assign(resolvers[type] ?? {}, { __resolveReference: styles[this.#pick(styles.length)] });
  }

  /** What a field of one schema says where its extension would not have been asked for it, or would not have found the object. */
  #refusal(resolvers: Part['resolvers'], place: string, row: Row): unknown {
    const [type = ''] = place.split('.');
    const required = this.#required.get(place);
    if (required !== undefined && row[required] === null) return refuseNull(row);
    const e = this.#parts.findIndex((part) => part.resolvers === resolvers);
    const entity = this.#entities.find(({ name }) => name === type);
    // An extension's own object needs no reference, unless a field requires something of others.
    const isOwn = row.from === e && required === undefined;
    if (entity === undefined || entity.owner === e || row.via === e || isOwn) return undefined;
    return this.#referenceFault(referencePlace(type, e), row);
  }

  #referenceFault(place: string, { id }: Row): unknown {
    const fault = this.#faults.get(place) ?? this.#faults.get(`${place} ${id}`);
    if (fault === undefined) return undefined;
    // Nothing is found without an error, and without a call: one schema cannot say that.
    return faultValue(fault === 'null' || fault === 'odd' ? 'throw' : fault, `${place} ${id}`, true);
  }

  /** Fields that several extensions have a say in. */
  #federate(part: Part, e: number, { entity, fields }: { readonly entity: Entity; readonly fields: string[] }): void {
    const { name, owner, rows } = entity;
    if (entity.movedTo === undefined && this.#pick(3) === 0) {
      entity.movedTo = e;
      fields.push(`moved: String @override(from: "e${owner}")`);
      this.#define(part.resolvers, name, 'moved', ({ id }) => `moved ${id}`);
    }
    if (this.#pick(3) === 0) {
      // Whoever is asked says the same, and nobody can tell who it was.
      fields.push(sharedField);
      Object.assign(part.resolvers[name] ?? {}, { shared: ({ id }: Row) => sharedOf(id) });
    }
    if (this.#pick(3) === 0) {
      fields.push('name: String! @external');
      part.sdl.push(`extend type Query { given${e}${name}(id: ID = "1"): ${name} @provides(fields: "name") }`);
      part.resolvers.Query ??= {};
      this.#define(part.resolvers, 'Query', `given${e}${name}`, (_row, { id }) => {
        const found = rows.find((row) => row.id === id);
        return found === undefined ? null : { ...stub(name, String(id), e), name: found.name };
      });
    }
  }

  #fieldsOf(
    type: string,
    e: number,
    add: (
      field: string,
      type: string,
      style: Style,
      make: (row: Row, args: Record<string, unknown>) => unknown,
    ) => boolean,
  ): void {
    const menu = this.#menu(e);
    for (const [name, returned, make] of menu) {
      if (this.#pick(2) === 0) continue;
      const style =
        (['property', 'property', 'method', 'promise', 'resolver', 'async', 'batch'] as const)[this.#pick(7)] ??
        'batch';
      const field = `${name}_${e}`;
      const isProperty = add(field, `${returned}${this.#hidden()}`, style, make);
      if (!isProperty) this.#define(this.#part(e).resolvers, type, field, make);
    }
  }

  #menu(e: number): readonly (readonly [string, string, (row: Row, args: Record<string, unknown>) => unknown])[] {
    const target = this.#entities[this.#pick(this.#entities.length)];
    const name = target?.name ?? '';
    const refer = (id: string): unknown =>
      target?.owner === e ? target.rows.find((row) => row.id === id) : stub(name, id, e);
    const specs = new Map(ids.map((id) => [id, this.#spec(e, `s${id}`)]));
    return [
      ['text', '(upper: Boolean = false): String', ({ id }, { upper }) => `text ${id} ${String(upper)}`],
      ['count', ': Int!', ({ id }) => Number(id)],
      ['form', `: Form${e}`, ({ id }) => (id === '1' ? 7 : 8)],
      ['since', `(day: Day${e} = "sunday"): Day${e}`, (_row, { day }) => day ?? 'noday'],
      ['grid', '(size: Int! = 2): [[Int!]]', (_row, { size }) => [[1, size], null, [3]]],
      ['tags', ': [String!]', ({ id }) => new Set(['new', id])],
      ['filtered', `(filter: Filter${e}): String`, (_row, { filter }) => JSON.stringify(filter ?? null)],
      ['spec', `: Spec${e}`, ({ id }) => specs.get(id) ?? this.#spec(e, 'root')],
      ['specs', `(first: Int = 2): [Spec${e}!]`, (_row, { first }) => [...specs.values()].slice(0, Number(first))],
      ['link', `: ${name}`, ({ id }) => refer(id === '1' ? '2' : '1')],
      ['links', `(first: Int = 2): [${name}!]!`, (_row, { first }) => ids.slice(0, Number(first)).map(refer)],
      ['maybe', `: [[${name}]]`, () => [[refer('3'), null], null, []]],
      [
        'named',
        `: [Named${e}]`,
        () => [specs.get('1'), { kind: `Alt${e}`, [`label${e}`]: 'alt', alt: 1.5, spec: specs.get('2') }, null],
      ],
      ['hit', `: [Hit${e}!]`, () => [specs.get('3'), refer('2')]],
    ];
  }

  #roots({ sdl, resolvers }: Part, e: number): void {
    const fields: string[] = [];
    resolvers.Query ??= {};
    for (const [name, returned, make] of this.#menu(e)) {
      const args = returned.includes(')') ? returned : returned.replace(':', '(id: ID = "1"):');
      fields.push(`${name}Q${e}${args.replace('[[', '[').replace(']]', ']')}${this.#hidden()}`);
      this.#define(resolvers, 'Query', `${name}Q${e}`, (_row, given) => {
        const value = make({ id: String(given.id ?? '1') }, given);
        return returned.includes('[[') && Array.isArray(value) ? value[0] : value;
      });
    }
    const members = this.#entities.map(({ name }) => name).join(' | ');
    sdl.push(`union Hit${e} = Spec${e} | ${members}`, `type Query { ${fields.join(' ')} }`);
    resolvers[`Hit${e}`] = { __resolveType: (value: Row) => value.kind ?? value.__typename };
    const target = this.#entities[this.#pick(this.#entities.length)];
    if (target === undefined) return;
    resolvers.Mutation = {};
    sdl.push(
      `type Mutation { do${e}(id: ID!, first: Int): ${target.name}${this.#pick(2) === 0 ? '!' : ''}${this.#hidden()} }`,
    );
    this.#define(resolvers, 'Mutation', `do${e}`, (_row, { id }) =>
      target.owner === e ? target.rows.find((row) => row.id === id) : stub(target.name, String(id), e),
    );
  }

  /** Some fields are for extensions alone. */
  #hidden(): string {
    return this.#pick(8) === 0 ? ' @internal' : '';
  }

  /** Lists that several extensions fill, of Query and of an entity, and fields that one of them answers. */
  #joined(): void {
    const owner = this.#pick(this.#parts.length);
    const kind = (['interface', 'union', 'value'] as const)[this.#pick(3)] ?? 'value';
    const list = ['[Item!]!', '[Item!]', '[Item]!'][this.#pick(3)] ?? '';
    const entity = this.#entities[this.#pick(this.#entities.length)];
    // What is required cannot fail here: one schema does not know that a field would not have been called.
    const isRequired = kind !== 'union' && this.#pick(3) === 0;
    const notes: string[] = [];
    const gathers = `@gather${this.#hidden()}`;
    const dispatches = `@dispatch(by: "type", public: ${this.#pick(3) > 0})`;
    for (const [e, part] of this.#parts.entries()) {
      if (e !== owner && this.#pick(4) === 0) continue;
      const { sdl, resolvers } = part;
      sdl.push(itemTypes(kind, e, e === owner));
      resolvers.Item = kind === 'value' ? {} : { __resolveType: (value: Row) => value.kind };
      if (kind !== 'value') resolvers[`Item${e}`] = {};
      if (kind !== 'value' && this.#pick(2) === 0)
        this.#define(resolvers, `Item${e}`, 'label', ({ text }) => text, ` of e${e}`);
      const all = [0, 1, 2, 3].map((at) => this.#item(e, at));
      const items = (count: unknown): unknown[] => all.slice(0, Number(count));
      const [gather, dispatch] = e === owner ? [gathers, dispatches] : ['@contribute', '@contribute'];
      sdl.push(`extend type Query { all(first: Int = 2): ${list} ${gather} one(type: String = "Spec1"): Item ${dispatch} }
        extend type Mutation { start(type: String!, id: ID): Item ${dispatch} }`);
      resolvers.Mutation ??= {};
      this.#define(resolvers, 'Query', 'all', (_row, { first }) => items(first), ` of e${e}`);
      this.#define(resolvers, 'Query', 'one', () => all[0], ` of e${e}`);
      this.#define(resolvers, 'Mutation', 'start', (_row, { id }) => all[Number(id ?? 0)], ` of e${e}`);
      if (entity === undefined) continue;
      sdl.push(`extend type ${entity.name} { claims(first: Int = 1): ${list} ${gather} }`);
      resolvers[entity.name] ??= {};
      const claims = (_row: Row, { first }: Record<string, unknown>): unknown[] => items(first);
      if (isRequired) Object.assign(resolvers[entity.name] ?? {}, { claims });
      else this.#define(resolvers, entity.name, 'claims', claims, ` of e${e}`);
      notes.push(`note ${e} 0`);
    }
    if (!isRequired || entity === undefined) return;
    const possible = this.references.filter((place) => !place.startsWith(`${entity.name}.`));
    this.references.splice(0, this.references.length, ...possible);
    const { sdl, resolvers } = this.#part(owner);
    for (const row of entity.rows) row.claims = notes.map((note) => ({ note }));
    sdl.push(`extend type ${entity.name} { sum: String! @requires(fields: "claims { note }") }`);
    const sum = ({ claims }: { readonly claims: readonly { readonly note: unknown }[] }): string =>
      claims.map(({ note }) => note).join();
    Object.assign(resolvers[entity.name] ?? {}, { sum });
  }

  #item(e: number, at: number): Record<string, unknown> {
    const text = this.#pick(30) === 0 ? null : `label ${e} ${at}`;
    return { kind: `Item${e}`, text, label: text, note: `note ${e} ${at}`, own: Promise.resolve(e), [`own${e}`]: e };
  }

  /**
   * Objects without a key, of which each extension says another part, and a union to which each adds a type. Everybody's code has the whole
   * object, so that one schema has it as well.
   */
  #boxes({ sdl, resolvers }: Part, e: number, lids: string): void {
    const own = ['a', 'b', 'c', 'd', 'e'][e] ?? 'f';
    sdl.push(`type Box { id: ID! @shareable ${own}: Int${own === 'b' ? '' : '!'} ${lids} } union Any = Spec${e}`);
    if (lids !== '') sdl.push(`type Lid { ${own}: [Int!] kind: String! @shareable }`);
    sdl.push(`extend type Query { any${e}: [Any!] box: Box @shareable boxes(first: Int = 2): [Box] @shareable }`);
    const lid = { a: [1], b: [2, 3], c: [], d: null, e: [5], kind: 'lid' };
    const boxes = ids.map((id) => ({
      id,
      a: 1,
      b: id === '3' ? null : 2,
      c: 3,
      d: 4,
      e: 5,
      lid: id === '2' ? null : lid,
    }));
    resolvers.Any = { __resolveType: (value: Row) => value.kind };
    Object.assign(resolvers.Query ?? {}, {
      [`any${e}`]: () => [{ kind: `Spec${e}`, [`label${e}`]: 'any', size: e, grid: [], form: 7 }],
      box: async () => boxes[0],
      boxes: (_: unknown, { first }: { readonly first: number }) => [...boxes.slice(0, first), null],
    });
  }

  /** Writes a resolver in one of three styles; each call is noted, and asks for a fault first. */
  #define(
    resolvers: Part['resolvers'],
    type: string,
    field: string,
    make: (row: Row, args: Record<string, unknown>) => unknown,
    of = '',
  ): void {
    const place = `${type}.${field}${of}`;
    this.places.push(place, ...(type.startsWith('P') ? ids.map((id) => `${place} ${id}`) : []));
    const style = this.#pick(4);
    const isObject = /^(link|links|maybe|named|hit|spec|specs|do|given)/.test(field);
    const value = (row: Row | undefined, args: Record<string, unknown>): unknown => {
      const refusal = row === undefined ? undefined : this.#refusal(resolvers, place, row);
      if (refusal !== undefined) return refusal;
      const fault = this.#faults.get(place) ?? this.#faults.get(`${place} ${row?.id}`);
      if (fault === undefined) return make(row ?? { id: '1' }, args);
      return faultValue(fault, `${place} ${row?.id ?? ''}`, isObject);
    };
    const note = (row: Row | undefined, context: unknown, info: GraphQLResolveInfo): void => {
      // A resolver sees an item's number in its own part, since the parts run at the same time.
      const text = pathText(info.path);
      const path = type.startsWith('Item') ? text.replace(/\d+(\.\w+)$/, `${row?.note}$1`).replaceAll(' ', '_') : text;
      if (!isTrial(context)) this.calls.push(`${path} ${place}`);
    };
    const each = (
      row: Row | undefined,
      args: Record<string, unknown>,
      context: unknown,
      info: GraphQLResolveInfo,
    ): unknown => {
      note(row, context, info);
      return value(row, args);
    };
    const late = async (
      row: Row | undefined,
      args: Record<string, unknown>,
      _context: unknown,
      info: GraphQLResolveInfo,
    ): Promise<unknown> => {
      await Promise.resolve();
      return each(row, args, _context, info);
    };
    const batch = {
      batch: (
        rows: readonly Row[],
        args: Record<string, unknown>,
        context: unknown,
        info: GraphQLResolveInfo,
      ): unknown => {
        for (const _row of isTrial(context) ? [] : rows)
          this.calls.push(`*${pathText(info.path).replaceAll(/\.\d+/g, '')} ${place}`);
        return rows.map((row) => attempt(() => value(row, args)));
      },
    };
    const map = resolvers[type];
    if (map !== undefined && !(map instanceof GraphQLScalarType)) map[field] = [each, each, late, batch][style];
  }

  #part(index: number): Part {
    const part = this.#parts[index];
    if (part === undefined) throw new Error(`no extension ${index}`);
    return part;
  }
}

function itemTypes(kind: 'interface' | 'union' | 'value', e: number, isOwner: boolean): string {
  const fields = 'label: String! note: String';
  if (kind === 'value') return isOwner ? `type Item { ${fields} own: Int }` : '';
  const own = `type Item${e} ${kind === 'interface' ? 'implements Item ' : ''}{ ${fields} own${e}: Int }`;
  if (kind === 'interface') return isOwner ? `interface Item { ${fields} } ${own}` : own;
  return `${isOwner ? 'union' : 'extend union'} Item = Item${e} ${own}`;
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function sharedOf(id: string): number {
  return Number(id) * 10;
}

function stub(name: string, id: string, from: number): object {
  return { kind: name, __typename: name, id, from };
}

const sharedField = 'shared: Int @shareable';

function referencePlace(type: string, e: number): string {
  return `${type}.__resolveReference of e${e}`;
}

/** Only one schema calls a resolver without what it requires: there the row is the owner's, which has a kind. */
function refuseNull(row: Row): never {
  if (!('kind' in row)) throw new Error('called without what it requires');
  throw new GraphQLError('A field that this field requires is null, but its type is non-null.');
}

function faultValue(fault: string, at: string, isObject: boolean): unknown {
  switch (fault) {
    case 'throw':
      throw new GraphQLError(`thrown at ${at}`);
    case 'bug':
      throw new Error(`bug at ${at}`);
    case 'reject':
      return Promise.reject(new GraphQLError(`rejected at ${at}`));
    case 'error':
      return new GraphQLError(`returned at ${at}`);
    case 'odd':
      // An odd object has no key, so that a reference leads nowhere: one schema cannot say that.
      return isObject ? null : { odd: true };
    default:
      return null;
  }
}

function pathText(path: GraphQLResolveInfo['path']): string {
  return path.prev === undefined ? String(path.key) : `${pathText(path.prev)}.${path.key}`;
}

function dayScalar(name: string): GraphQLScalarType {
  const read = (value: unknown): string => {
    if (typeof value !== 'string' || !value.endsWith('day')) throw new GraphQLError(`no day: ${String(value)}`);
    return `read ${value}`;
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => `day:${String(value)}`,
    parseValue: read,
    parseLiteral: (node) => read('value' in node ? node.value : undefined),
  });
}
