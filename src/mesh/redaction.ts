import type { MeshManifest } from '../extensions/manifest.ts';

/** Takes secrets of a `.meshrc.yaml` out of a text: what headers hold, and what comes from the environment. */
export type Redact = (text: string) => string;

// A shorter one ("1", "dev") would black out half of every message, and is no secret.
const shortest = 5;

export function createRedact({ variables, secrets }: MeshManifest, environment: NodeJS.ProcessEnv): Redact {
  const values = [
    ...variables.map(({ name }) => environment[name] ?? ''),
    // `Bearer abc` is a secret, and so is `abc` alone.
    ...secrets.flatMap((text) => (text.includes('{') ? [] : [text, ...text.split(/\s+/).slice(1)])),
  ].filter((value) => value.length >= shortest);
  const forms = new Set(values.flatMap((value) => [value, encodeURIComponent(value)]));
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, value) => left.replaceAll(value, '***'), text);
}

/** What went wrong in a source, for the log: the words of the error without secrets. */
export class MeshError extends Error {
  /** Of a source that could not be reached: what opens the extension's breaker. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { stack, code }: { readonly stack?: string | undefined; readonly code?: string | undefined },
  ) {
    super(message);
    this.name = 'MeshError';
    this.code = code;
    if (stack !== undefined) this.stack = stack;
  }
}

export function redacted(error: unknown, redact: Redact, code?: string): MeshError {
  if (!(error instanceof Error)) return new MeshError(redact(String(error)), { code });
  const { message, stack } = error;
  return new MeshError(redact(message), { stack: stack === undefined ? undefined : redact(stack), code });
}
