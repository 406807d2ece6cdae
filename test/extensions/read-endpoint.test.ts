import { expect } from 'chai';
import {
  discovered,
  endpoint,
  endpointWith,
  type Files,
  handler,
  itReports,
  routeFile,
  soundRoute,
} from './extension-folder.ts';

describe('readEndpoint', () => {
  describe('route.json', () => {
    const route = (more: object): Files => endpointWith(JSON.stringify({ ...soundRoute, ...more }));
    const text = (json: string): Files => endpointWith(json);
    const start = '{ "methods": ["POST"], "path": "/a", "access": "public",\n';
    const fields = (json: string): Files => text(`${start}"body": { "a": ${json} } }`);
    const invalid = (at: string): string => `ROUTE_JSON_INVALID ${routeFile}:${at}`;
    const wrongType = (at: string): string => `ROUTE_FIELD_TYPE ${routeFile}:${at}`;
    itReports([
      ['absent', { [`${endpoint}/addThing.ts`]: handler }, `ROUTE_JSON_MISSING ${endpoint}/route.json:1`],
      [
        'misnamed',
        { [`${endpoint}/routes.json`]: '{}', [`${endpoint}/a.ts`]: handler },
        `ROUTE_JSON_MISSING ${endpoint}/route.json:1`,
      ],
      ['not JSON', text('{ "methods": [\n"POST",] }'), `ROUTE_JSON_SYNTAX ${routeFile}:2:8`],
      ['a key twice', text(`${start}"path": "/b" }`), `ROUTE_JSON_SYNTAX ${routeFile}:2:1`],
      ['no access', text('{ "methods": ["POST"], "path": "/a" }'), invalid('1:1')],
      ['no path', text('{ "methods": ["POST"], "access": "public" }'), invalid('1:1')],
      ['no methods', text('{ "path": "/a", "access": "public" }'), invalid('1:1')],
      ['an empty list of methods', text('{ "methods": [], "path": "/a", "access": "public" }'), invalid('1:14')],
      ['a method twice', text('{ "methods": ["PUT", "PUT"], "path": "/a", "access": "public" }'), invalid('1:14')],
      [
        'a method in lower case',
        text('{ "methods": ["PUT", "get"], "path": "/a", "access": "public" }'),
        invalid('1:22'),
      ],
      ['a method of another kind', text('{ "methods": ["HEAD"], "path": "/a", "access": "public" }'), invalid('1:15')],
      ['another access', text('{ "methods": ["PUT"], "path": "/a", "access": "open" }'), invalid('1:47')],
      ['an unknown key', text(`${start}  "__proto__": {} }`), invalid('2:3')],
      ['permissions on a public route', text(`${start}"permissions": ["a:b"] }`), invalid('2:1')],
      [
        'a permission without an action',
        text('{ "methods": ["PUT"], "path": "/a", "access": "private",\n"permissions": ["a"] }'),
        invalid('2:17'),
      ],
      ['both body and bodySchema', text(`${start}"body": {}, "bodySchema": {} }`), invalid('2:13')],
      [
        'a limit of values that the body does not have',
        text(
          `${start}"body": { "email": "String!" },\n"rateLimit": { "points": 1, "seconds": 1, "perValue": {\n"mail": { "points": 1, "seconds": 1 } } } }`,
        ),
        invalid('4:1'),
      ],
      ['additional without body', text(`${start}"additional": false }`), invalid('2:1')],
      ['a parser of a body that nothing describes', text(`${start}"parsesBody": true }`), invalid('2:1')],
      [
        'no parser of the body, and a handler of that name',
        { ...text(`${start}"body": {}, "parsesBody": false }`), [`${endpoint}/bodyParser.ts`]: handler },
        invalid('2:27'),
      ],
      [
        'a body on GET alone',
        text('{ "methods": ["GET"], "path": "/a", "access": "public",\n"body": {} }'),
        invalid('2:1'),
      ],
      ['a time-out of nothing', text(`${start}"timeoutMs": 0 }`), invalid('2:14')],
      ['a rate limit without a window', text(`${start}"rateLimit": { "points": 1 } }`), invalid('2:14')],
      ['a rate limit of nothing', text(`${start}"rateLimit": { "points": 0, "seconds": 1 } }`), invalid('2:26')],
      [
        'a pattern that one text could block the process with',
        text(`${start}"body": { "a": { "type": "String", "pattern": "^(?!b)(a+)+$" } } }`),
        `PATTERN_TOO_SLOW ${routeFile}:2:47`,
      ],
      ['a limit in words', text(`${start}"bodyLimit": "1mb" }`), invalid('2:14')],
      ['a page for a form that is not taken', text(`${start}"form": { "page": "productPage" } }`), invalid('2:1')],
      ['a form without its page', text(`${start}"consumes": ["form"], "form": {} }`), invalid('2:31')],
      ['an unknown form of body', text(`${start}"consumes": ["xml"] }`), invalid('2:14')],
      [
        'multipart beside another format',
        text(`${start}"consumes": ["multipart", "json"],\n"files": { "a": { "picture": true } } }`),
        invalid('2:1'),
      ],
      ['a multipart body without files', text(`${start}"consumes": ["multipart"] }`), invalid('2:1')],
      ['files that are not taken', text(`${start}"files": { "a": { "picture": true } } }`), invalid('2:1')],
      ['a file of no type', text(`${start}"consumes": ["multipart"],\n"files": { "a": {} } }`), invalid('3:12')],
      [
        'a file of an unknown type',
        text(`${start}"consumes": ["multipart"],\n"files": { "a": { "types": ["image/svg+xml"] } } }`),
        invalid('3:29'),
      ],
      [
        'a picture of another type',
        text(`${start}"consumes": ["multipart"],\n"files": { "a": { "types": ["text/plain"], "picture": true } } }`),
        invalid('3:12'),
      ],
      [
        'a file and a field of one name',
        text(`${start}"consumes": ["multipart"], "body": { "a": "Int" },\n"files": { "a": { "picture": true } } }`),
        invalid('3:12'),
      ],
      [
        'a parser of a multipart body',
        text(
          `${start}"consumes": ["multipart"], "body": {}, "parsesBody": true,\n"files": { "a": { "picture": true } } }`,
        ),
        invalid('2:1'),
      ],
      ['an empty summary', text(`${start}"summary": "" }`), invalid('2:12')],
      ['a misspelt type', fields('"Strng!"'), wrongType('2:16')],
      ['a type of JSON Schema', fields('"integer"'), wrongType('2:16')],
      ['a list that is not closed', fields('"[Int"'), wrongType('2:16')],
      ['a type without end', fields(`"${'['.repeat(100_000)}"`), wrongType('2:16')],
      ['a misspelt type in the long form', fields('{ "type": "Boolen" }'), wrongType('2:26')],
      ['a field that is a number', fields('1'), invalid('2:16')],
      ['a field without type', fields('{ "minimum": 1 }'), invalid('2:16')],
      ['an unknown limit', fields('{ "type": "Int", "min": 1 }'), invalid('2:33')],
      ['a limit of another type', fields('{ "type": "Int", "minLength": 1 }'), invalid('2:46')],
      ['a minimum above the maximum', fields('{ "type": "Int", "minimum": 2, "maximum": 1 }'), invalid('2:44')],
      ['a minLength above maxLength', fields('{ "type": "ID", "minLength": 2, "maxLength": 1 }'), invalid('2:45')],
      ['a pattern that is none', fields('{ "type": "ID", "pattern": "(" }'), invalid('2:43')],
      ['a format that nobody knows', fields('{ "type": "ID", "format": "mail" }'), invalid('2:42')],
      ['a choice of another type', fields('{ "type": "Int", "enum": [1, "2"] }'), invalid('2:41')],
      ['a default beyond the limits', fields('{ "type": "Int", "maximum": 1, "default": 2 }'), invalid('2:58')],
      ['a default that is null', fields('{ "type": "Int!", "default": null }'), invalid('2:45')],
      ['a field that every object has', route({ body: { constructor: 'Int' } }), invalid('1:78')],
      ['a field named __proto__', text(`${start}"body": { "__proto__": "Int" } }`), invalid('2:11')],
      [
        'a param that the path has not',
        text('{ "methods": ["PUT"], "path": "/:id", "access": "public",\n"params": { "ids": "Int!" } }'),
        invalid('2:13'),
      ],
      [
        'a param that may be null',
        text('{ "methods": ["PUT"], "path": "/:id", "access": "public",\n"params": { "id": "Int" } }'),
        wrongType('2:19'),
      ],
    ]);

    const path = (value: string): Files =>
      text(`{ "methods": ["PUT"], "access": "public", "path": ${JSON.stringify(value)} }`);
    for (const wrong of [
      'a',
      '/a/',
      '/a//b',
      '/:a/:a',
      '/:id.json',
      '/v:id',
      '/:1',
      '/a b',
      '/*',
      '/a/../b',
      '/:__proto__',
      '/:constructor',
      '/ü',
      '/%2f',
      '',
    ]) {
      it(`the path ${JSON.stringify(wrong)}: ROUTE_PATH_INVALID`, async () => {
        expect((await discovered(path(wrong))).places).to.deep.equal([`ROUTE_PATH_INVALID ${routeFile}:1:51`]);
      });
    }
    for (const reserved of ['/graphql', '/graphql/x', '/assets', '/assets/:file']) {
      it(`the path ${reserved}: ROUTE_PATH_RESERVED`, async () => {
        expect((await discovered(path(reserved))).places).to.deep.equal([`ROUTE_PATH_RESERVED ${routeFile}:1:51`]);
      });
    }
    for (const right of ['/', '/graphqls', '/a/:b/c-d/:e_f', '/a.b~c@d']) {
      it(`the path ${right}: nothing`, async () => {
        expect((await discovered(path(right))).places).to.deep.equal([]);
      });
    }

    for (const [what, files, parses] of [
      ['a handler named bodyParser', { ...route({ body: {} }), [`${endpoint}/bodyParser.ts`]: handler }, true],
      ['"parsesBody"', route({ body: {}, parsesBody: true }), true],
      ['neither', route({ body: {} }), false],
      ['no description of the body', { ...route({}), [`${endpoint}/bodyParser.ts`]: handler }, false],
    ] as const)
      it(`with ${what}, handlers ${parses ? '' : 'do not '}parse the body`, async () => {
        const { places, manifest } = await discovered(files);
        expect(places).to.deep.equal([]);
        expect(manifest.endpoints.map(({ parsesBody }) => parsesBody)).to.deep.equal([parses]);
      });

    it('names what was meant', async () => {
      const { findings } = await discovered(text(`${start}"body": { "a": "Strng!" }, "summry": "x" }`));
      expect(findings.map(({ fix }) => fix)).to.deep.equal(['Did you mean "summary"?']);
      const types = await discovered(text(`${start}"body": { "a": "Strng!", "b": "integer" } }`));
      expect(types.findings.map(({ fix }) => fix)).to.deep.equal(['Did you mean "String"?', 'Did you mean "Int"?']);
    });

    it('does not pollute prototypes', async () => {
      await discovered(text('{ "__proto__": { "polluted": true }, "body": { "__proto__": { "polluted": true } } }'));
      expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    });
  });

  describe('bodySchema', () => {
    const schema = (bodySchema: unknown, files: Files = {}): Files =>
      endpointWith(JSON.stringify({ ...soundRoute, bodySchema }), files);
    const at = `BODY_SCHEMA_INVALID ${routeFile}`;
    itReports([
      ['a file that does not exist', schema('body.json'), `${at}:1:69`],
      [
        'a file that is not JSON',
        schema('body.json', { [`${endpoint}/body.json`]: '{' }),
        `BODY_SCHEMA_INVALID ${endpoint}/body.json:1:2`,
      ],
      [
        'a file that is no object',
        schema('body.json', { [`${endpoint}/body.json`]: '1' }),
        `BODY_SCHEMA_INVALID ${endpoint}/body.json:1:1`,
      ],
      [
        'a schema that is none',
        schema('body.json', { [`${endpoint}/body.json`]: '{\n"type": "strng" }' }),
        `BODY_SCHEMA_INVALID ${endpoint}/body.json:2:9`,
      ],
      ['an unknown keyword', schema({ type: 'object', minimun: 1 }), `${at}:1:86`],
      [
        'an unknown keyword beside a property of its name',
        schema({ type: 'object', properties: { defualt: { type: 'string', defualt: 'x' } } }),
        `${at}:1:127`,
      ],
      ['a keyword without its type', schema({ type: 'object', properties: { a: { minLength: 2 } } }), `${at}:1:69`],
      ['a word of ajv’s own, which would let everything pass', schema({ $async: true }), `${at}:1:70`],
      ['a reference to nowhere', schema({ $ref: '#/$defs/x' }), `${at}:1:69`],
      [
        'a pattern that one text could block the process with',
        schema({ type: 'object', properties: { a: { type: 'string', pattern: '^(?=(a+)+$)' } } }),
        `PATTERN_TOO_SLOW ${routeFile}:1:131`,
      ],
      [
        'such a pattern for names',
        schema({ type: 'object', patternProperties: { '^(a+)+\\1$': {} } }),
        `PATTERN_TOO_SLOW ${routeFile}:1:107`,
      ],
    ]);

    for (const [what, body] of [
      ['one of two fields', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
      ['a field where another one is missing', { if: { required: ['a'] }, else: { required: ['b'] } }],
      ['a list with an item for each place', { properties: { a: { type: 'array', prefixItems: [{}, {}] } } }],
    ] as const)
      it(`may ask for ${what}`, async () => {
        expect((await discovered(schema({ type: 'object', ...body }))).places).to.deep.equal([]);
      });

    it('is the schema of the body as it stands, with its required fields', async () => {
      const body = { type: 'object', required: ['b', 'a'], properties: { a: { type: 'integer' }, b: {} } };
      const { manifest, places } = await discovered(
        schema('body.json', { [`${endpoint}/body.json`]: JSON.stringify(body) }),
      );
      expect(places).to.deep.equal([]);
      expect(manifest.endpoints[0]?.schemas.body).to.deep.equal(body);
      expect(manifest.endpoints[0]?.requiredBodyFields).to.deep.equal(['b', 'a']);
    });
  });
});
