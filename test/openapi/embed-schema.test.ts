import { expect } from 'chai';
import { embedSchema } from '../../src/openapi/embed-schema.ts';
import { exampleOf } from '../../src/openapi/example-of.ts';

describe('a body schema inside an OpenAPI document', () => {
  const at = '#/components/schemas/Order';

  it('refers to its own parts at their new place', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://shop.example/order.json',
      type: 'object',
      properties: {
        lines: { type: 'array', items: { $ref: '#/$defs/line' } },
        gift: { $ref: 'https://shop.example/order.json#/$defs/line' },
        note: { $ref: '#note' },
        parent: { $ref: '#' },
        other: { $ref: 'https://elsewhere.example/x.json' },
      },
      $defs: { line: { type: 'object' }, text: { $anchor: 'note', type: 'string' } },
    };
    expect(embedSchema(schema, at)).to.deep.equal({
      type: 'object',
      properties: {
        lines: { type: 'array', items: { $ref: `${at}/$defs/line` } },
        gift: { $ref: `${at}/$defs/line` },
        note: { $ref: `${at}/$defs/text` },
        parent: { $ref: at },
        other: { $ref: 'https://elsewhere.example/x.json' },
      },
      $defs: { line: { type: 'object' }, text: { type: 'string' } },
    });
  });

  it('keeps values and names that look like keywords', () => {
    const schema = {
      properties: { $id: { type: 'string' }, $ref: { const: { $ref: '#/x', $id: 'y' } } },
      required: ['$id'],
      default: { $schema: 'x' },
      patternProperties: { errorMessage: { type: 'string' } },
    };
    expect(embedSchema(schema, at)).to.deep.equal(schema);
  });
});

describe('an example', () => {
  const cases: readonly (readonly [what: string, schema: object, example: unknown])[] = [
    ['is the schema’s own', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['is the default', { type: 'integer', default: 3 }, 3],
    ['is the first allowed value that is one', { enum: [null, 'red', 'blue'] }, 'red'],
    ['has the least number', { type: 'integer', minimum: 1, maximum: 5 }, 1],
    ['has a number above an excluded one', { type: 'number', exclusiveMinimum: 2, multipleOf: 2 }, 4],
    ['has a number below a greatest one', { type: 'integer', maximum: -3 }, -3],
    ['has the format', { type: 'string', format: 'email' }, 'ann@example.com'],
    ['has the length', { type: 'object', properties: { pin: { type: 'string', minLength: 6 } } }, { pin: 'pinxxx' }],
    ['has items', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    ['takes a type that may be null', { type: ['null', 'string'] }, 'text'],
    ['follows references', { $ref: '#/$defs/a', $defs: { a: { const: 7 } } }, 7],
    [
      'joins all parts, and takes the first choice',
      {
        allOf: [{ type: 'object', properties: { a: { const: 1 } } }],
        oneOf: [{ type: 'object', properties: { b: { const: 2 } }, required: ['b'] }],
      },
      { b: 2 },
    ],
    [
      'ends in a schema that contains itself',
      { type: 'object', properties: { child: { $ref: '#' } }, maxProperties: 1 },
      undefined,
    ],
    ['is none where none can be made', { type: 'string', pattern: '^[0-9]{4}$' }, undefined],
  ];
  for (const [what, schema, example] of cases)
    it(what, () => {
      const made = exampleOf({ ...schema });
      if (what.startsWith('ends in')) expect(JSON.stringify(made).length).to.be.below(200);
      else if (what.startsWith('joins')) expect(made).to.deep.include({ b: 2 });
      else expect(made).to.deep.equal(example);
    });
});
