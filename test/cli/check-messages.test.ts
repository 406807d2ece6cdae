import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Finding } from '#base';
import { checkShop } from '../../src/cli/check/check-shop.ts';
import { fixtureProject, shopConfig } from '../support/test-project.ts';

/** A mistake in the extension of a shop that is right but for it, and the one finding with its place and fix. */
interface Mistake {
  readonly file: string;
  readonly text: string;
  /** `CODE file:line` */
  readonly finding: string;
  readonly fix: RegExp;
}

const route = (more: object): string =>
  JSON.stringify({ methods: ['POST'], path: '/things', access: 'public', ...more });
const routeFile = 'api/addThing/route.json';
const component = (query: string): string =>
  `export const layout = { areaId: 'content', sortOrder: 1 };\nexport const query = \`${query}\`;\nexport default () => null;\n`;
const componentFile = 'pages/homepage/Things.tsx';

const mistakes: Readonly<Record<string, Mistake>> = {
  'a route whose path is a number': {
    file: routeFile,
    text: route({ path: 1 }),
    finding: 'ROUTE_JSON_INVALID route.json:1',
    fix: /^Put it in quotes\.$/,
  },
  'limits of a field that leave nothing': {
    file: routeFile,
    text: route({ body: { name: { type: 'String!', minLength: 5, maxLength: 1 } } }),
    finding: 'ROUTE_JSON_INVALID route.json:1',
    fix: /^Raise the one or lower the other\.$/,
  },
  'a format that is not known': {
    file: routeFile,
    text: route({ body: { name: { type: 'String!', format: 'emial' } } }),
    finding: 'ROUTE_JSON_INVALID route.json:1',
    fix: /^Did you mean "email"\?$/,
  },
  'a bodySchema with a wrong type': {
    file: routeFile,
    text: route({ bodySchema: { type: 'object', properties: { name: { type: 'text' } } } }),
    finding: 'BODY_SCHEMA_INVALID route.json:1',
    fix: /^Write .*object.*string/,
  },
  'a bodySchema that refers to nothing': {
    file: routeFile,
    text: route({ bodySchema: { type: 'object', properties: { name: { $ref: '#/$defs/name' } } } }),
    finding: 'BODY_SCHEMA_INVALID route.json:1',
    fix: /^Define it below "\$defs"/,
  },
  'a module that throws': {
    file: 'api/addThing/bodyParser.ts',
    text: "\nthrow new Error('at once');\n",
    finding: 'EXTENSION_THROWS bodyParser.ts:2',
    fix: /^Correct it there\. Move what may fail into a function/,
  },
  'a misspelt keyword of SDL': {
    file: 'graphql/Thing.graphql',
    text: 'typ Thing { id: ID! }',
    finding: 'SDL_SYNTAX Thing.graphql:1',
    fix: /^Did you mean "type"\?$/,
  },
  'SDL with a bracket that is not closed': {
    file: 'graphql/Thing.graphql',
    text: 'type Thing { id: ID!',
    finding: 'SDL_SYNTAX Thing.graphql:1',
    fix: /^Close each/,
  },
  'a directive that there is not': {
    file: 'graphql/Thing.graphql',
    text: 'type Thing { id: ID! name: String! @sharable }\nextend type Query { things: [Thing!]! }\n',
    finding: 'SCHEMA_INVALID Thing.graphql:1',
    fix: /^Did you mean "@shareable"\?$/,
  },
  'a query for a field that there is not': {
    file: componentFile,
    text: component('{ things { price } }'),
    finding: 'PAGE_QUERY_INVALID Things.tsx:2',
    fix: /^There are: id, name\.$/,
  },
  'a query with a bracket that is not closed': {
    file: componentFile,
    text: component('{ things { name }'),
    finding: 'PAGE_QUERY_SYNTAX Things.tsx:2',
    fix: /^Close each/,
  },
  'a resolver for a field that there is not, after a variable of its name': {
    file: 'graphql/Thing.resolvers.ts',
    text: 'const price = 1;\n\nexport default {\n  Query: { things: () => [] },\n  Thing: { price: () => price },\n};\n',
    finding: 'RESOLVERS_INVALID Thing.resolvers.ts:5',
    fix: /^There are: id, name\.$/,
  },
};

async function findingsOf(file: string): Promise<readonly Finding[]> {
  return (await checkShop(file, { environment: {}, database: 'no' })).findings;
}

function brief({ code, where }: Finding): string {
  return `${code} ${where.file.slice(where.file.lastIndexOf('/') + 1)}:${where.line ?? 0}`;
}

describe('what stoa check says', () => {
  for (const [what, { file, text, finding, fix }] of Object.entries(mistakes)) {
    context(`when there is ${what}`, () => {
      it('is one finding at its place, with a fix', async () => {
        const config = await fixtureProject('small-shop');
        const path = join(dirname(config), 'extensions/things', file);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
        const findings = await findingsOf(config);
        expect(findings.map(brief)).to.deep.equal([finding]);
        expect(findings[0]?.fix).to.match(fix);
      });
    });
  }

  context('when two entries of gateway.yaml have one folder', () => {
    it('is that alone, and not that all its parts collide', async () => {
      const config = await shopConfig((text) => text.replace('extensions/supplement,', 'extensions/catalog,'));
      const findings = await findingsOf(config);
      const lines = (await readFile(config, 'utf8')).split('\n');
      const line = lines.findIndex((each) => each.includes('name: supplement')) + 1;
      expect(findings.map(({ code, where }) => `${code} ${where.line}`)).to.deep.equal([`CONFIG_DUPLICATE ${line}`]);
      expect(findings[0]?.what).to.equal('"catalog" and "supplement" resolve to the same folder');
      expect(findings[0]?.fix).to.equal('Remove one of the two entries, or resolve it to a folder of its own.');
    });
  });

  context('when the extension that owns a type is not enabled', () => {
    it('names it, its entry, and what to set', async () => {
      const config = await shopConfig((text) => text.replace(/(name: catalog.*enabled: )true/, '$1false'));
      const findings = await findingsOf(config);
      const lines = (await readFile(config, 'utf8')).split('\n');
      const line = lines.findIndex((each) => each.includes('name: catalog')) + 1;
      // What extensions override and require of it is missing, too.
      const missing = findings.filter(({ code }) => ['TYPE_EXTENDED_UNKNOWN', 'TYPE_UNKNOWN'].includes(code));
      expect(missing).to.have.length.above(0);
      for (const { what, fix, related } of missing) {
        expect(what).to.match(
          /"(?:Product|Variant)", which the extension "catalog" owns, but "catalog" is not enabled$/,
        );
        expect(fix).to.equal('Enable "catalog" in gateway.yaml.');
        expect(related?.map((place) => [place.file, place.line])).to.deep.equal([[config, line]]);
      }
    });
  });
});
