import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import { errorFinding, type Finding, splitSuggestion, throwIfErrors } from '#base';
import type { Config } from '#config';
import type { DocumentStore } from './operation-documents.ts';
import { type PersistedSource, readPersisted } from './read-persisted.ts';

/** The documents that gateway.yaml's `graphql.persisted` names. */
export interface PersistedDocuments {
  /** Texts by the id that requests send: `sha256:<64 hexadecimal digits>`, or an id that the shop defines. */
  readonly byId: ReadonlyMap<string, string>;
  /** All texts, for clients that send the text instead of its id. */
  readonly texts: ReadonlySet<string>;
}

/** Reads all documents and validates them against the schema. Throws StartupError with all findings. */
export async function loadPersistedDocuments(
  config: Config,
  documents: DocumentStore,
): Promise<PersistedDocuments | undefined> {
  const { persisted, limits } = config.graphql;
  if (persisted === undefined) return undefined;
  const { sources, findings } = await readPersisted(resolve(config.folder, persisted.documents));
  throwIfErrors([
    ...findings,
    ...duplicates(sources),
    ...sources.flatMap((source) => checkDocument(source, documents, limits.cost)),
  ]);
  const byId = new Map<string, string>();
  for (const { text, ids } of sources) {
    for (const id of ids) byId.set(id, text);
    for (const each of spellings(text)) byId.set(`sha256:${hash('sha256', each)}`, text);
  }
  return { byId, texts: new Set(sources.flatMap(({ text }) => spellings(text))) };
}

// Editors end a file with a line break. The tool that builds a client's documents may omit it.
function spellings(text: string): readonly string[] {
  return [text, text.trim()];
}

function duplicates(sources: readonly PersistedSource[]): readonly Finding[] {
  const firsts = new Map<string, PersistedSource>();
  return sources.flatMap((source) =>
    source.ids.flatMap((id) => {
      const first = firsts.get(id);
      firsts.set(id, first ?? source);
      if (first === undefined || first.text === source.text) return [];
      const what = `a second document has the id "${id}"`;
      const [where, related] = [source.placeOf(), [first.placeOf()]];
      return errorFinding('PERSISTED_UNUSABLE', { where, what, fix: 'Rename one of them.', related });
    }),
  );
}

function checkDocument(source: PersistedSource, documents: DocumentStore, costLimit: number): readonly Finding[] {
  const prepared = documents.prepare(source.text);
  if (prepared.kind === 'invalid') {
    return prepared.errors.map(({ message, locations }) =>
      errorFinding('PERSISTED_DOCUMENT_INVALID', {
        where: source.placeOf(locations?.[0]),
        ...splitSuggestion(message, 'Correct the document, or remove it if no client sends it.'),
      }),
    );
  }
  return [...prepared.operations].flatMap(([name, { cost }]) => {
    // A cost that depends on variables is checked with each request.
    if (typeof cost !== 'number' || cost <= costLimit) return [];
    const what = `the operation ${name === '' ? '' : `"${name}" `}costs ${cost}, more than graphql.limits.cost`;
    const fix = `Ask for fewer items, or raise graphql.limits.cost, which is ${costLimit}.`;
    return errorFinding('PERSISTED_DOCUMENT_INVALID', { where: source.placeOf(), what, fix });
  });
}
