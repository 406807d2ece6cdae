import { type Document, isMap, LineCounter, type ParsedNode, parseAllDocuments, type YAMLError } from 'yaml';
import { errorFinding, type Finding, type Place } from '../base/startup-error.ts';

/** A YAML text that is well-formed, with what is needed to say where in it something stands. */
export interface YamlDocument {
  readonly file: string;
  readonly text: string;
  readonly document: Document.Parsed<ParsedNode>;
  /** The place of a character, by its offset in the text. */
  placeAt(offset: number): Place;
}

/** Parses YAML 1.2 (core schema). All syntax errors are found at once; nothing else can be known while there are any. */
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
    // Duplicate keys are found with both their places when the values are read.
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
  const findings = problems.map((problem) => syntaxFinding(problem, text, placeAt));
  if (second !== undefined) findings.push(secondDocumentFinding(placeAt(second.range[0])));
  if (findings.length > 0) return { yaml: undefined, findings };

  const { contents, range } = document;
  if (contents === null || ('value' in contents && contents.value === null))
    return { yaml: undefined, findings: [emptyFinding(file)] };
  if (!isMap(contents))
    return { yaml: undefined, findings: [notMappingFinding(placeAt(contents.range?.[0] ?? range[0]))] };
  return { yaml: { file, text, document, placeAt }, findings: [] };
}

const smallest = 'The least that it needs: "system: { extensions: [] }".';

function emptyFinding(file: string): Finding {
  return errorFinding('CONFIG_INVALID', {
    where: { file, line: 1, column: 1 },
    what: 'the file is empty',
    fix: smallest,
  });
}

function notMappingFinding(where: Place): Finding {
  return errorFinding('CONFIG_INVALID', { where, what: 'the file must have keys at its top level', fix: smallest });
}

function secondDocumentFinding(where: Place): Finding {
  const what = 'a second YAML document begins here, but the file is read as one';
  return errorFinding('CONFIG_SYNTAX', { where, what, fix: 'Remove the "---" and what follows it.' });
}

function syntaxFinding(problem: YAMLError, text: string, placeAt: (offset: number) => Place): Finding {
  const where = placeAt(Math.min(problem.pos[0], text.length));
  const line = text.split('\n')[(where.line ?? 1) - 1] ?? '';
  // The parser quotes what it could not read, which may be part of a secret.
  const what = plainMessages[problem.code] ?? problem.message;
  const fix = line.includes('${') && problem.code === 'UNEXPECTED_TOKEN' ? quoteVariable : fixes[problem.code];
  return errorFinding('CONFIG_SYNTAX', { where, what, ...(fix === undefined ? {} : { fix }) });
}

const quoteVariable = 'Inside { } and [ ], put ${...} in quotes: "${VAR}".';

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
