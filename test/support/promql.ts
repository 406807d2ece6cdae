import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const folder = resolve(import.meta.dirname, '../../deploy');

/** An expression of an alert or of a panel of the dashboard. */
export interface Expression {
  /** The alert, or the panel. */
  readonly name: string;
  readonly text: string;
}

export interface Alert extends Expression {
  readonly annotations: Readonly<Record<string, string>>;
}

/** One metric in an expression, with the labels that the expression uses of it. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** Those of `by (…)` around it. */
  readonly groupedBy: readonly string[];
}

export async function readAlerts(): Promise<readonly Alert[]> {
  const file = parse(await readFile(resolve(folder, 'alerts.yaml'), 'utf8'));
  return file.groups.flatMap(({ rules }: { rules: readonly { alert: string; expr: string; annotations: object }[] }) =>
    rules.map(({ alert, expr, annotations }) => ({ name: alert, text: expr, annotations })),
  );
}

/** The queries of the dashboard, with Grafana's variables set as it does for "All" and a range of minutes. */
export async function readPanels(): Promise<readonly Expression[]> {
  const { panels } = JSON.parse(await readFile(resolve(folder, 'grafana/stoa.json'), 'utf8'));
  return panels.flatMap(({ title, targets = [] }: { title: string; targets?: readonly { expr: string }[] }) =>
    targets.map(({ expr }) => ({
      name: title,
      text: expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(?:job|instance)/g, '.*'),
    })),
  );
}

/** All metrics that an expression uses. Throws for one that is no PromQL. */
export function selectorsOf(expression: string): readonly Selector[] {
  const selectors: Selector[] = [];
  parser.parse(expression).iterate({
    enter({ name, node }) {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`);
      if (name === 'VectorSelector') selectors.push(selectorOf(node, expression));
    },
  });
  return selectors;
}

/** What an alert compares with its threshold, and the threshold's operator: `a / b > 0.1` gives `a / b`. */
export function comparedBy(expression: string): string {
  const top = parser.parse(expression).topNode.firstChild;
  const operator = top?.getChild('Gtr') ?? top?.getChild('Eql') ?? top?.getChild('EqlC');
  const left = top?.name === 'BinaryExpr' ? top.firstChild : null;
  if (left === null || left === undefined || operator === null) throw new Error(`no comparison: ${expression}`);
  return expression.slice(left.from, left.to);
}

function selectorOf(node: SyntaxNode, expression: string): Selector {
  const textOf = (part: SyntaxNode | null): string => (part === null ? '' : expression.slice(part.from, part.to));
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: textOf(node.getChild('Identifier')),
    matchers: matchers.map((matcher) => ({
      label: textOf(matcher.getChild('LabelName')),
      operator: textOf(matcher.getChild('MatchOp')),
      value: JSON.parse(textOf(matcher.getChild('StringLiteral'))),
    })),
    groupedBy: groupingsAround(node).flatMap((grouping) => grouping.getChildren('LabelName').map(textOf)),
  };
}

function groupingsAround(node: SyntaxNode): readonly SyntaxNode[] {
  const groupings: SyntaxNode[] = [];
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    const labels = outer.getChild('AggregateModifier')?.getChild('GroupingLabels');
    if (labels !== null && labels !== undefined) groupings.push(labels);
  }
  return groupings;
}
