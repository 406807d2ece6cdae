import type { ErrorObject } from 'ajv';
import { pointerKeys, pointerName, pointerTo } from '../base/json-schema.ts';

/** Describes a violation for the client. `whole` names the validated value, e.g. `the body`. */
export function violationText(error: ErrorObject, whole: string): string {
  const { instancePath, keyword, params } = error;
  const subject = instancePath === '' ? whole : pointerName(instancePath);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${pointerName(pointerTo(instancePath, String(params.missingProperty)))} is required`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return `${pointerName(pointerTo(instancePath, name))} is not a known field`;
    }
    case 'type':
      return `${subject} must be ${typeWords(params.type)}${isRepeated(error) ? ', and given once' : ''}`;
    case 'enum':
      return `${subject} must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).replaceAll(',', ', ')}`;
    case 'pattern':
      return params.pattern === '\\S' ? `${subject} must not be empty` : `${subject} must match ${params.pattern}`;
    case 'minLength':
      return params.limit === 1
        ? `${subject} must not be empty`
        : `${subject} must have at least ${params.limit} characters`;
    case 'minimum':
      return `${subject} must be at least ${params.limit}`;
    case 'maximum':
      return `${subject} must be at most ${params.limit}`;
    case 'maxLength':
      return `${subject} must have at most ${params.limit} characters`;
    case 'format':
      return `${subject} is not a valid ${params.format}`;
    default:
      return `${subject} ${error.message?.replace('NOT', 'not') ?? `breaks the rule "${keyword}"`}`;
  }
}

function isRepeated({ data, instancePath, params }: ErrorObject): boolean {
  return Array.isArray(data) && pointerKeys(instancePath).length === 1 && params.type !== 'array';
}

function typeWords(type: unknown): string {
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null').map(String);
  return types.map((name) => words[name] ?? name).join(' or ');
}

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
