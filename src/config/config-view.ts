import { isObjectOrList } from '../base/is-object.ts';
import { pointerKeys } from '../base/json-schema.ts';
import { errorFinding, type Finding, type Place } from '../base/startup-error.ts';
import { ownValue } from './plain-values.ts';
import type { YamlDocument } from './yaml-document.ts';
import type { YamlValues } from './yaml-values.ts';

/** gateway.yaml's values, checked or not, together with their places. */
export interface ConfigView {
  /** The string there; undefined when there is none, or something else, or when it could not be read. */
  textAt(pointer: string): string | undefined;
  /** The number there; undefined when there is none, or something else. */
  numberAt(pointer: string): number | undefined;
  /** Whether `true` is there. */
  isTrue(pointer: string): boolean;
  /** The keys of the object or list there; none when there is neither. */
  keysAt(pointer: string): readonly string[];
  /** Of the value, or of the nearest thing around it that is written in the file. */
  placeOf(pointer: string, target: 'key' | 'value'): Place;
  /** Whether the value is in the file, and not a default. */
  isWritten(pointer: string): boolean;
  /** A value in quotes for a message, or `***` when it came from the environment. */
  quote(pointer: string): string;
  isSecret(pointer: string): boolean;
  /** JSON pointers of all values that came from the environment. */
  secretPointers(): readonly string[];
}

/** Looks at values that may be anything, so that every check can run even when others fail. */
export function viewConfig(yaml: YamlDocument, values: YamlValues): ConfigView {
  const valueAt = (pointer: string): unknown => pointerKeys(pointer).reduce<unknown>(ownValue, values.value);
  const textAt = (pointer: string): string | undefined => {
    const value = valueAt(pointer);
    return typeof value === 'string' && !values.unread.has(pointer) ? value : undefined;
  };
  const isSecret = (pointer: string): boolean => values.variables.has(pointer);
  return {
    textAt,
    numberAt: (pointer) => {
      const value = valueAt(pointer);
      return typeof value === 'number' ? value : undefined;
    },
    isTrue: (pointer) => valueAt(pointer) === true,
    keysAt: (pointer) => {
      const value = valueAt(pointer);
      return isObjectOrList(value) ? Object.keys(value) : [];
    },
    placeOf: (pointer, target) => {
      const position = values.positions.get(pointer);
      if (position !== undefined)
        return yaml.placeAt(target === 'key' ? (position.key ?? position.value) : position.value);
      return parentPlace(pointer, { yaml, values });
    },
    isWritten: (pointer) => values.positions.has(pointer),
    quote: (pointer) => (isSecret(pointer) ? '***' : `"${textAt(pointer) ?? ''}"`),
    isSecret,
    secretPointers: () => [...values.variables.keys()],
  };
}

/** An error at a value (or key) of gateway.yaml. */
export function findingAt(
  view: ConfigView,
  pointer: string,
  finding: Pick<Finding, 'code' | 'what' | 'fix' | 'related'> & { readonly target?: 'key' | 'value' },
): Finding {
  const { code, target = 'value', ...rest } = finding;
  return errorFinding(code, { where: view.placeOf(pointer, target), ...rest });
}

// A default is not in the file: what is wrong with it is shown at the key that could hold it.
function parentPlace(pointer: string, { yaml, values }: { yaml: YamlDocument; values: YamlValues }): Place {
  let parent = pointer;
  while (parent !== '') {
    parent = parent.slice(0, parent.lastIndexOf('/'));
    const position = values.positions.get(parent);
    if (position !== undefined) return yaml.placeAt(position.key ?? position.value);
  }
  return yaml.placeAt(0);
}
