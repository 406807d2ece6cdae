/** The class that a style sheet has for a value, if it has one. */
export function classOf(styles: Readonly<Record<string, string>>, value: string): string | undefined {
  return styles[value];
}
