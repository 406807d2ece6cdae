import {
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  type YAMLError,
} from 'yaml';
import { errorFinding, type Finding, type Place } from '#base';

/** A well-formed YAML text, with functions that find places in it. */
export interface YamlDocument {
  readonly file: string;
  readonly text: string;
  readonly document: Document.Parsed<ParsedNode>;
  placeAt(offset: number): Place;
  /** Place of the innermost key or item of a path that exists. Undefined when the first one does not. */
  placeOf(path: readonly (string | number)[]): Place | undefined;
}

/** Parses YAML 1.2 (core schema). Returns all syntax errors at once. */
export function parseYaml(
  text: string,
  file: string,
): { readonly yaml: YamlDocument | undefined; readonly findings: readonly Finding[] } {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
    // readYamlValues reports duplicate keys, with both places.
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const [document, second] = Array.isArray(documents) ? documents : [];
  if (document === undefined) return { yaml: undefined, findings: [emptyFinding(file)] };

  const problems = (Array.isArray(documents) ? documents : []).flatMap(({ errors, warnings }) => [
    ...errors,
    ...warnings,
  ]);
  const quote = problems.length === 0 ? undefined : openQuote(text, problems);
  const findings = problems
    .filter(({ pos: [offset] }) => quote === undefined || offset < quote)
    .map((problem) => syntaxFinding(problem, text, placeAt));
  if (quote !== undefined) findings.push(openQuoteFinding(placeAt(quote)));
  else if (second !== undefined) findings.push(secondDocumentFinding(placeAt(second.range[0])));
  if (findings.length > 0) return { yaml: undefined, findings };

  const { contents, range } = document;
  if (contents === null || ('value' in contents && contents.value === null))
    return { yaml: undefined, findings: [emptyFinding(file)] };
  if (!isMap(contents))
    return { yaml: undefined, findings: [notMappingFinding(placeAt(contents.range?.[0] ?? range[0]))] };
  const placeOf: YamlDocument['placeOf'] = (path) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? undefined : placeAt(offset);
  };
  return { yaml: { file, text, document, placeAt, placeOf }, findings: [] };
}

const smallest = 'The least that it needs: "system: { extensions: [] }".';

function emptyFinding(file: string): Finding {
  const where = { file, line: 1, column: 1 };
  return errorFinding('CONFIG_INVALID', { where, what: 'the file is empty', fix: smallest });
}

function notMappingFinding(where: Place): Finding {
  return errorFinding('CONFIG_INVALID', { where, what: 'the file must have keys at its top level', fix: smallest });
}

function secondDocumentFinding(where: Place): Finding {
  const what = 'a second YAML document begins here, but the file is read as one';
  return errorFinding('CONFIG_SYNTAX', { where, what, fix: 'Remove the "---" and what follows it.' });
}

/**
 * Offset of an unclosed quote, if that is the error. The parser notices it at the next quote or at the end of the
 * file, and its messages about the text in between mislead.
 */
function openQuote(text: string, problems: readonly YAMLError[]): number | undefined {
  let start = 0;
  for (const token of new Lexer().lex(text)) {
    const kind = CST.tokenType(token);
    // Control tokens of the lexer, which are not in the text.
    if (kind === 'doc-mode' || kind === 'scalar' || kind === 'flow-error-end') continue;
    const end = start + token.length;
    if (kind === 'double-quoted-scalar' || kind === 'single-quoted-scalar') {
      if (token.length === 1 || token.at(-1) !== token[0]) return start;
      const goesOn = ({ pos: [offset] }: YAMLError): boolean =>
        offset >= end && !text.slice(end, offset).includes('\n');
      if (token.includes('\n') && problems.some(goesOn)) return start;
    }
    start = end;
  }
  return undefined;
}

function openQuoteFinding(where: Place): Finding {
  const what = 'the quote that opens here is not closed in this line';
  return errorFinding('CONFIG_SYNTAX', { where, what, fix: 'Close it at the end of the value.' });
}

function syntaxFinding(problem: YAMLError, text: string, placeAt: (offset: number) => Place): Finding {
  const where = placeAt(Math.min(problem.pos[0], text.length));
  const line = text.split('\n')[(where.line ?? 1) - 1] ?? '';
  // The parser's message quotes the text, which may contain a secret.
  const what = plainMessages[problem.code] ?? problem.message;
  const isVariable = line.includes('${') && problem.code === 'UNEXPECTED_TOKEN';
  const fix = isVariable ? quoteVariable : (fixes[problem.code] ?? otherFix);
  return errorFinding('CONFIG_SYNTAX', { where, what, fix });
}

const quoteVariable = 'Inside { } and [ ], put ${...} in quotes: "${VAR}".';

const otherFix = 'Correct the line. A value that begins with a sign, or has ": " or " #" in it, needs quotes.';

const plainMessages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'a backslash in a double-quoted string begins no escape that YAML knows',
  TAG_RESOLVE_FAILED: 'a tag (!...) is none that gateway.yaml knows',
  UNEXPECTED_TOKEN: 'this cannot stand here',
  RESOURCE_EXHAUSTION: 'values nest too deep to be read',
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " stands on one line',
};

const fixes: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DQ_ESCAPE: 'Use single quotes, or write the backslash twice.',
  TAG_RESOLVE_FAILED: 'Remove the tag, or put the value in quotes if it begins with "!".',
  TAB_AS_INDENT: 'Indent with spaces.',
  BLOCK_AS_IMPLICIT_KEY: 'Put the value in quotes, or begin a new line.',
  BAD_INDENT: 'Check the indentation, and that every bracket is closed.',
  MISSING_CHAR: 'Check that every quote and bracket is closed, and that every key has its ":".',
};

function offsetOf(document: YamlDocument['document'], path: readonly (string | number)[]): number | undefined {
  for (let known = path; known.length > 0; known = known.slice(0, -1)) {
    const parent = known.length === 1 ? document.contents : document.getIn(known.slice(0, -1), true);
    const pairs = isMap(parent) ? parent.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && key.value === known.at(-1));
    const node = pair?.key ?? document.getIn(known, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}
