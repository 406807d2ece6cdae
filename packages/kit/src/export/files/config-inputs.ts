/** What a gateway.yaml takes from outside: names of environment variables, and paths of files. */
export interface ConfigInputs {
  readonly variables: readonly string[];
  readonly files: readonly string[];
}

const forms = /(?<!\$)\$\{(?:file:(?<file>[^}]+)|(?<variable>[A-Za-z_][A-Za-z0-9_]*))/g;

/** Found in the text by its `${…}`. Those of comments count as well: one too many does no harm. */
export function configInputs(text: string): ConfigInputs {
  const found = [...text.matchAll(forms)].map(({ groups }) => groups ?? {});
  const unique = (name: 'file' | 'variable') => [...new Set(found.flatMap((group) => group[name]?.trim() ?? []))];
  return { variables: unique('variable'), files: unique('file') };
}

/** A file to copy to .env: a line for each variable of the texts, without a value. */
export function environmentExample(texts: readonly string[]): string {
  const names = new Set(texts.flatMap((text) => configInputs(text).variables));
  const first = '# Copy to .env, and give each a value. A default stands where a line has none.';
  return `${[first, ...[...names].map((name) => `${name}=`)].join('\n')}\n`;
}
