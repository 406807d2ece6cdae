import { errorFinding, type Finding, isObjectOrList, type Place, pointerKeys } from '#base';
import type { Config } from './config.ts';
import { ownValue } from './plain-values.ts';
import { parseYaml, type YamlDocument } from './yaml/yaml-document.ts';
import type { YamlValues } from './yaml/yaml-values.ts';

/** Values of gateway.yaml with their places. The values may be invalid. */
export interface ConfigView {
  /** The string at the pointer. Undefined for a missing or unreadable value, or one of another type. */
  textAt(pointer: string): string | undefined;
  /** The number at the pointer. Undefined for a missing value, or one of another type. */
  numberAt(pointer: string): number | undefined;
  isTrue(pointer: string): boolean;
  /** Keys of the object or list at the pointer. Empty for any other value. */
  keysAt(pointer: string): readonly string[];
  /** Place of the value, or of the nearest parent that is written in the file. */
  placeOf(pointer: string, target: 'key' | 'value'): Place;
  /** Whether the value is written in the file, and no default. */
  isWritten(pointer: string): boolean;
  /** The value in quotes for a message. `***` when it came from the environment. */
  quote(pointer: string): string;
  isSecret(pointer: string): boolean;
  /** JSON pointers of all values that came from the environment. */
  secretPointers(): readonly string[];
}

/** The values are read as unknown, so that every check can run when others fail. */
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

/** Creates an error at a value or key of gateway.yaml. */
export function findingAt(
  view: ConfigView,
  pointer: string,
  finding: Pick<Finding, 'code' | 'what' | 'fix' | 'related'> & { readonly target?: 'key' | 'value' },
): Finding {
  const { code, target = 'value', ...rest } = finding;
  return errorFinding(code, { where: view.placeOf(pointer, target), ...rest });
}

export function warningAt(...[view, pointer, finding]: Parameters<typeof findingAt>): Finding {
  return { ...findingAt(view, pointer, finding), severity: 'warning' };
}

// A default is not in the file, so its findings point to the parent that could hold it.
function parentPlace(pointer: string, { yaml, values }: { yaml: YamlDocument; values: YamlValues }): Place {
  let parent = pointer;
  while (parent !== '') {
    parent = parent.slice(0, parent.lastIndexOf('/'));
    const position = values.positions.get(parent);
    if (position !== undefined) return yaml.placeAt(position.key ?? position.value);
  }
  return yaml.placeAt(0);
}

/** Place of a key in gateway.yaml: of the innermost key of the path that exists, or else the first line. */
export function placeInConfig({ file, source }: Pick<Config, 'file' | 'source'>, path: readonly string[]): Place {
  const { yaml } = parseYaml(source, file);
  return yaml?.placeOf(path) ?? { file, line: 1 };
}
