import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Finding } from '#base';
import { checkShop } from '../../src/cli/check/check-shop.ts';
import { githubCommands } from '../../src/cli/check/format-github.ts';
import { sarifLog } from '../../src/cli/check/format-sarif.ts';
import { runStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject, shopConfig } from '../support/test-project.ts';

/** One thing that is allowed, and unwise, in a project that is right but for it. */
interface Unwise {
  readonly what: string;
  readonly code: string;
  readonly where: RegExp;
  readonly files: Readonly<Record<string, string>>;
  /** Text of gateway.yaml that is put in. */
  readonly config?: (text: string) => string;
}

const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const content = "export const layout = { areaId: 'content', sortOrder: 1 };\nexport default () => null;\n";
const page = (line: string) => (text: string) => `${text}pages: { ${line} }\n`;

const unwise: readonly Unwise[] = [
  {
    what: 'a non-null field on the type of another extension',
    code: 'LINT_NON_NULL_FIELD',
    where: /Tag\.graphql:1$/,
    files: {
      'extensions/things/graphql/Thing.graphql':
        'type Thing @key(fields: "id") { id: ID! name: String! }\nextend type Query { things: [Thing!]! }\n',
      'extensions/things/graphql/Thing.resolvers.ts':
        'export default { Query: { things: () => [] }, Thing: { __resolveReference: (key) => key } };',
      'extensions/tags/graphql/Tag.graphql': 'extend type Thing { tags: [String!]! }\n',
      'extensions/tags/graphql/Tag.resolvers.ts': 'export default { Thing: { tags: () => [] } };',
    },
    config: (text) => `${text}    - { name: tags, resolve: ./extensions/tags }\n`,
  },
  {
    what: 'a private page on which nothing depends on the caller',
    code: 'LINT_PRIVATE_PAGE',
    where: /gateway\.yaml:7$/,
    files: { 'extensions/things/pages/orders/Orders.tsx': content },
    config: page('orders: { path: /orders, access: private }'),
  },
  {
    what: 'a public page with a field that guests do not get',
    code: 'LINT_PUBLIC_PAGE',
    where: /Orders\.tsx:2$/,
    files: {
      'extensions/things/graphql/Order.graphql': 'extend type Query { orders: String @authenticated }\n',
      'extensions/things/graphql/Order.resolvers.ts': 'export default { Query: { orders: () => null } };',
      'extensions/things/pages/homepage/Orders.tsx':
        "export const layout = { areaId: 'content', sortOrder: 1 };\nexport const query = `query { orders }`;\nexport default () => null;\n",
    },
  },
  {
    what: 'a route without a description of its body',
    code: 'LINT_NO_BODY',
    where: /addThing\/route\.json:1$/,
    files: {
      'extensions/things/api/addThing/route.json': '{ "methods": ["POST"], "path": "/things", "access": "public" }',
    },
  },
  {
    what: 'the secret of tokens in plain text',
    code: 'LINT_PLAIN_SECRET',
    where: /gateway\.yaml:7$/,
    files: {},
    config: (text) => `${text}auth: { bearer: { jwt: { secret: ${hex} } } }\n`,
  },
  {
    what: 'the secret of sessions as the default of a variable',
    code: 'LINT_PLAIN_SECRET',
    where: /gateway\.yaml:7$/,
    files: {},
    config: (text) => `${text}auth: { session: { secret: "\${NOT_SET:-${hex}}" } }\n`,
  },
  {
    what: 'the password of the database in plain text',
    code: 'LINT_PLAIN_SECRET',
    where: /gateway\.yaml:3$/,
    files: {},
    config: (text) => text.replace('${DATABASE_URL:-embedded}', 'postgresql://shop:secret@127.0.0.1:1/shop'),
  },
  {
    what: 'a circular import',
    code: 'IMPORT_CIRCULAR',
    where: /one\.ts:2$/,
    files: {
      'extensions/things/api/addThing/[bodyParser]addThing.ts':
        "import { one } from '../../src/one.ts';\nexport default (_request, response) => response.json({ one });\n",
      'extensions/things/src/one.ts': "// One.\nimport { two } from './two.ts';\nexport const one = two + 1;\n",
      'extensions/things/src/two.ts': "import { one } from './one.ts';\nexport const two = one + 1;\n",
    },
  },
  {
    what: 'markup that a component sets by hand',
    code: 'LINT_RAW_MARKUP',
    where: /Raw\.tsx:2$/,
    files: {
      'extensions/things/pages/homepage/Raw.tsx':
        "export const layout = { areaId: 'content', sortOrder: 1 };\nexport default () => <p dangerouslySetInnerHTML={{ __html: '' }} />;\n",
    },
  },
  {
    what: 'a document in the code that the schema refuses',
    code: 'LINT_DOCUMENT_INVALID',
    where: /addThing\.ts:2$/,
    files: {
      'extensions/things/api/addThing/[bodyParser]addThing.ts':
        "export default async (request, response) =>\n  response.json(await request.context.query('{ things { nmae } }'));\n",
    },
  },
  {
    what: 'a route of context.url that there is not',
    code: 'LINT_DEAD_LINK',
    where: /addThing\.ts:2$/,
    files: {
      'extensions/things/api/addThing/[bodyParser]addThing.ts':
        "export default (request, response) =>\n  response.redirect(request.context.url('adThing'));\n",
    },
  },
  {
    what: 'a form of a route that there is not',
    code: 'LINT_DEAD_LINK',
    where: /Form\.tsx:3$/,
    files: {
      'extensions/things/pages/homepage/Form.tsx':
        "import { useForm } from 'stoa';\nexport const layout = { areaId: 'content', sortOrder: 1 };\nexport default () => useForm('adThing').message;\n",
    },
  },
  {
    what: 'an area that nothing can stand in',
    code: 'LINT_AREA_UNDECLARED',
    where: /Frame\.tsx:4$/,
    files: {
      'extensions/things/pages/homepage/Frame.tsx':
        "import { Area } from 'stoa';\nexport const layout = { areaId: 'content', sortOrder: 1 };\nexport const areas = ['frameTop'];\nexport default () => <Area id=\"frameTpo\" />;\n",
    },
  },
  {
    what: 'a page without a component',
    code: 'LINT_EMPTY_PAGE',
    where: /gateway\.yaml:7$/,
    files: {},
    config: page('orders: { path: /orders }'),
  },
  {
    what: 'a link to a route that there is not',
    code: 'LINT_DEAD_LINK',
    where: /Links\.tsx:2$/,
    files: {
      'extensions/things/pages/homepage/Links.tsx':
        'export const layout = { areaId: \'content\', sortOrder: 1 };\nexport const query = `query { url(routeId: "adThing") }`;\nexport default () => null;\n',
    },
  },
];

