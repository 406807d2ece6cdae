import { isObject } from '#base';

/** Whether a setting of an extension is secret by its name: `apiKey`, `smtpPassword`, `token`. */
export function isSecretName(name: string): boolean {
  return /secret|password|credential|token|key$/i.test(name);
}

/** The value with `***` in the place of all that is secret by its name. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (isSecretName(name) && value !== null && value !== undefined) return '***';
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each, key)]));
}
