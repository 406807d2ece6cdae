import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { StartupError, throwIfErrors } from '../../../../src/base/index.ts';
import { type Config, readConfig } from '../../../../src/config/index.ts';
import { discoverExtensions, type ExtensionManifest } from '../../../../src/extensions/index.ts';
import { TypeWriter } from '../../src/types/index.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** A shop of three extensions, with every kind of type. */
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'gateway.yaml': [
    'version: 1',
    'pages:',
    '  homepage: { path: / }',
    '  animalPage: { path: "/animals/:animalId" }',
    'system:',
    '  extensions:',
    '    - { name: zoo, resolve: ./zoo }',
    '    - { name: weight, resolve: ./weight }',
    '    - { name: shelf, resolve: ./shelf }',
  ].join('\n'),
  'zoo/graphql/Zoo.graphql': `
    scalar Day
    scalar Note
    enum Food { MEAT HAY }
    input Wish { food: Food!, until: Day, note: Note, next: Wish, count: Int! = 1 }
    interface Named { name: String! }
    type Lion implements Named @key(fields: "id") { id: ID! name: String! born: Day eats(at: Day): [Food!]! }
    type Cage implements Named { name: String! size: Float! }
    type Part { user: User }
    type User { part: Part }
    union Thing = Lion | Cage
    extend type Query { lion(id: ID!): Lion things(wish: Wish!, first: Int = 2): [Thing!]! named: [Named] food: Food! part: Part }
  `,
  'zoo/settings.schema.json': JSON.stringify({
    type: 'object',
    properties: { most: { type: 'integer', default: 9 }, notice: { type: 'string', live: true } },
  }),
  'zoo/migrations/001-lion.sql': 'create table lion (id int);',
  'zoo/events/lion.born.json': JSON.stringify({
    type: 'object',
    required: ['lionId'],
    properties: { lionId: { type: 'string' }, size: { type: 'number' } },
  }),
  'zoo/jobs/feed.json': JSON.stringify({ input: { type: 'object', properties: { food: { enum: ['MEAT'] } } } }),
  'zoo/jobs/feed.ts': `
    import type { JobOf, Transaction } from '../zoo.gen.ts';
    const born = (transaction: Transaction, lionId: string) => transaction.publish('lion.born', { lionId });
    const feed: JobOf<'feed'> = async ({ food }, { database, later, attempt }) => {
      const only: 'MEAT' | undefined = food;
      await database.transaction(async (transaction) => {
        await born(transaction, 'a');
        await transaction.later('feed', { food: 'MEAT' });
        await transaction.mail('lion-born', { to: 'ann@example.com', props: { name: 'Leo' } });
        // @ts-expect-error: the mail greets a lion by its name
        await transaction.mail('lion-born', { to: 'ann@example.com', props: {} });
        // @ts-expect-error: there is no such mail
        await transaction.mail('lion-died', { to: 'ann@example.com' });
        // @ts-expect-error: the payload has the id of a lion
        await transaction.publish('lion.born', {});
        // @ts-expect-error: there is no such event
        await transaction.publish('lion.died', {});
      });
      await later('feed', { food: 'MEAT' }, { at: new Date(attempt), key: only ?? '' });
      await later('tick');
      // @ts-expect-error: there is no such job
      await later('wash');
    };
    export default feed;
  `,
  'zoo/jobs/tick.json': JSON.stringify({ every: '1m' }),
  'zoo/jobs/tick.ts': `
    import type { JobOf } from '../zoo.gen.ts';
    const tick: JobOf<'tick'> = (input) => {
      const none: null = input;
      return none;
    };
    export default tick;
  `,
  'weight/subscribers/lion.born/weigh.ts': `
    import type { SubscriberOf } from '../../weight.gen.ts';
    const weigh: SubscriberOf<'lion.born'> = async ({ name, key, payload }) => {
      const event: 'lion.born' = name;
      const size: number | undefined = payload.size;
      // @ts-expect-error: a lion has no stripes
      payload.stripes;
      return [event, key, size];
    };
    export default weigh;
  `,
  'zoo/mails/lion-born.tsx': `
    export const subject = () => 'A lion';
    export default function LionBorn({ name }: { readonly name: string }) { return name; }
  `,
  'zoo/mails/closed.tsx': `
    export const subject = () => 'We are closed';
    export default function Closed() { return 'closed'; }
  `,
  'zoo/extension.ts': `
    import type { Start } from './zoo.gen.ts';
    export const start: Start = ({ settings, every }) => {
      settings.most satisfies number;
      // @ts-expect-error: it has no such setting
      every(1_000, () => settings.other);
    };
  `,
  'zoo/graphql/Zoo.resolvers.ts': `
    import { GraphQLScalarType } from 'graphql';
    import type { Context, Graph, Resolvers } from '../zoo.gen.ts';
    interface LionRow { readonly id: number; readonly name: string; readonly born: Date | null; readonly cage: string }
    const lion: LionRow = { id: 1, name: 'Leo', born: null, cage: 'a' };
    const cage: Graph['Cage'] = { __typename: 'Cage', name: 'a', size: 2 };
    export default {
      Query: {
        lion: (_root, { id }) => (id === '1' ? lion : null),
        things: (_root, { wish, first }) => {
          const until: Date | null | undefined = wish.until;
          // @ts-expect-error: an enum has these values alone
          const food: 'GRASS' = wish.food;
          const next: number | undefined = wish.next?.count;
          const count: number | null = first;
          return [lion, cage, ...[until, food, next, count].flatMap(() => [])];
        },
        named: { batch: (parents) => parents.map(() => [lion, null, cage]) },
        food: () => 2,
        part: () => null,
      },
      Lion: {
        __resolveReference: { batch: async (references) => references.map(({ id, __typename }) => (__typename === 'Lion' && id === '1' ? lion : new Error('none'))) },
        __isTypeOf: (value) => typeof value === 'object',
        eats: ({ cage: _cage }, { at }) => (at === undefined ? [1] : [2]),
      },
      Thing: { __resolveType: (thing) => ('size' in thing ? 'Cage' : 'Lion') },
      Named: {
        // @ts-expect-error: Shelf is no member
        __resolveType: () => 'Shelf',
      },
      Food: { MEAT: 1, HAY: 2 },
      Day: new GraphQLScalarType({ name: 'Day' }),
    } satisfies Resolvers<{ Lion: LionRow; Day: Date; Food: 1 | 2 }>;

    export async function lionName({ query, url, settings, mail }: Context): Promise<string | undefined> {
      settings satisfies { readonly most: number; readonly notice?: string | undefined };
      // @ts-expect-error: it has no such setting
      settings.other satisfies unknown;
      await mail('lion-born', { to: 'ann@example.com', props: { name: 'Leo' }, locale: 'de' });
      await mail('closed', { to: 'ann@example.com' });
      // @ts-expect-error: its component needs a name
      await mail('lion-born', { to: 'ann@example.com', props: {} });
      // @ts-expect-error: there is no such mail
      await mail('lion-died', { to: 'ann@example.com' });
      const { data } = await query('query ($id: ID!, $more: Boolean = false) { lion(id: $id) { __typename name @include(if: $more) eats } }', { id: '1' });
      const kind: 'Lion' | undefined = data?.lion?.__typename;
      const eats: readonly ('MEAT' | 'HAY')[] | undefined = data?.lion?.eats;
      // @ts-expect-error: the schema has no such field
      await query('{ lino { name } }');
      const text: string = '{ lion(id: "1") { name } }';
      const answer = await query<{ lion: { name: string } }>(text);
      url('animalPage', { animalId: 1 });
      // @ts-expect-error: the homepage has no parameters
      url('homepage', { animalId: 1 });
      return kind === undefined || eats === undefined ? answer.data?.lion.name : data?.lion?.name;
    }
  `,
  'zoo/api/addPhoto/route.json': JSON.stringify({
    methods: ['POST'],
    path: '/lions/:id/photos',
    access: 'private',
    consumes: ['multipart'],
    body: { title: 'String!' },
    files: {
      photo: { picture: true, required: true },
      note: { types: ['text/plain'] },
      more: { picture: true, max: 3 },
    },
  }),
  'zoo/api/addPhoto/addPhoto.ts': `
    import type { Handler, Upload } from 'stoa';
    import type { AddPhoto } from '../../zoo.gen.ts';
    const addPhoto: Handler<AddPhoto> = async ({ body, files, context }, response) => {
      const photo: Upload = files.photo;
      // @ts-expect-error: it may be absent
      const note: Upload = files.note;
      const more: number = files.more.length;
      // @ts-expect-error: the route has no such file
      const other = files.cover;
      const { sources } = await context.files.putPicture(photo);
      const { id, url } = await context.files.put(note, { public: true });
      const shown: string | undefined = url;
      response.json({ title: body.title, more, other, id, shown, width: sources[0]?.width });
    };
    export default addPhoto;
  `,
  'weight/graphql/Weight.graphql': `
    extend type Lion { name: String! @external weight: Float! @requires(fields: "name") }
    type Scale { id: ID! }
    extend type Query { scale: Scale! }
  `,
  'weight/graphql/Scale.resolvers.ts': `
    import type { Resolvers } from '../weight.gen.ts';
    export default { Query: { scale: () => ({ id: 1 }) } } satisfies Resolvers;
  `,
  'weight/graphql/Lion.resolvers.ts': `
    import type { Resolvers } from '../weight.gen.ts';
    export default {
      Lion: {
        weight: ({ id, name }) => {
          const key: string = id;
          // @ts-expect-error: @requires names no "born"
          const born = (lion: typeof id extends string ? { born?: never } : never) => lion.brn;
          return key.length + name.length + born.length;
        },
      },
    } satisfies Resolvers;
  `,
  'weight/api/secret/route.json': '{ "methods": ["GET"], "path": "/secret", "access": "private" }',
  'weight/api/secret/secret.ts': `
    import type { Handler } from 'stoa';
    import type { Secret } from '../../weight.gen.ts';
    const secret: Handler<Secret> = (request, response) => {
      response.json({ id: request.user.id, at: request.context.url('weight.secret') });
    };
    export default secret;
  `,
  'weight/api/context/route.json': '{ "methods": ["GET"], "path": "/context", "access": "public" }',
  'weight/api/context/context.ts': `
    import type { Handler } from 'stoa';
    import type { ContextEndpoint } from '../../weight.gen.ts';
    const context: Handler<ContextEndpoint> = (request, response) => {
      // @ts-expect-error: a guest has no user
      response.json(request.user.id);
    };
    export default context;
  `,
  'shelf/pages/animalPage/Shelf.tsx': `
    import { Area } from 'stoa';
    import type { AnimalPageShelfProps, AnimalPageShelfPropsWhenAway, Layout } from '../../shelf.gen.ts';
    import styles from './Shelf.module.css';
    export const layout: Layout = { areaId: 'content', sortOrder: 1 };
    export const areas = ['shelfTop'];
    export const query = /* GraphQL */ \`
      query {
        things(wish: { food: HAY }) { __typename ...size ... on Lion { born } }
        lion(id: getContextValue("animalId")) { weight }
      }
      fragment size on Cage { size }
    \`;
    export default function Shelf({ things, lion }: AnimalPageShelfProps) {
      const sizes = things.map((thing) => (thing.__typename === 'Cage' ? thing.size.toFixed() : String(thing.born)));
      return <p className={styles['the-shelf']}>{sizes}{lion?.weight.toFixed()}<Area id="shelfTop" /></p>;
    }
    export function whenAway({ things, lion }: AnimalPageShelfPropsWhenAway) {
      // @ts-expect-error: zoo may be away
      things.length;
      // @ts-expect-error: weight may be away
      return lion?.weight.toFixed();
    }
  `,
  'shelf/pages/animalPage/Shelf.module.css': '.the-shelf { color: red } .other:hover { color: blue }',
  'shelf/pages/homepage/Shelf.tsx': `
    import type { HomepageShelfProps, Layout } from '../../shelf.gen.ts';
    export const layout: Layout = { areaId: 'shelfTop', sortOrder: 1 };
    export const query = 'query { food }';
    export default function Shelf({ food }: HomepageShelfProps) {
      const known: 'MEAT' | 'HAY' = food;
      return <p>{known}</p>;
    }
  `,
};

