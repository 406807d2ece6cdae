import { type DirectiveNode, type DocumentNode, Kind, parse, type SelectionSetNode, type ValueNode } from 'graphql';

/** The directives of Federation 2, of the GraphQL cost specification and of Stoa itself that extensions may use. */
export const federationDirectives: DocumentNode = parse(
  `
  scalar federation__FieldSet
  scalar federation__Scope
  scalar link__Import
  scalar cost__Weight
  enum link__Purpose { SECURITY EXECUTION }
  directive @key(fields: federation__FieldSet!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
  directive @external on OBJECT | FIELD_DEFINITION
  directive @requires(fields: federation__FieldSet!) on FIELD_DEFINITION
  directive @provides(fields: federation__FieldSet!) on FIELD_DEFINITION
  directive @shareable repeatable on OBJECT | FIELD_DEFINITION
  directive @override(from: String!, label: String) on FIELD_DEFINITION
  directive @extends on OBJECT | INTERFACE
  directive @interfaceObject on OBJECT
  directive @composeDirective(name: String!) repeatable on SCHEMA
  directive @inaccessible on SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM
    | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
  directive @internal on FIELD_DEFINITION
  directive @tag(name: String!) repeatable on SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE
    | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION | SCHEMA
  directive @authenticated on SCALAR | OBJECT | FIELD_DEFINITION | INTERFACE | ENUM
  directive @requiresScopes(scopes: [[federation__Scope!]!]!) on SCALAR | OBJECT | FIELD_DEFINITION | INTERFACE | ENUM
  directive @cost(weight: cost__Weight!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INTERFACE | OBJECT | SCALAR
    | UNION
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!],
    requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
  directive @gather on FIELD_DEFINITION
  directive @dispatch(by: String!, public: Boolean = false) on FIELD_DEFINITION
  directive @contribute on FIELD_DEFINITION
  directive @link(url: String!, as: String, import: [link__Import], for: link__Purpose) repeatable on SCHEMA
  `,
  { noLocation: true },
);

/** Lets other Federation 2 gateways understand a subgraph's SDL. */
export const federationLink: DocumentNode = parse(
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires",
  "@provides", "@shareable", "@override", "@extends", "@interfaceObject", "@inaccessible", "@tag", "@authenticated",
  "@requiresScopes", "@cost", "@listSize"])`,
  { noLocation: true },
);

/** Names that SDL may use without defining them. */
export const federationNames: ReadonlySet<string> = new Set(
  federationDirectives.definitions.flatMap((definition) =>
    'name' in definition && definition.name !== undefined ? [definition.name.value] : [],
  ),
);

/** Stoa's own directives, which the gateway follows, and no subgraph needs. */
export const ownDirectives: ReadonlySet<string> = new Set(['gather', 'dispatch', 'contribute']);

interface WithDirectives<Node extends DirectiveNode = DirectiveNode> {
  readonly directives?: readonly Node[] | undefined;
}

/** The directives of this name on a node of SDL, in their order. */
export function directivesOf<Node extends DirectiveNode>(node: WithDirectives<Node>, name: string): readonly Node[] {
  return (node.directives ?? []).filter((directive) => directive.name.value === name);
}

export function hasDirective(node: WithDirectives, name: string): boolean {
  return node.directives?.some((directive) => directive.name.value === name) === true;
}

export function argumentOf(directive: DirectiveNode, name: string): ValueNode | undefined {
  return directive.arguments?.find((argument) => argument.name.value === name)?.value;
}

export function stringArgument(directive: DirectiveNode, name: string): string | undefined {
  const value = argumentOf(directive, name);
  return value?.kind === Kind.STRING ? value.value : undefined;
}

// A cache: composition reads each key once for every extension of its type.
const fieldSets = new WeakMap<DirectiveNode, SelectionSetNode | undefined>();

/** The `fields` of a `@key`, `@requires` or `@provides`. Undefined when they are not a selection. */
export function fieldSetOf(directive: DirectiveNode): SelectionSetNode | undefined {
  if (!fieldSets.has(directive)) fieldSets.set(directive, parseFieldSet(directive));
  return fieldSets.get(directive);
}

function parseFieldSet(directive: DirectiveNode): SelectionSetNode | undefined {
  const text = stringArgument(directive, 'fields');
  if (text === undefined) return undefined;
  try {
    const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions;
    return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined;
  } catch {
    return undefined; // reported as KEY_INVALID, with the place of the directive
  }
}
