import type { ErrorObject } from 'ajv';
import { pointerKeys, pointerName, pointerTo } from '#base';
import { type CoreTexts, coreTexts } from '#http';

/** Describes a violation for the client. `whole` names the validated value, e.g. `the body`. */
export function violationText(error: ErrorObject, whole: string, texts: CoreTexts = coreTexts('en')): string {
  const { instancePath, keyword, params } = error;
  const subject = instancePath === '' ? whole : pointerName(instancePath);
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return texts.required([pointerName(pointerTo(instancePath, String(params.missingProperty)))]);
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return texts.unknown(pointerName(pointerTo(instancePath, name)));
    }
    case 'type':
      return texts.type(subject, typesIn(params.type), isRepeated(error));
    case 'enum':
      return texts.choice(subject, JSON.stringify(params.allowedValues).slice(1, -1).replaceAll(',', ', '));
    case 'pattern':
      return params.pattern === '\\S' ? texts.empty(subject) : texts.pattern(subject, String(params.pattern));
    case 'minLength':
      return limit === 1 ? texts.empty(subject) : texts.minLength(subject, limit);
    case 'minimum':
      return texts.minimum(subject, limit);
    case 'maximum':
      return texts.maximum(subject, limit);
    case 'maxLength':
      return texts.maxLength(subject, limit);
    case 'format':
      return texts.format(subject, String(params.format));
    default:
      return texts.other(subject, error.message?.replace('NOT', 'not') ?? `breaks the rule "${keyword}"`);
  }
}

function isRepeated({ data, instancePath, params }: ErrorObject): boolean {
  return Array.isArray(data) && pointerKeys(instancePath).length === 1 && params.type !== 'array';
}

function typesIn(type: unknown): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null').map(String);
}
