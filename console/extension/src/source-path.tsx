/** Where something is written: selected as a whole by one click, to be pasted into an editor. */
export function SourcePath({ at }: { readonly at: string }) {
  return <code className="path">{at}</code>;
}

/** The same for a place that the map names: it leads to the file. */
export function SourceLink({ at }: { readonly at: string }) {
  const line = /:(\d+)(?::\d+)?$/.exec(at)?.[1] ?? '1';
  return (
    <a href={`/console/source?at=${encodeURIComponent(at)}#L${line}`}>
      <code className="at">{at}</code>
    </a>
  );
}
