/** Where something is written: selected as a whole by one click, to be pasted into an editor. */
export function SourcePath({ at }: { readonly at: string }) {
  return <code className="path">{at}</code>;
}
