import { basename, dirname, resolve } from 'node:path';
import { type GraphQLSchema, getLocation, Source, validate, validateSchema } from 'graphql';
import { type PageComponent, parseQueryText, QueryText, readConfig, type Survey, surveyShop } from 'stoa/tooling';
import { parseIfWellFormed } from '../../source/index.ts';
import { documentUses, noUses } from './document-uses.ts';
import { readShopCode, type ShopCode } from './shop-code.ts';
import { componentKey, type ShopDocument, type ShopState } from './shop-state.ts';

interface ReadShopOptions {
  readonly environment: NodeJS.ProcessEnv;
  /**
   * State from which to take an extension that cannot be read, so that one error does not look like a hundred
   * removals.
   */
  readonly fallback?: ShopState | undefined;
  /**
   * Whether to terminate a module with an endless loop at its top level. Costs a thread, so off for trusted
   * modules.
   */
  readonly guardLoading?: boolean | undefined;
}

/** Reads the shop of a gateway.yaml for a comparison. Errors in its files become its findings. */
export async function readShop(file: string, options: ReadShopOptions): Promise<ShopState> {
  const { environment, fallback, guardLoading } = options;
  const { config, findings } = await readConfig(file, { environment });
  const surveyed = await surveyShop(config, { fallback: fallback?.manifests, guardLoading });
  const { manifests, unread, schemas, collected } = surveyed;
  const { schema, inner } = schemas ?? {};
  const components = withUnread(surveyed, fallback);
  const code = await readShopCode(manifests);
  return {
    folder: config?.folder ?? dirname(resolve(file)),
    config: surveyed.config,
    manifests,
    unread,
    collected,
    schema,
    inner,
    groups: surveyed.groups,
    components,
    code,
    guards: surveyed.composition?.guards ?? new Map(),
    internal: surveyed.composition?.internal ?? new Map(),
    persisted: new Set(surveyed.persisted.map(({ text }) => text)),
    documents:
      schemas === undefined
        ? []
        : [
            ...shopDocuments(components, code, schemas),
            ...surveyed.persisted.flatMap((one) => operationDocument(one, schemas.schema) ?? []),
          ],
    findings: [...findings, ...surveyed.findings],
  };
}

/** Adds components that exist but cannot be loaded, so that they do not count as removed. */
function withUnread(
  { components, manifests, unread }: Survey,
  fallback: ShopState | undefined,
): readonly PageComponent[] {
  const known = new Set(components.map(componentKey));
  const written = new Set(
    manifests.flatMap(({ id, pages }) => pages.map((page) => componentKey({ ...page, extension: id }))),
  );
  const missed = (fallback?.components ?? []).filter((component) => {
    const key = componentKey(component);
    return !known.has(key) && (written.has(key) || unread.has(component.extension));
  });
  return [...components, ...missed];
}

function shopDocuments(
  components: readonly PageComponent[],
  code: ShopCode,
  { schema, inner }: NonNullable<Survey['schemas']>,
): readonly ShopDocument[] {
  const pageFiles = new Set(components.map(({ file }) => file));
  // A schema that is not valid, which a finding says, has no valid literals: graphql-js throws when it is asked.
  const isSound = validateSchema(inner).length === 0;
  // A literal that is not valid in this schema belongs to a test or to another API.
  const literals = code.documents.filter(
    ({ file, document }) => isSound && !pageFiles.has(file) && validate(inner, document).length === 0,
  );
  return [
    ...components.flatMap((component) => componentDocument(component, schema) ?? []),
    ...literals.map(({ document: literal, ...code }) => ({ ...code, literal, uses: documentUses(literal, inner) })),
  ];
}

function operationDocument(
  { text, ids, placeOf }: Survey['persisted'][number],
  schema: GraphQLSchema,
): ShopDocument | undefined {
  const literal = parseIfWellFormed(text);
  // The start reports what is no GraphQL as a finding.
  if (literal === undefined) return undefined;
  const { file } = placeOf();
  return {
    extension: '',
    operation: ids[0] ?? basename(file),
    literal,
    file,
    text,
    uses: documentUses(literal, schema),
    placeOf: (offset) => placeOf(getLocation(new Source(text), offset)),
  };
}

function componentDocument(component: PageComponent, schema: GraphQLSchema): ShopDocument | undefined {
  const { extension, file, query: text } = component;
  if (text === undefined) return undefined;
  const query = new QueryText(component, text);
  return { extension, component, file, text, uses: usesOfQuery(text, schema), placeOf: (at) => query.placeOf(at) };
}

/** The schema elements that the text of a query uses. None without a query. */
export function usesOfQuery(text: string | undefined, schema: GraphQLSchema): ShopDocument['uses'] {
  const document = text === undefined ? undefined : parseQueryText(text).document;
  // Invalid GraphQL has a finding of its own.
  return document === undefined ? noUses : documentUses(document, schema);
}
