import { expect } from 'chai';
import {
  createAjv,
  pointerKeys,
  pointerName,
  pointerTo,
  schemaErrors,
  schemaProblems,
} from '../../src/base/json-schema.ts';

function problems(schema: object, value: unknown, isSecret = () => false) {
  const validate = createAjv().compile(schema);
  validate(value);
  return schemaProblems(validate.errors, { isSecret });
}

const messages = (schema: object, value: unknown) => problems(schema, value).map(({ message }) => message);
const a = (schema: object) => ({ type: 'object', properties: { a: schema } });
const choice = {
  anyOf: [
    { type: 'string', pattern: '^x', errorMessage: 'must begin with x' },
    { type: 'object', additionalProperties: false, properties: { kind: { type: 'string' } } },
  ],
};

describe('schemaErrors', () => {
  it('says what is no JSON Schema', () => {
    expect(
      schemaErrors({ properties: { name: { type: 'strin' } } }).map(({ instancePath }) => instancePath),
    ).to.include('/properties/name/type');
  });

  it('remembers nothing of what it has looked at', () => {
    const one = { $id: 'https://shop.example/thing', type: 'string' };
    expect([one, { ...one, type: 'number' }].map(schemaErrors)).to.deep.equal([[], []]);
  });
});

describe('createAjv', () => {
  it('counts multiples as people do', () => {
    const isPrice = createAjv().compile({ type: 'number', multipleOf: 0.01 });
    const given = [0.29, 19.99, 1_234_567.89, 20_000_000.01, 19.995, 0.001];
    expect(given.map((price) => isPrice(price))).to.deep.equal([true, true, true, true, false, false]);
  });

  it('resolves an anchor', () => {
    const schema = { ...a({ $ref: '#size' }), $defs: { size: { $anchor: 'size', type: 'integer' } } };
    expect([messages(schema, { a: 1 }), messages(schema, { a: 'x' })]).to.deep.equal([
      [],
      ['"a" must be a whole number, but is a string'],
    ]);
  });

  it('refuses a schema with a misspelt keyword', () => {
    expect(() => createAjv().compile({ type: 'string', minLenght: 1 })).to.throw('minLenght');
  });
  it('checks formats', () =>
    expect(messages(a({ type: 'string', format: 'date' }), { a: 'x' })).to.deep.equal(['"a" is not a valid date']));
  it('knows JSON Schema 2020-12', () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: false };
    expect(problems(schema, ['a'])).to.deep.equal([]);
    expect(problems(schema, [1])).to.have.length(1);
  });
});