async function project({ files, config = (text) => text }: Pick<Unwise, 'files' | 'config'>): Promise<string> {
  const file = await fixtureProject('small-shop');
  await writeFile(file, config(await readFile(file, 'utf8')));
  for (const [name, text] of Object.entries(files)) {
    const path = join(dirname(file), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return file;
}

async function findingsOf(file: string): Promise<readonly Finding[]> {
  return (await checkShop(file, { environment: {}, database: 'no' })).findings;
}

describe('the lints of stoa check', () => {
  it('find nothing in the demonstration shop', async () => {
    expect(await findingsOf(await shopConfig())).to.deep.equal([]);
  });

  it('find nothing in a shop whose private page shows who is signed in', async () => {
    const file = await fixtureProject('members-shop');
    const codes = (await findingsOf(file)).map(({ code, where }) => `${code} ${where.file.split('/').at(-2)}`);
    // Three routes of it take a body that nothing describes, and its table has no demonstration data.
    const expected = ['LINT_NO_BODY mine', 'LINT_NO_BODY signOut', 'LINT_NO_BODY visit', 'LINT_NO_SEED migrations'];
    expect(codes.toSorted()).to.deep.equal(expected);
  });

  context('when an extension has generated types', () => {
    it('warn with TYPES_STALE once they are not what it declares', async () => {
      const file = await fixtureProject('small-shop');
      await runStoa(['types'], { file });
      expect(await findingsOf(file)).to.deep.equal([]);
      const types = join(dirname(file), 'extensions/things/things.gen.ts');
      await writeFile(types, (await readFile(types, 'utf8')).replace('string', 'number'));
      const findings = await findingsOf(file);
      expect(findings.map(({ code, where }) => [code, where.file])).to.deep.equal([['TYPES_STALE', types]]);
    });
  });

  context('when a circular import makes a module throw', () => {
    it('name the circle beside the error', async () => {
      const [circle] = unwise.filter(({ code }) => code === 'IMPORT_CIRCULAR');
      const files = {
        ...circle?.files,
        'extensions/things/src/two.ts': "import { one } from './one.ts';\nexport const two = one.toFixed();\n",
      };
      const findings = await findingsOf(await project({ files }));
      expect(findings.map(({ code }) => code)).to.deep.equal(['EXTENSION_THROWS', 'IMPORT_CIRCULAR']);
    });
  });

  for (const each of unwise) {
    context(`when there is ${each.what}`, () => {
      it(`warn with ${each.code} alone, and its place`, async () => {
        const findings = await findingsOf(await project(each));
        expect(findings.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal([`warning ${each.code}`]);
        const [{ file = '', line = undefined } = {}] = findings.map(({ where }) => where);
        expect(line === undefined ? file : `${file}:${line}`).to.match(each.where);
      });
    });
  }

  context('when the one who wrote it says that it is meant', () => {
    it('leave it alone, in SDL and beside JSON', async () => {
      const [tags, , , route] = unwise;
      const files = {
        ...tags?.files,
        ...route?.files,
        'extensions/tags/graphql/Tag.graphql':
          '# stoa-allow LINT_NON_NULL_FIELD: a list is never absent\nextend type Thing { tags: [String!]! }\n',
        'extensions/things/api/addThing/bodyParser.ts': '// stoa-allow LINT_NO_BODY: a test\nexport default () => {};',
      };
      expect(await findingsOf(await project({ files, ...(tags?.config && { config: tags.config }) }))).to.deep.equal(
        [],
      );
    });
  });

  context('when a non-null field is shareable on both sides', () => {
    it('leave it alone: each side resolves it', async () => {
      const [tags] = unwise;
      const shared = 'type Part @shareable { size: Int! }\n';
      const files = {
        ...tags?.files,
        'extensions/things/graphql/Part.graphql': `${shared}extend type Thing { part: Part }\n`,
        'extensions/things/graphql/Part.resolvers.ts': 'export default { Thing: { part: () => ({ size: 1 }) } };',
        'extensions/tags/graphql/Tag.graphql': `${shared}extend type Thing { tags: [Part!] }\n`,
      };
      expect(await findingsOf(await project({ files, ...(tags?.config && { config: tags.config }) }))).to.deep.equal(
        [],
      );
    });
  });

  context('when there is an error as well', () => {
    it('keep quiet about the rest, but not about secrets', async () => {
      const files = { 'extensions/things/graphql/More.graphql': 'extend type Thing { owner: Persn }\n' };
      const config = (text: string) => `${text}auth: { session: { secret: ${hex} } }\n`;
      const codes = (await findingsOf(await project({ files, config }))).map(({ code }) => code);
      expect(codes).to.deep.equal(['TYPE_UNKNOWN', 'LINT_PLAIN_SECRET']);
    });
  });
});

describe('stoa check and migrations that ran', () => {
  it('names one that was changed, when the database answers', async () => {
    const file = await fixtureProject('small-shop');
    const { url, drop } = await createDatabase();
    const environment = { DATABASE_URL: url };
    expect((await runStoa(['migrate'], { file, environment })).code).to.equal(0);
    expect((await runStoa(['check'], { file, environment })).stdout).to.contain('were compared with their files');
    const migration = join(dirname(file), 'extensions/things/migrations/001-create-thing.sql');
    await writeFile(migration, `${await readFile(migration, 'utf8')}-- changed\n`);
    const changed = await runStoa(['check'], { file, environment });
    expect(changed.stdout).to.contain('MIGRATION_CHANGED').and.to.contain('001-create-thing.sql');
    expect(changed.stdout).to.contain('npx stoa db reset things');
    expect(changed.code).to.equal(1);
    expect((await runStoa(['check', '--no-database'], { file, environment })).code).to.equal(0);
    await drop();
  });

  context('when the database does not answer', () => {
    const environment = { DATABASE_URL: 'postgresql://shop@127.0.0.1:1/shop' };

    it('says that it has not looked, and why', async () => {
      const file = await fixtureProject('small-shop');
      const { code, stdout } = await runStoa(['check'], { file, environment });
      expect(stdout).to.match(/^Nothing to fix\.\nMigrations that ran were not looked at: nothing listens on /);
      expect(code).to.equal(0);
    });

    it('reports it with --database', async () => {
      const file = await fixtureProject('small-shop');
      const { code, stdout } = await runStoa(['check', '--database'], { file, environment });
      expect(stdout).to.contain('DATABASE_UNREACHABLE');
      expect(code).to.equal(1);
    });
  });

  it('does not make an embedded database', async () => {
    const file = await fixtureProject('small-shop');
    const { migrations } = JSON.parse((await runStoa(['check', '--json'], { file })).stdout);
    expect(migrations).to.deep.equal({
      looked: false,
      reason: 'there is no embedded database yet, so that none can have run',
    });
  });
});

describe('stoa check --json', () => {
  it('is JSON when an extension writes to the console', async () => {
    const resolvers = "console.log('hello');\nexport default { Query: { more: () => 'yes' } };\n";
    const files = {
      'extensions/things/graphql/More.graphql': 'extend type Query { more: String }\n',
      'extensions/things/graphql/More.resolvers.ts': resolvers,
    };
    const file = await project({ files });
    const { stdout, stderr } = await runStoa(['check', '--json'], { file });
    expect(JSON.parse(stdout)).to.include({ ok: true });
    expect(stderr).to.include('hello');
  });
});

describe('how stoa check ends', () => {
  it('with 0 for warnings, and with 1 under --strict', async () => {
    const file = await project({ files: {}, config: page('orders: { path: /orders }') });
    expect((await runStoa(['check'], { file })).code).to.equal(0);
    expect((await runStoa(['check', '--strict'], { file, ownProcess: true })).code).to.equal(1);
  });

  it('with 2 for a format that there is not', async () => {
    expect((await runStoa(['check', '--format', 'xml'], { file: await project({ files: {} }) })).code).to.equal(2);
  });
});

const findings: readonly Finding[] = [
  {
    ...{ code: 'SDL_SYNTAX', severity: 'error', where: { file: '/repo/a b/x,y.graphql', line: 3, column: 5 } },
    ...{ what: '100% wrong:\nindeed', fix: 'Mend it.', related: [{ file: '/repo/other.ts', line: 2 }] },
  },
  { code: 'EXTENSION_EMPTY', severity: 'warning', where: { file: '/elsewhere/thing' }, what: 'outside', fix: 'Go in.' },
  { code: 'SDL_SYNTAX', severity: 'error', where: { file: 'the stitched schema' }, what: 'nowhere', fix: 'Go there.' },
];

describe('findings as workflow commands of GitHub', () => {
  it('escape what would end a property or a line, and name files from the root of the repository', () => {
    expect(githubCommands(findings, '/repo').split('\n')).to.deep.equal([
      '::error file=a b/x%2Cy.graphql,line=3,col=5,title=stoa SDL_SYNTAX::100%25 wrong:%0Aindeed%0AMend it.',
      '::warning title=stoa EXTENSION_EMPTY::/elsewhere/thing: outside%0AGo in.',
      '::error title=stoa SDL_SYNTAX::the stitched schema: nowhere%0AGo there.',
    ]);
  });
});

describe('findings as SARIF', () => {
  it('are what the standard requires', () => {
    const log = sarifLog(findings, { root: '/repo', file: '/repo/gateway.yaml' });
    const validate = new Ajv2020({ strict: false }).compile(sarifEssentials);
    expect(validate(log), JSON.stringify(validate.errors)).to.equal(true);
    const [run] = log.runs;
    expect(run?.tool.driver.rules.map(({ id }) => id)).to.deep.equal(['EXTENSION_EMPTY', 'SDL_SYNTAX']);
    expect(run?.results.map(({ ruleIndex }) => ruleIndex)).to.deep.equal([1, 0, 1]);
    expect(run?.results.map(({ locations: [at] }) => at?.physicalLocation)).to.deep.equal([
      {
        artifactLocation: { uri: 'a%20b/x%2Cy.graphql', uriBaseId: '%SRCROOT%' },
        region: { startLine: 3, startColumn: 5 },
      },
      { artifactLocation: { uri: 'file:///elsewhere/thing', description: { text: 'thing' } } },
      { artifactLocation: { uri: 'gateway.yaml', uriBaseId: '%SRCROOT%' } },
    ]);
  });

  it('come from the command as one log', async () => {
    const file = await project({ files: {}, config: page('orders: { path: /orders }') });
    const { stdout, code } = await runStoa(['check', '--format', 'sarif'], { file });
    expect(JSON.parse(stdout).runs[0].results[0].ruleId).to.equal('LINT_EMPTY_PAGE');
    expect(code).to.equal(0);
    expect((await runStoa(['check', '--format', 'github'], { file })).stdout).to.match(
      /^::warning file=gateway\.yaml,line=7,title=stoa LINT_EMPTY_PAGE::/,
    );
  });
});

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };

/** What sarif-schema-2.1.0.json demands of the parts that we write. */
const sarifEssentials = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'rules'],
                properties: {
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: { id: { type: 'string' }, shortDescription: text, help: text },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message', 'ruleId', 'locations'],
              properties: {
                message: text,
                level: { enum: ['none', 'note', 'warning', 'error'] },
                ruleIndex: { type: 'integer', minimum: 0 },
                locations: {
                  type: 'array',
                  minItems: 1,
                  items: {
                    type: 'object',
                    required: ['physicalLocation'],
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            required: ['uri'],
                            properties: { uri: { type: 'string', pattern: '^[^ ]+$' } },
                          },
                          region: {
                            type: 'object',
                            properties: {
                              startLine: { type: 'integer', minimum: 1 },
                              startColumn: { type: 'integer', minimum: 1 },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
