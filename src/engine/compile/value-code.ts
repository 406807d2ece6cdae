/** Generates code that completes columns. It keeps values that need no change, and passes others to the closure. */
import { type GraphQLOutputType, getNullableType, isListType } from 'graphql';
import { type Complete, completeType, pending } from '../plan/completion.ts';
import { Fault } from '../plan/fault.ts';
import type { FieldPlan, LeafKind } from '../plan/operation-plan.ts';
import { type ProjectedPart, projectedParts, projectObject, propertyOf } from '../plan/projection.ts';
import type { PlanCode } from './plan-code.ts';

export const leafTests: Readonly<Record<LeafKind, (value: string) => string>> = {
  string: (value) => `typeof ${value} === 'string'`,
  int: (value) => `typeof ${value} === 'number' && (${value} | 0) === ${value}`,
  float: (value) => `typeof ${value} === 'number' && Number.isFinite(${value})`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
};

/** A named type's closure with the rules, and an expression that calls the closure only for unusual values. */
interface Named {
  readonly complete: Complete;
  expression(value: string, other: string): string;
}

/** Generates the code for the columns of one plan. */
export class ValueCode {
  readonly #code: PlanCode;
  readonly #fault: string;
  readonly #pending: string;

  constructor(code: PlanCode) {
    this.#code = code;
    this.#fault = code.constant(Fault);
    this.#pending = code.constant(pending);
  }

  /** A function that completes a field's column. */
  column(field: FieldPlan): string {
    const { type, completeNamed: complete } = field;
    const expression = field.child === undefined ? leafExpression(field.leaf) : this.#object;
    return this.#items(type, field, { complete, expression });
  }

  /** A function that projects a field's column. Undefined if fields below it need more than reading properties. */
  projection(field: FieldPlan): string | undefined {
    const named = this.#projected(field);
    return named === undefined ? undefined : this.#items(field.type, field, named);
  }

  #items(type: GraphQLOutputType, field: FieldPlan, named: Named): string {
    return `(values, sink) => { const { length } = values; const cells = new Array(length);
      for (let i = 0; i < length; i++) { const item = values[i]; cells[i] = ${this.#value('item', { type, field, named })}; }
      return cells; }`;
  }

  #value(
    value: string,
    {
      type,
      field,
      named,
      wrap = same,
    }: { type: GraphQLOutputType; field: FieldPlan; named: Named; wrap?: typeof same },
  ): string {
    const place = `${field.parentType.name}.${field.name}`;
    const complete = completeType(type, { extension: field.owner.extension, place }, named.complete);
    const other = this.#code.constant(wrap(complete));
    const nullable = getNullableType(type);
    if (!isListType(nullable)) return named.expression(value, other);
    const items = this.#code.declare(this.#items(nullable.ofType, field, named));
    return `(Array.isArray(${value}) ? ${items}(${value}, sink) : ${other}(${value}, sink))`;
  }

  /** Collects an object for the next level. */
  readonly #object: Named['expression'] = (value, other) =>
    `(typeof ${value} === 'object' && ${value} !== null && !${this.#isOdd(value)} ? (sink.objects.push(${value}), ${this.#pending}) : ${other}(${value}, sink))`;

  #isOdd(value: string): string {
    return `(${value} instanceof ${this.#fault} || ${value} instanceof Error || typeof ${value}.then === 'function')`;
  }

  #projected({ child }: FieldPlan): Named | undefined {
    const [only] = child?.possible ?? [];
    if (child?.project === undefined || only === undefined) return undefined;
    const parts = projectedParts(child.level(only));
    if (parts === undefined) return undefined;
    const complete = projectObject(parts);
    const project = this.#code.declare(this.#projector(parts, complete));
    return {
      complete,
      expression: (value, other) =>
        `(typeof ${value} === 'object' && ${value} !== null ? ${project}(${value}, sink) : ${other}(${value}, sink))`,
    };
  }

  #projector(parts: readonly ProjectedPart[], complete: Complete): string {
    const reads = parts.map(({ field }, i) =>
      field === undefined ? '' : `const v${i} = value[${this.#code.constant(field.property)}];`,
    );
    const members = parts.map(({ field, typename }, i) => {
      const member = field === undefined ? this.#code.constant(typename) : this.#property(`v${i}`, field);
      return member;
    });
    // Checks come after the reads: then V8 knows the shape of the object, and so their results.
    return `(value, sink) => { ${reads.join('\n')}
      if (${this.#isOdd('value')}) return ${this.#code.constant(complete)}(value, sink);
      return new ${this.#code.shape(parts.map(({ key }) => key))}(${members.join(',\n')}); }`;
  }

  #property(value: string, field: FieldPlan): string {
    const named =
      field.child === undefined
        ? { complete: field.completeNamed, expression: leafExpression(field.leaf) }
        : this.#projected(field);
    if (named === undefined) throw new Error('a projection holds more than properties');
    return this.#value(value, { type: field.type, field, named, wrap: propertyOf });
  }
}

function leafExpression(leaf: LeafKind | undefined): Named['expression'] {
  return leaf === undefined
    ? (value, other) => `${other}(${value}, sink)`
    : (value, other) => `(${leafTests[leaf](value)} ? ${value} : ${other}(${value}, sink))`;
}

function same(complete: Complete): Complete {
  return complete;
}
