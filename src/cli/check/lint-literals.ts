import { readFile } from 'node:fs/promises';
import { specifiedRules, validate } from 'graphql';
import { didYouMean, type Finding, positionAt, splitSuggestion } from '#base';
import type { ExtensionManifest } from '#extensions';
import type { Gateway } from '#gateway';
import { linkTarget, namedCalls } from '#shop';
import { CodeReader, sourceFiles } from '#types';

type Linted = Pick<Gateway, 'config' | 'manifests' | 'schema'>;

/** Lints what the code names in literals: documents of `context.query`, and routes of `context.url` and `useForm`. */
export async function lintLiterals(gateway: Linted): Promise<readonly Finding[]> {
  const reader = new CodeReader();
  const found = await Promise.all(
    gateway.manifests.map(async (manifest) => [
      ...(await invalidDocuments(manifest, gateway, reader)),
      ...(await unknownRoutes(manifest, gateway)),
    ]),
  );
  return found.flat();
}

async function invalidDocuments(
  manifest: ExtensionManifest,
  { schema }: Linted,
  reader: CodeReader,
): Promise<readonly Finding[]> {
  const { documents } = await reader.read(manifest);
  const found = await Promise.all(
    documents.map(async ({ file, offset, document }) => {
      const errors = validate(schema, document, specifiedRules);
      const source = errors.length === 0 ? '' : await readFile(file, 'utf8');
      return errors.map(({ message, positions = [] }): Finding => {
        const fallback = 'Correct it; or, when it is for another API, say so: // stoa-allow LINT_DOCUMENT_INVALID: ...';
        return {
          ...{ code: 'LINT_DOCUMENT_INVALID', severity: 'warning' },
          where: { file, ...positionAt(source, offset + (positions[0] ?? 0)) },
          ...splitSuggestion(message, fallback),
        };
      });
    }),
  );
  return found.flat();
}

async function unknownRoutes({ folder }: ExtensionManifest, shop: Linted): Promise<readonly Finding[]> {
  const found = await Promise.all(
    (await sourceFiles(folder)).map(async (file) => {
      const source = await readFile(file, 'utf8');
      return namedCalls(source).flatMap(({ kind, name, offset }): readonly Finding[] => {
        // Other functions are called "url", too.
        const isOurs = kind === 'useForm' || source.slice(0, offset).endsWith('context.');
        if (!isOurs || linkTarget(shop, name).kind !== 'none') return [];
        const what = kind === 'useForm' ? `asks for the form of "${name}"` : `links to "${name}"`;
        return [
          {
            ...{ code: 'LINT_DEAD_LINK', severity: 'warning' },
            where: { file, ...positionAt(source, offset) },
            what: `${what}, which there is not`,
            fix: didYouMean(name, namesOf(shop, kind)),
          },
        ];
      });
    }),
  );
  return found.flat();
}

function namesOf({ config, manifests }: Linted, kind: 'url' | 'useForm'): readonly string[] {
  const routes = manifests.flatMap(({ endpoints }) => endpoints.map(({ routeId }) => routeId));
  return kind === 'useForm' ? routes : [...Object.keys(config.pages), ...routes];
}
