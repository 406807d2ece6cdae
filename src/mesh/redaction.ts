import type { MeshManifest } from '#extensions';

/** Masks the secrets of a `.meshrc.yaml` in a text: header values and values from the environment. */
export type Redact = (text: string) => string;

// Shorter values ("1", "dev") are no secrets, and masking them would make messages unreadable.
const shortest = 5;

export function createRedact({ variables, secrets }: MeshManifest, environment: NodeJS.ProcessEnv): Redact {
  const values = [
    ...variables.map(({ name }) => environment[name] ?? ''),
    // `Bearer abc` is a secret, and so is `abc` alone.
    ...secrets.flatMap((text) => (text.includes('{') ? [] : [text, ...text.split(/\s+/).slice(1)])),
  ].filter((value) => value.length >= shortest);
  const forms = new Set(values.flatMap((value) => [value, encodeURIComponent(value)]));
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((masked, value) => masked.replaceAll(value, '***'), text);
}

/** An error of a source, for the log, without secrets. */
export class MeshError extends Error {
  /** Error code of a failed connection, which the circuit breaker counts. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'MeshError';
    this.code = code;
  }
}

export function redacted(error: unknown, redact: Redact, code?: string): MeshError {
  const masked = new MeshError(redact(error instanceof Error ? error.message : String(error)), code);
  if (error instanceof Error && error.stack !== undefined) masked.stack = redact(error.stack);
  return masked;
}
