import { parseDocument } from 'yaml';
import { isObject, pointerKeys, pointerTo } from '#base';
import type { Config } from './config.ts';
import { describeConfig } from './describe-config.ts';

/** Parts of gateway.yaml that have their own comparison. */
const elsewhere = ['/pages', '/system/extensions', '/version'];

/** A value of gateway.yaml that may be shown. */
export interface ConfigValue {
  /** `server.port` */
  readonly name: string;
  readonly value: unknown;
  /** The value to compare: for a secret, its text in the file. */
  readonly compared: string;
  readonly shown: string;
}

/**
 * The values of gateway.yaml and its defaults, by JSON Pointer. Secrets are `***`, and compared as written in the file.
 * Without pages and extensions, which are compared by name.
 */
export function configValues(config: Config): ReadonlyMap<string, ConfigValue> {
  const values = new Map<string, ConfigValue>();
  const source = parseDocument(config.source, { logLevel: 'silent' });
  const note = (value: unknown, pointer: string, written: readonly (string | number)[]): void => {
    if (elsewhere.includes(pointer)) return;
    if (Array.isArray(value) && value.some(isObject)) {
      for (const [index, entry] of value.entries()) {
        const subject = isObject(entry) && typeof entry.subject === 'string' ? entry.subject : String(index);
        note(entry, pointerTo(pointer, subject), [...written, index]);
      }
    } else if (isObject(value)) {
      for (const [key, entry] of Object.entries(value)) note(entry, pointerTo(pointer, key), [...written, key]);
    } else if (value !== undefined) {
      const shown = JSON.stringify(value);
      // A list of secrets has as many as the file, each masked.
      const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
      const isMasked = texts.some((each) => typeof each === 'string' && each.includes('***'));
      const text = isMasked ? String(source.getIn(written)) : '';
      values.set(pointer, {
        name: pointerKeys(pointer).join('.'),
        value,
        shown: isMasked ? '***' : shown,
        compared: `${shown} ${text}`,
      });
    }
  };
  note(describeConfig(config), '', []);
  return values;
}
