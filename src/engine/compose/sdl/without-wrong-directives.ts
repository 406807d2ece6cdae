import { type DirectiveNode, isRequiredArgument, print, specifiedDirectives, valueFromAST, visit } from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { ExtensionSdl, SdlFile } from '../../subschema/composition.ts';
import { placeOf } from './collect-types.ts';

/**
 * Takes out GraphQL's own directives that have a wrong value, such as `@deprecated(reason: 3)`, and reports them:
 * graphql-js throws for them when it builds a schema.
 */
export function withoutWrongDirectives(written: readonly ExtensionSdl[]): {
  readonly manifests: readonly ExtensionSdl[];
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const soundFile = (file: SdlFile): SdlFile => {
    const before = findings.length;
    const document = visit(file.document, {
      Directive: (node) => {
        const finding = findingAbout(node);
        if (finding === undefined) return undefined;
        findings.push(finding);
        return null;
      },
    });
    return findings.length === before ? file : { ...file, document };
  };
  const manifests = written.map((manifest) => ({ ...manifest, sdl: manifest.sdl.map(soundFile) }));
  return { manifests: findings.length === 0 ? written : manifests, findings };
}

function findingAbout(node: DirectiveNode): Finding | undefined {
  const directive = specifiedDirectives.find(({ name }) => name === node.name.value);
  const wrong = directive?.args.find((argument) => {
    const given = node.arguments?.find(({ name }) => name.value === argument.name);
    return given === undefined ? isRequiredArgument(argument) : valueFromAST(given.value, argument.type) === undefined;
  });
  if (wrong === undefined) return undefined;
  return errorFinding('SCHEMA_INVALID', {
    where: placeOf(node),
    what: `${print(node)} needs a ${String(wrong.type)} as its "${wrong.name}"`,
    fix: `Write @${node.name.value}(${wrong.name}: "...").`,
  });
}
