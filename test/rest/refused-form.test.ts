import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { RequestError } from '#base';
import { createClientOf } from '#edge';
import type { EndpointManifest } from '#extensions';
import { extensionFailure } from '../../src/gateway/extension-failure.ts';
import { checkForms } from '../../src/rest/check-forms.ts';
import { formPageAt, refusedForm } from '../../src/rest/refused-form.ts';
import { buildRouteTable } from '../../src/rest/route-table.ts';
import { createInputCompiler } from '../../src/rest/validate-input.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { testConfig } from '../support/test-config.ts';
import { type EndpointSketch, testEndpoint, testManifest } from '../support/test-manifests.ts';

const review: EndpointSketch = {
  path: '/products/:productId/reviews',
  methods: ['POST'],
  consumes: ['json', 'form'],
  form: { page: 'productPage', at: { file: '/shop/route.json' } },
  requiredBodyFields: ['author', 'rating', 'comment'],
  schemas: {
    params: undefined,
    query: undefined,
    body: {
      type: 'object',
      properties: {
        author: { type: 'string', pattern: '\\S' },
        rating: { type: 'integer', minimum: 1, maximum: 5 },
        comment: { type: 'string', pattern: '\\S', maxLength: 20 },
        tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
      },
      required: ['author', 'rating', 'comment'],
    },
  },
};
const endpoint = testEndpoint('reviews', 'addReview', review);

const clientOf = createClientOf(0);

const browser = {
  host: 'shop.example',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
};

function requestWith(headers: Readonly<Record<string, string | undefined>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  const given = Object.entries({ ...browser, ...headers }).filter(([, value]) => value !== undefined);
  return Object.assign(request, { headers: Object.fromEntries(given) });
}

/** What validation throws for this form. */
function refusalOf(form: string, refusing = endpoint): unknown {
  const body = form === '' ? undefined : Buffer.from(form);
  try {
    const request = requestWith();
    const client = clientOf(request);
    createInputCompiler()(refusing)({ request, client, params: { productId: '1' }, search: '', body, text: String });
  } catch (error) {
    return error;
  }
  throw new Error('the form was not refused');
}

describe('what is wrong with a form', () => {
  for (const [form, message, fields] of [
    ['author=ann&rating=6&comment=fine', 'rating must be at most 5', { rating: 'rating must be at most 5' }],
    ['author=ann&rating=six&comment=fine', 'rating must be an integer', { rating: 'rating must be an integer' }],
    [
      'author=&rating=&comment=%20',
      'author, rating and comment are required',
      { author: 'author is required', rating: 'rating is required', comment: 'comment is required' },
    ],
    [
      '',
      'author, rating and comment are required',
      { author: 'author is required', rating: 'rating is required', comment: 'comment is required' },
    ],
    [
      `author=&rating=0&comment=${'x'.repeat(21)}`,
      'author, rating and comment are required',
      {
        author: 'author is required',
        rating: 'rating must be at least 1',
        comment: 'comment must have at most 20 characters',
      },
    ],
    [
      'author=ann&rating=5&comment=fine&tags=one&tags=four',
      'tags[1] must have at most 3 characters',
      { tags: 'tags[1] must have at most 3 characters' },
    ],
  ] as const) {
    it(`is said for each field: ${form.slice(0, 40)}`, () => {
      expect(refusalOf(form)).to.be.instanceOf(RequestError).and.to.deep.include({ status: 400, message, fields });
    });
  }

  for (const [what, form] of [
    ['a thousand values', `author=a&rating=5&comment=b${'&tags=four'.repeat(1000)}`],
    ['a thousand fields', `author=a&rating=6&comment=b${Array.from({ length: 1000 }, (_, n) => `&x${n}=1`).join('')}`],
  ] as const) {
    it(`is not listed for ${what}, which nobody has typed`, () => {
      expect(refusalOf(form)).to.deep.include({ status: 400, fields: {} });
    });
  }

  it('is not asked where no page has the form', () => {
    const plain = testEndpoint('reviews', 'addReview', { ...review, form: undefined });
    expect(refusalOf('author=ann&rating=6&comment=fine', plain)).to.have.deep.property('fields', {});
  });
});

