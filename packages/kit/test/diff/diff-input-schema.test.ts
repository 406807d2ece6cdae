import { expect } from 'chai';
import { diffInputSchema } from '../../src/diff/diff-json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Row {
  readonly what: string;
  readonly before: Schema | undefined;
  readonly after: Schema | undefined;
  /** `level code name`, in order. */
  readonly told: readonly string[];
}

const object = (properties: Schema, rest: Schema = {}): Schema => ({ type: 'object', properties, ...rest });

const rows: readonly Row[] = [
  {
    what: 'nothing changes',
    before: object({ a: { type: 'string' } }),
    after: object({ a: { type: 'string' } }),
    told: [],
  },
  {
    what: 'a required field is added',
    before: object({}),
    after: object({ a: { type: 'string' } }, { required: ['a'] }),
    told: ['breaking INPUT_REQUIRED body.a'],
  },
  {
    what: 'an optional field is added',
    before: object({}),
    after: object({ a: { type: 'string' } }),
    told: ['safe INPUT_ADDED body.a'],
  },
  {
    what: 'a field is removed',
    before: object({ a: {} }),
    after: object({}),
    told: ['breaking INPUT_FIELD_REMOVED body.a'],
  },
  {
    what: 'a field becomes optional',
    before: object({ a: {} }, { required: ['a'] }),
    after: object({ a: {} }),
    told: ['safe INPUT_OPTIONAL body.a'],
  },
  {
    what: 'a number may only be whole',
    before: { type: 'number' },
    after: { type: 'integer' },
    told: ['breaking INPUT_TYPE_CHANGED body'],
  },
  {
    what: 'a whole number may be any',
    before: { type: 'integer' },
    after: { type: 'number' },
    told: ['safe INPUT_TYPE_WIDENED body'],
  },
  {
    what: 'null is no longer taken',
    before: { type: ['string', 'null'] },
    after: { type: 'string' },
    told: ['breaking INPUT_TYPE_CHANGED body'],
  },
  {
    what: 'a choice is taken away, and another one offered',
    before: { enum: ['a', 'b'] },
    after: { enum: ['b', 'c'] },
    told: ['breaking INPUT_NARROWED body'],
  },
  {
    what: 'a choice is offered',
    before: { enum: ['a'] },
    after: { enum: ['a', 'b'] },
    told: ['safe INPUT_WIDENED body'],
  },
  { what: 'any text may be sent', before: { enum: ['a'] }, after: {}, told: ['safe INPUT_WIDENED body'] },
  {
    what: 'a limit is lowered',
    before: { maxLength: 9 },
    after: { maxLength: 8 },
    told: ['breaking INPUT_NARROWED body'],
  },
  { what: 'a limit is raised', before: { maximum: 8 }, after: { maximum: 9 }, told: ['safe INPUT_WIDENED body'] },
  { what: 'a limit is new', before: {}, after: { minimum: 1 }, told: ['breaking INPUT_NARROWED body'] },
  {
    what: 'a pattern changes',
    before: { pattern: 'a' },
    after: { pattern: 'b' },
    told: ['breaking INPUT_NARROWED body'],
  },
  { what: 'a pattern goes', before: { pattern: 'a' }, after: {}, told: ['safe INPUT_WIDENED body'] },
  {
    what: 'entries of a list are narrowed',
    before: object({ a: { type: 'array', items: { type: 'number' } } }),
    after: object({ a: { type: 'array', items: { type: 'integer' } } }),
    told: ['breaking INPUT_TYPE_CHANGED body.a[]'],
  },
  {
    what: 'other fields have another type',
    before: { type: 'object', additionalProperties: { type: 'string' } },
    after: { type: 'object', additionalProperties: { type: 'number' } },
    told: ['breaking INPUT_TYPE_CHANGED body.*'],
  },
  {
    what: 'other fields have a type, and had any',
    before: { type: 'object' },
    after: { type: 'object', additionalProperties: { type: 'number' } },
    told: ['breaking INPUT_TYPE_CHANGED body.*'],
  },
  {
    what: 'other fields may be anything',
    before: { type: 'object', additionalProperties: false },
    after: { type: 'object', additionalProperties: { type: 'number' } },
    told: [],
  },
  {
    what: 'other fields are refused',
    before: object({}),
    after: object({}, { additionalProperties: false }),
    told: ['breaking INPUT_CLOSED body'],
  },
  {
    what: 'what is compared by its text differs',
    before: { anyOf: [{ minimum: 1 }] },
    after: { anyOf: [{ minimum: 2 }] },
    told: ['dangerous INPUT_CHANGED body'],
  },
  {
    what: 'there is a schema from now on, which needs nothing',
    before: undefined,
    after: object({ a: {} }),
    told: ['dangerous INPUT_CHECKED body'],
  },
  {
    what: 'there is a schema from now on, which needs a field',
    before: undefined,
    after: object({ a: {} }, { required: ['a'] }),
    told: ['breaking INPUT_CHECKED body'],
  },
  {
    what: 'there is no schema any more',
    before: object({}),
    after: undefined,
    told: ['dangerous INPUT_UNCHECKED body'],
  },
  { what: 'only words change', before: { description: 'a' }, after: { description: 'b' }, told: [] },
];

describe('two JSON Schemas of input', () => {
  for (const { what, before, after, told } of rows) {
    it(`${told[0]?.split(' ')[0] ?? 'nothing'}: ${what}`, () => {
      const differences = diffInputSchema(before, after, 'body');
      expect(differences.map(({ level, code, name }) => `${level} ${code} ${name}`)).to.deep.equal(told);
    });
  }
});