describe('schemaProblems', () => {
  it('gives none for what is right', () => {
    expect(schemaProblems(null)).to.deep.equal([]);
    expect(schemaProblems(undefined)).to.deep.equal([]);
  });

  it('gives all at once', () => {
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: {}, b: {}, c: { type: 'string' } } };
    expect(problems(schema, { c: 1 })).to.have.length(3);
  });

  it('names a missing key', () => {
    expect(problems({ type: 'object', required: ['a'], properties: { a: {} } }, {})).to.deep.equal([
      { pointer: '', target: 'value', rule: 'required', message: '"a" is missing', name: 'a' },
    ]);
  });

  it('names an unknown key, what is allowed, and the nearest', () => {
    const schema = a({ type: 'object', additionalProperties: false, properties: { enabled: {}, name: {} } });
    expect(problems(schema, { a: { enabeld: 1 } })).to.deep.equal([
      {
        pointer: '/a/enabeld',
        target: 'key',
        rule: 'additionalProperties',
        message: '"enabeld" is not a known key of "a"',
        name: 'enabeld',
        allowed: ['enabled', 'name'],
        fix: 'Did you mean "enabled"?',
      },
    ]);
  });

  it('names an unevaluated key', () => {
    const schema = { type: 'object', allOf: [{ properties: { a: {} } }], unevaluatedProperties: false };
    expect(problems(schema, { b: 1 })[0]).to.include({ name: 'b', target: 'key', rule: 'unevaluatedProperties' });
  });

  it('names a key that is not a name', () => {
    const schema = a({ type: 'object', propertyNames: { pattern: '^[a-z]+$', errorMessage: 'is not lower-case' } });
    expect(problems(schema, { a: { B: 1 } })).to.deep.equal([
      { pointer: '/a/B', target: 'key', rule: 'propertyNames', message: '"B" is not lower-case', name: 'B' },
    ]);
  });

  it('offers the nearest of an enum', () => {
    expect(problems(a({ enum: ['public', 'private'] }), { a: 'pubic' })).to.deep.equal([
      {
        pointer: '/a',
        target: 'value',
        rule: 'enum',
        allowed: ['public', 'private'],
        message: '"a" must be "public" or "private"',
        fix: 'Did you mean "public"?',
      },
    ]);
  });

  it('gives no hint at a secret', () => {
    expect(problems(a({ enum: ['public', 'private'] }), { a: 'pubic' }, () => true)[0]).not.to.have.property('fix');
  });

  for (const [schema, value, message] of [
    [{ type: 'integer' }, '1', 'must be a whole number, but is a string'],
    [{ type: 'integer' }, 1.5, 'must be a whole number, but is a number'],
    [{ type: 'boolean' }, [], 'must be true or false, but is a list'],
    [{ type: ['string', 'array'] }, {}, 'must be a string or a list, but is an object'],
    [{ type: 'object' }, null, 'must be an object, but is empty'],
    [{ type: 'string' }, true, 'must be a string, but is a boolean'],
    [{ const: 1 }, 2, 'must be "1"'],
    [{ type: 'number', minimum: 1 }, 0, 'must be at least 1'],
    [{ type: 'number', maximum: 1 }, 2, 'must be at most 1'],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, 'must be more than 1'],
    [{ type: 'number', exclusiveMaximum: 1 }, 1, 'must be less than 1'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
    [{ type: 'string', minLength: 2 }, '', 'must have at least 2 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 characters'],
    [{ type: 'array', minItems: 1 }, [], 'must not be an empty list'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'must have at most 1 entries'],
    [{ type: 'array', uniqueItems: true }, [1, 2, 1], 'has the same entry twice, at [0] and [2]'],
    [{ type: 'object', minProperties: 1 }, {}, 'must not be empty'],
    [{ type: 'string', pattern: '^x' }, 'y', 'must match ^x'],
    [{ type: 'string', pattern: '^x', errorMessage: 'must begin with x' }, 'y', 'must begin with x'],
    [choice, 1, 'must be a string or an object'],
    [choice, 'y', 'must begin with x'],
    [{ not: { type: 'string' } }, 'y', 'must NOT be valid'],
  ] as const) {
    it(`says "${message}" without quoting the value`, () => {
      expect(messages(a(schema), { a: value })).to.deep.equal([`"a" ${message}`]);
    });
  }

  it('reports the branch of a choice that was meant', () => {
    expect(messages(a(choice), { a: { knd: 'x' } })).to.deep.equal(['"knd" is not a known key of "a"']);
  });

  it('reports the branch that was meant behind references too', () => {
    const schema = {
      $defs: {
        text: { type: 'string', minLength: 2 },
        list: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      },
      ...a({ oneOf: [{ $ref: '#/$defs/text' }, { $ref: '#/$defs/list' }] }),
    };
    expect(messages(schema, { a: ['x', 1] })).to.deep.equal(['"a[1]" must be a string, but is a number']);
  });

  it('says once what two keywords of a value say alike', () => {
    const schema = a({ type: 'integer', const: 1, errorMessage: 'must be 1' });
    expect(messages(schema, { a: '1' })).to.deep.equal(['"a" must be 1']);
  });

  it('reports what a condition asks for, and not that it does', () => {
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own keyword.
    const schema = { ...a({ type: 'string' }), if: { required: ['a'] }, then: { required: ['b'] } };
    const relaxed = createAjv({ strictRequired: false }).compile(schema);
    relaxed({ a: 'x' });
    expect(schemaProblems(relaxed.errors).map(({ message }) => message)).to.deep.equal(['"b" is missing']);
  });
});

describe('a JSON pointer', () => {
  it('is written as people do', () =>
    expect(pointerName('/system/extensions/0/name')).to.equal('system.extensions[0].name'));
  it('is taken apart as it was put together', () => {
    expect(pointerKeys(pointerTo(pointerTo('', 'a/b~c'), 1))).to.deep.equal(['a/b~c', '1']);
  });
});