describe('a refused form', () => {
  const error = new RequestError(
    'BAD_USER_INPUT',
    400,
    'rating must be at most 5',
    {},
    { rating: 'rating must be at most 5' },
  );
  const body = Buffer.from('author=Ann+B.&rating=6&comment=%3Cb%3E&next=%2Faccount');
  const config = testConfig({
    pages: { productPage: { path: '/products/:productId', access: 'public', permissions: [], query: [] } },
  });
  const params = { productId: 'a b', routeId: 'x' };
  const again = (
    refusal: Omit<Parameters<typeof refusedForm>[1], 'endpoint' | 'params' | 'client' | 'caller'> & {
      endpoint?: EndpointManifest;
    },
  ) =>
    refusedForm(config, { endpoint, params, client: clientOf(refusal.request), caller: { kind: 'guest' }, ...refusal });
  const shown = {
    group: 'productPage',
    params: { productId: 'a b' },
    status: 400,
    headers: {},
    form: {
      routeId: 'reviews.addReview',
      status: 400,
      values: { author: 'Ann B.', rating: '6', comment: '<b>', next: '/account' },
      errors: { rating: 'rating must be at most 5' },
      message: 'rating must be at most 5',
      signIn: undefined,
    },
    waitsAt: undefined,
    isHidden: false,
  };

  it('is shown again with what was typed and what is wrong', () => {
    expect(again({ error, request: requestWith(), body })).to.deep.equal(shown);
  });

  it('is shown again for what a handler says of its fields, with its status', () => {
    const thrown = Object.assign(new Error('This address has an account.'), {
      status: 409,
      expose: true,
      fields: { email: 'is taken', age: 7 },
    });
    const refusal = extensionFailure(thrown, endpoint, { logger: createMemoryLog().logger });
    expect(again({ error: refusal, request: requestWith(), body })).to.deep.equal({
      ...shown,
      status: 409,
      form: { ...shown.form, status: 409, errors: { email: 'is taken' }, message: 'This address has an account.' },
    });
  });

  it('never gives passwords back', () => {
    const typed = Buffer.from('email=a&password=hunter2&newPassword=hunter3&Passwd=4&client_secret=5&passphrase=6');
    expect(again({ error, request: requestWith(), body: typed })?.form.values).to.deep.equal({
      email: 'a',
    });
  });

  it('gives no field back that route.json calls a password', () => {
    const secret = testEndpoint('reviews', 'addReview', {
      ...review,
      schemas: {
        params: undefined,
        query: undefined,
        body: { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
      },
    });
    const typed = Buffer.from('pin=1234&author=Ann');
    expect(again({ error, request: requestWith(), body: typed, endpoint: secret })?.form.values).to.deep.equal({
      author: 'Ann',
    });
  });

  it('has the last value of a field that was sent twice, and no field that is none', () => {
    const typed = Buffer.from('a=1&a=2&__proto__=3');
    const values = again({ error, request: requestWith(), body: typed })?.form.values;
    expect(values).to.deep.equal({ a: '2' });
  });

  it('may be an empty one', () => {
    const shownAgain = again({ error, request: requestWith(), body: undefined });
    expect(shownAgain?.form.values).to.deep.equal({});
  });

  it('is not shown again by a gateway without the page, such as that of "stoa serve"', () => {
    const request = requestWith();
    const refusal = { error, endpoint, params, request, client: clientOf(request), body };
    const shownAgain = refusedForm(testConfig({ pages: {} }), { ...refusal, caller: { kind: 'guest' } });
    expect(shownAgain).to.equal(undefined);
  });

  const other = (status: number) => new RequestError('UNAVAILABLE', status, 'no');
  for (const [what, changes] of [
    ['no page has it', { endpoint: testEndpoint('reviews', 'addReview', { ...review, form: undefined }) }],
    ['the client takes JSON', { request: requestWith({ accept: 'application/json' }) }],
    ['the client says nothing of what it takes', { request: requestWith({ accept: undefined }) }],
    ['it is JSON', { request: requestWith({ 'content-type': 'application/json' }) }],
    ['another site sent it', { request: requestWith({ 'sec-fetch-site': 'cross-site' }) }],
    ['the failure is ours', { error: other(503) }],
    ['it took too long', { error: other(504) }],
    ['the client has left', { error: new RequestError('CLIENT_GONE', 499, 'gone') }],
    ['it is a bug', { error: Object.assign(new Error('oops'), { status: 400 }) }],
  ] as const) {
    it(`is not shown again when ${what}`, () => {
      expect(again({ error, request: requestWith(), body, ...changes })).to.equal(undefined);
    });
  }
});

describe('"form" in route.json', () => {
  const productPage = {
    path: '/products/:productId',
    access: 'public',
    permissions: [],
    query: [],
    notFoundWhenNull: undefined,
  } as const;
  const findings = (sketch: Partial<EndpointSketch>, page: Partial<Record<'path' | 'access', string>> = {}) =>
    checkForms([testManifest('reviews', { addReview: { ...review, ...sketch } })], {
      productPage: { ...productPage, ...page, access: page.access === 'private' ? 'private' : 'public' },
    });

  it('may name a page whose parameters the route has', () => {
    expect(findings({})).to.deep.equal([]);
    expect(findings({ path: '/things', form: undefined })).to.deep.equal([]);
    expect(findings({ access: 'private' }, { access: 'private' })).to.deep.equal([]);
  });

  for (const [what, given, says] of [
    ['an unknown page', findings({ form: { page: 'prodctPage', at: { file: '/r.json', line: 3 } } }), /does not have/],
    ["a name that is every object's", findings({ form: { page: 'constructor', at: { file: '/r.json' } } }), /does not/],
    ['a page with another parameter', findings({}, { path: '/products/:id' }), /whose path has ":id"/],
    ['a private page for guests', findings({}, { access: 'private' }), /is private, but this route is public/],
  ] as const) {
    it(`is an error that names ${what}`, () => {
      expect(given).to.have.lengthOf(1);
      expect(given[0]).to.include({ code: 'ROUTE_JSON_INVALID', severity: 'error' });
      expect(given[0]?.what).to.match(says);
      expect(given[0]?.fix).to.not.equal(undefined);
    });
  }
});

describe('the address of a form', () => {
  const pages = { say: { path: '/say-something' } };
  const form = { page: 'say', at: { file: '/shop/route.json' } };
  const add = { path: '/notes', methods: ['POST'], form } as const;
  const asked = { method: 'GET', headers: browser, path: '/notes' };

  it('leads a browser to the page of the form', () => {
    const { table } = buildRouteTable([testManifest('notes', { add })], {});
    expect(formPageAt(table, pages, asked)).to.equal('/say-something');
  });

  it('leads a browser to it, and a program to the route, where one answers GET', () => {
    const { table } = buildRouteTable([testManifest('notes', { add, list: { path: '/notes' } })], {});
    expect(formPageAt(table, pages, asked)).to.equal('/say-something');
    expect(formPageAt(table, pages, { ...asked, headers: {} })).to.equal(undefined);
  });
});
