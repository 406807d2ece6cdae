import {
  type DocumentNode,
  type FragmentDefinitionNode,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { didYouMean, type Finding, type FindingCode, splitSuggestion, syntaxFix } from '#base';
import type { PageComponent } from '../components/page-component.ts';
import type { ContextVariable } from './context-variables.ts';
import { fixedQuery } from './fixed-query.ts';
import { parseQueryText } from './query-parser.ts';
import { QueryText } from './query-text.ts';
import { type TypingScope, typeContextValues } from './type-context-values.ts';
import type { ValidateQuery } from './validate-query.ts';

/** One component's checked query. Its only variables are those for context values. */
export interface ComponentQuery {
  readonly component: PageComponent;
  readonly selectionSet: SelectionSetNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: readonly ContextVariable[];
}

/** Where a query is read: on one page, or on all of them. */
export interface QueryScope extends TypingScope {
  readonly validate: ValidateQuery;
}

type Report = (code: FindingCode, offset: number, words: { readonly what: string; readonly fix: string }) => Finding;

/** Reads and checks one component's query. Gives the query or findings. */
export function readComponentQuery(component: PageComponent, written: string, scope: QueryScope) {
  const text = new QueryText(component, written);
  const report: Report = (code, offset, words) => text.finding(code, offset, words);
  const parsed = parseQuery(text, report);
  if ('findings' in parsed) return { query: undefined, findings: parsed.findings };

  const { document, calls } = parsed;
  const unusual = [checkOperations, checkOwnVariables, checkAliases].flatMap((check) => check(document, report));
  if (unusual.length > 0) return { query: undefined, findings: unusual };

  const typed = typeContextValues(document, calls, scope);
  const misplaced = typed.problems.map(({ code, offset, ...words }) => report(code, offset, words));
  const invalid = misplaced.length > 0 ? misplaced : checkRules(typed.document, scope, report);
  if (invalid.length > 0) return { query: undefined, findings: invalid };
  const fixed = fixedQuery(typed.document, typed.variables);
  // A null default may end up in a non-null location. Only the query with values in place shows it.
  const findings = checkRules(fixed.checkable, scope, report);
  if (findings.length > 0) return { query: undefined, findings };
  const variables = [...typed.variables.values()];
  const { operation, fragments } = fixed;
  return { query: { component, selectionSet: operation.selectionSet, fragments, variables }, findings: [] };
}

function parseQuery(
  { text }: QueryText,
  report: Report,
): { readonly document: DocumentNode; readonly calls: ReadonlyMap<string, string> } | { findings: readonly Finding[] } {
  const { document, calls, misuses, error } = parseQueryText(text);
  const findings = misuses.map(({ offset, what }) =>
    report('CONTEXT_VALUE_MISUSED', offset, { what, fix: 'Write it like this: id: getContextValue("productId").' }),
  );
  if (error !== undefined)
    findings.push(
      report('PAGE_QUERY_SYNTAX', error.positions?.[0] ?? 0, {
        what: error.message,
        fix: syntaxFix(error.message, 'query'),
      }),
    );
  return document === undefined || findings.length > 0 ? { findings } : { document, calls };
}

function checkOperations({ definitions }: DocumentNode, report: Report): readonly Finding[] {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fix = 'A component has one operation, a query, and fragments if it wants.';
  if (operations.length === 0) return [report('PAGE_QUERY_OPERATION', 0, { what: 'it has no operation', fix })];
  return [
    ...operations
      .filter(({ operation }) => operation !== OperationTypeNode.QUERY)
      .map((node) => report('PAGE_QUERY_OPERATION', node.loc?.start ?? 0, { what: `it is a ${node.operation}`, fix })),
    ...operations
      .slice(1)
      .map((node) => report('PAGE_QUERY_OPERATION', node.loc?.start ?? 0, { what: 'it has a second operation', fix })),
  ];
}

function checkOwnVariables({ definitions }: DocumentNode, report: Report): readonly Finding[] {
  return definitions
    .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : []))
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined)
    .map(({ loc, variable }) =>
      report('PAGE_QUERY_VARIABLE', loc?.start ?? 0, {
        what: `nothing gives a value to $${variable.name.value}, which must have one`,
        fix: 'Give it a default value, or use getContextValue("...") in its place.',
      }),
    );
}

function checkAliases(document: DocumentNode, report: Report): readonly Finding[] {
  const findings: Finding[] = [];
  visit(document, {
    [Kind.FIELD]: ({ alias }) => {
      if (alias?.value.startsWith('__') !== true) return;
      const what = `the alias "${alias.value}" starts with two underscores, as only GraphQL's own names do`;
      findings.push(report('PAGE_QUERY_INVALID', alias.loc?.start ?? 0, { what, fix: 'Choose another alias.' }));
    },
  });
  return findings;
}

function checkRules(document: DocumentNode, { schema, validate }: QueryScope, report: Report): readonly Finding[] {
  return validate(document).map((error) =>
    report(
      'PAGE_QUERY_INVALID',
      error.positions?.[0] ?? 0,
      splitSuggestion(error.message, ruleFix(error.message, schema)),
    ),
  );
}

/** graphql-js suggests similar names. Where there are none, the fix lists the existing ones. */
function ruleFix(message: string, schema: TypingScope['schema']): string {
  const [, field = '', parent = ''] = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(message) ?? [];
  const type = schema.getType(parent);
  if (isObjectType(type) || isInterfaceType(type)) return didYouMean(field, Object.keys(type.getFields()));
  const [, argument = '', owner = '', member = ''] =
    /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/.exec(message) ?? [];
  const ownerType = schema.getType(owner);
  const args = isObjectType(ownerType) || isInterfaceType(ownerType) ? ownerType.getFields()[member]?.args : undefined;
  if (args !== undefined && args.length > 0)
    return didYouMean(
      argument,
      args.map(({ name }) => name),
    );
  return 'Correct it there. GraphiQL, at /graphql of "stoa dev", shows the schema and checks a query while it is written.';
}