describe('TypeWriter', () => {
  let folder: string;
  let writer: TypeWriter;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-types-')));
    writer = new TypeWriter();
    for (const [name, text] of Object.entries(files)) await write(name, text);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }

  async function read(): Promise<[Config, readonly ExtensionManifest[]]> {
    const { config } = await readConfig(join(folder, 'gateway.yaml'), { environment: {} });
    if (config === undefined) throw new Error('gateway.yaml is wrong');
    const { manifests, findings } = await discoverExtensions(config);
    throwIfErrors(findings);
    return [config, manifests];
  }

  async function written(): Promise<readonly string[]> {
    const all = await writer.write(...(await read()));
    return all.filter(({ isStale }) => isStale).map(({ file }) => file.slice(folder.length + 1));
  }

  it('knows every kind of type, and refuses what is wrong with it', async () => {
    await written();
    // `whenAway` is not what a component may export. Only types matter here.
    const paths = { stoa: [join(root, 'src/extension-api.ts')] };
    const tsconfig = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { paths, types: ['node'] },
      include: ['*/**/*'],
      exclude: [],
    };
    await write('tsconfig.json', JSON.stringify(tsconfig));
    const tsc = join(root, 'node_modules/.bin/tsc');
    expect(spawnSync(tsc, ['--noEmit', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' }).stdout).to.equal('');
  });

  it('writes only files that change, and removes those of a style sheet that is gone', async () => {
    expect((await written()).toSorted()).to.deep.equal([
      'shelf/pages/animalPage/Shelf.module.d.css.ts',
      'shelf/shelf.gen.ts',
      'weight/weight.gen.ts',
      'zoo/zoo.gen.ts',
    ]);
    expect(await written()).to.deep.equal([]);
    await write('shelf/pages/animalPage/Shelf.module.css', '.the-shelf { color: red }');
    expect(await written()).to.deep.equal(['shelf/pages/animalPage/Shelf.module.d.css.ts']);
    await rm(join(folder, 'shelf/pages/animalPage/Shelf.module.css'));
    await writer.write(...(await read()));
    expect(await written()).to.deep.equal([]);
  });

  it('does not change the types of one extension with a route, page or area that it does not use', async () => {
    await written();
    await write('weight/api/other/route.json', '{ "methods": ["GET"], "path": "/other/:id", "access": "public" }');
    await write('weight/api/other/other.ts', 'export default () => undefined;');
    await write('gateway.yaml', (files['gateway.yaml'] ?? '').replace('pages:', 'pages:\n  more: { path: /more }'));
    expect(await written()).to.deep.equal(['weight/weight.gen.ts']);
  });

  it('has the types of a field whose resolver is still to be written', async () => {
    await written();
    await write('zoo/graphql/More.graphql', 'extend type Query { cage: Cage }');
    expect(await written()).to.deep.equal(['zoo/zoo.gen.ts']);
    expect(await readFile(join(folder, 'zoo/zoo.gen.ts'), 'utf8')).to.include('readonly cage: Field<');
  });

  it('leaves the files as they are while the SDL cannot be joined', async () => {
    await written();
    await write('zoo/graphql/More.graphql', 'extend type Query { cage: Missing }');
    const error: unknown = await written().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(StartupError).and.to.have.nested.property('findings[0].code', 'TYPE_UNKNOWN');
    await rm(join(folder, 'zoo/graphql/More.graphql'));
    expect(await written()).to.deep.equal([]);
  });
});
