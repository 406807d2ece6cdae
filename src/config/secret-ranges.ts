import { isAlias, isPair, isScalar, isSeq, parseAllDocuments, visit } from 'yaml';
import { secretKeys } from './gateway-schema.ts';
import { isSecretName } from './secrets/secret-names.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Ranges of the secrets in the text of a gateway.yaml, which may be malformed. Code frames mask them. */
export function secretRanges(text: string): readonly TextRange[] {
  const documents = parseAllDocuments(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const ranges: TextRange[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    visit(document, {
      Pair: (_, { key, value }, path) => {
        if (!isScalar(key) || typeof key.value !== 'string') return;
        const isSetting = path.some((each) => isPair(each) && isScalar(each.key) && each.key.value === 'settings');
        if (!secretKeys.has(key.value) && !(isSetting && isSecretName(key.value))) return;
        const node = isAlias(value) ? value.resolve(document) : value;
        const items = isSeq(node) ? node.items : [node];
        if (!hasRange(node) || items.every((item) => isScalar(item) && isHarmless(item.value))) return;
        const [start, end] = node.range;
        ranges.push({ start: node === value && hasRange(key) ? valueStart(text, key.range[1]) : start, end });
      },
    });
    if (document.errors.length > 0) ranges.push(...suspectedRanges(text));
  }
  return ranges;
}

// The range of a YAML value does not include its tag and anchor, so masking starts after the key.
function valueStart(text: string, keyEnd: number): number {
  return keyEnd + (/^\s*:?\s*/.exec(text.slice(keyEnd))?.[0].length ?? 0);
}

// For text that the parser could not read: masks the rest of each line with the name of a secret key.
function suspectedRanges(text: string): readonly TextRange[] {
  const keys = [...secretKeys].join('|');
  return [...text.matchAll(new RegExp(`(?:${keys}|pass\\w*)\\b["']?\\s*:?(.*)$`, 'gimd'))].flatMap((match) => {
    const [start = 0, end = 0] = match.indices?.[1] ?? [];
    return isHarmless((match[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2')) ? [] : [{ start, end }];
  });
}

/** Whether a value shows no secret: a word of ours, a variable without a secret default, the path of a file. */
function isHarmless(value: unknown): boolean {
  const form = /^(|embedded|generated|\$\{\w+(:-(embedded|generated)?)?\}|\$\{file:[^}-][^}]*\})$/;
  return value === null || (typeof value === 'string' && form.test(value));
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
