/** More than shoppers choose. */
const mostChosen = 30;

/** The values of facets in `filter`, as facet:value. Other texts choose nothing. */
export function chosenValues(filter: readonly string[] | null | undefined): readonly string[] {
  const values = (filter ?? []).flatMap((text) => text.split(','));
  return [...new Set(values)].filter((value) => /^[a-z0-9]+:[^\s\p{Cc}:]+$/iu.test(value)).slice(0, mostChosen);
}
