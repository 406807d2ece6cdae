import {
  type DirectiveNode,
  type DocumentNode,
  ExecutableDefinitionsRule,
  type FieldNode,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
  Kind,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  LoneAnonymousOperationRule,
  MaxIntrospectionDepthRule,
  NoFragmentCyclesRule,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  PossibleFragmentSpreadsRule,
  type SelectionSetNode,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationNamesRule,
  type ValidationRule,
  type ValueNode,
} from 'graphql';

const noIntrospection: ValidationRule = (context) => ({
  [Kind.FIELD]: (node) => {
    if (!isIntrospection(node)) return;
    context.reportError(new GraphQLError('Introspection is turned off here.', { nodes: node }));
  },
});

/** What a document may have that some rules are about, as bits. */
const traits = { fragments: 1, directives: 2, objects: 4, introspection: 8, operations: 16, subscription: 32, sdl: 64 };

/** Every other rule is for all documents. */
const aboutTraits = new Map<ValidationRule, number>([
  [ExecutableDefinitionsRule, traits.sdl],
  [UniqueOperationNamesRule, traits.operations],
  [LoneAnonymousOperationRule, traits.operations],
  [SingleFieldSubscriptionsRule, traits.subscription],
  [FragmentsOnCompositeTypesRule, traits.fragments],
  [UniqueFragmentNamesRule, traits.fragments],
  [KnownFragmentNamesRule, traits.fragments],
  [NoUnusedFragmentsRule, traits.fragments],
  [PossibleFragmentSpreadsRule, traits.fragments],
  [NoFragmentCyclesRule, traits.fragments],
  [KnownDirectivesRule, traits.directives],
  [UniqueDirectivesPerLocationRule, traits.directives],
  [UniqueInputFieldNamesRule, traits.objects],
  [MaxIntrospectionDepthRule, traits.introspection],
  [noIntrospection, traits.introspection],
]);

/** Chooses the rules for a document. */
export type RulesFor = (document: DocumentNode) => readonly ValidationRule[];

/**
 * graphql-js's rules, without those that have nothing to look at in a document. Most documents have none of half the
 * rules' matters, and validating is most of the time of a text that is new: a third less (measured).
 */
export function createRulesFor({ introspection }: { readonly introspection: boolean }): RulesFor {
  const all = introspection ? specifiedRules : [noIntrospection, ...specifiedRules];
  const known = new Map<number, readonly ValidationRule[]>();
  return (document) => {
    const found = traitsOf(document);
    const rules = known.get(found) ?? all.filter((rule) => isAbout(rule, found));
    known.set(found, rules);
    return rules;
  };
}

function isAbout(rule: ValidationRule, found: number): boolean {
  const about = aboutTraits.get(rule);
  return about === undefined || (about & found) !== 0;
}

function traitsOf({ definitions }: DocumentNode): number {
  let found = 0;
  let operations = 0;
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      found |= traits.fragments | ofDirectives(definition.directives) | ofSet(definition.selectionSet);
    else if (definition.kind !== Kind.OPERATION_DEFINITION) found |= traits.sdl;
    else {
      operations++;
      found |= ofOperation(definition);
    }
  }
  return operations > 1 ? found | traits.operations : found;
}

function ofOperation({ operation, directives, variableDefinitions, selectionSet }: OperationDefinitionNode): number {
  let found = ofDirectives(directives) | ofSet(selectionSet);
  if (operation === OperationTypeNode.SUBSCRIPTION) found |= traits.subscription;
  for (const variable of variableDefinitions ?? [])
    found |= ofDirectives(variable.directives) | ofValue(variable.defaultValue);
  return found;
}

function ofSet({ selections }: SelectionSetNode): number {
  let found = 0;
  for (const selection of selections) {
    found |= ofDirectives(selection.directives);
    if (selection.kind !== Kind.FIELD) found |= traits.fragments;
    if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
    if (selection.kind === Kind.FIELD) {
      if (isIntrospection(selection)) found |= traits.introspection;
      for (const { value } of selection.arguments ?? []) found |= ofValue(value);
    }
    if (selection.selectionSet !== undefined) found |= ofSet(selection.selectionSet);
  }
  return found;
}

function isIntrospection({ name }: FieldNode): boolean {
  return name.value === '__schema' || name.value === '__type';
}

// What is in a directive's arguments is not worth a look: few documents have any.
function ofDirectives(directives: readonly DirectiveNode[] | undefined): number {
  return directives === undefined || directives.length === 0 ? 0 : traits.directives | traits.objects;
}

function ofValue(value: ValueNode | undefined): number {
  if (value?.kind === Kind.OBJECT) return traits.objects;
  if (value?.kind !== Kind.LIST) return 0;
  return value.values.reduce((found, item) => found | ofValue(item), 0);
}
