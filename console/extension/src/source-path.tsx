/** A position in a file. One click selects all of it, to paste into an editor. */
export function SourcePath({ at }: { readonly at: string }) {
  return <code className="path">{at}</code>;
}

/** The same as a link to the file, for a position that the map lists. */
export function SourceLink({ at }: { readonly at: string }) {
  const line = /:(\d+)(?::\d+)?$/.exec(at)?.[1] ?? '1';
  return (
    <a href={`/console/source?at=${encodeURIComponent(at)}#L${line}`}>
      <code className="at">{at}</code>
    </a>
  );
}
