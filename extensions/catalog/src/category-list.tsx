interface CategoryListProps {
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly url: string | null }[];
  readonly label: string;
  readonly className: string | undefined;
}

/** Links to categories; nothing where there are none. */
export function CategoryList({ categories, label, className }: CategoryListProps) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {categories.map(({ slug, name, url }) => (
          <li key={slug}>{url === null ? name : <a href={url}>{name}</a>}</li>
        ))}
      </ul>
    </nav>
  );
}
