/** An area of one item: its path in the component's props, such as `products.nodes.3`. */
export interface ItemArea {
  readonly id: string;
  readonly item: string;
}

export function itemText(areaText: string, item: string): string {
  return `${areaText.slice(0, -1)}:${item}]`;
}

/** Where each object is in a component's props. */
export function pathsIn(props: object): ReadonlyMap<object, string> {
  const paths = new Map<object, string>();
  const walk = (value: object, before: string): void => {
    for (const [key, one] of Object.entries(value)) {
      if (typeof one !== 'object' || one === null || paths.has(one)) continue;
      paths.set(one, before + key);
      walk(one, `${before}${key}.`);
    }
  };
  walk(props, '');
  return paths;
}
