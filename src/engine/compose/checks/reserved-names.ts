import {
  type DefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  specifiedDirectives,
  specifiedScalarTypes,
} from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { ExtensionSdl } from '../../subschema/composition.ts';
import { placeOf } from '../sdl/collect-types.ts';

const typesOfGraphql = new Set(specifiedScalarTypes.map(({ name }) => name));
const directivesOfGraphql = new Set(specifiedDirectives.map(({ name }) => name));
/** Every subgraph has them for entities, without writing them. */
const typesOfGateway: ReadonlySet<string> = new Set(['_Any', '_Entity', '_Service']);
const fieldsOfGateway: ReadonlySet<string> = new Set(['_entities', '_service']);

/** Names with one meaning for all extensions. Another meaning in one extension would break the others. */
export function checkReserved(manifests: readonly ExtensionSdl[]): readonly Finding[] {
  return manifests.flatMap(({ sdl }) => sdl.flatMap(({ document }) => document.definitions.flatMap(reservedIn)));
}

function reservedIn(definition: DefinitionNode): readonly Finding[] {
  if (definition.kind === Kind.DIRECTIVE_DEFINITION)
    return directivesOfGraphql.has(definition.name.value) ? [finding(definition.name, '@', 'GraphQL')] : [];
  if (!isTypeDefinitionNode(definition) && !isTypeExtensionNode(definition)) return [];
  const { name } = definition;
  if (typesOfGraphql.has(name.value)) return [finding(name, '', 'GraphQL')];
  if (typesOfGateway.has(name.value)) return [finding(name, '', 'the gateway')];
  if (name.value !== 'Query' || !('fields' in definition)) return [];
  return (definition.fields ?? []).flatMap((field) =>
    fieldsOfGateway.has(field.name.value) ? [finding(field.name, 'Query.', 'the gateway')] : [],
  );
}

function finding(name: NameNode, before: string, owner: string): Finding {
  return errorFinding('SCHEMA_INVALID', {
    where: placeOf(name),
    what: `defines "${before}${name.value}", which is there without that, and is ${owner}'s own`,
    fix: 'Remove the definition.',
  });
}
