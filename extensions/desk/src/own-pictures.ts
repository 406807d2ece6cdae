import type { Context } from '../desk.gen.ts';

type Own = Pick<Context, 'files' | 'query'>;

/** Deletes uploads of the desk among these paths, as far as no live setting names them. Other paths are left alone. */
export async function removeUnnamed({ files, query }: Own, paths: readonly string[]): Promise<void> {
  const ids = paths.flatMap((path) => idOf(files, path));
  if (ids.length === 0) return;
  const { data, errors } = await query('{ liveSettings }');
  if (data?.liveSettings === undefined || data.liveSettings === null)
    throw new Error('the settings are not known, so no picture is deleted', { cause: errors });
  const named = JSON.stringify(data.liveSettings);
  await files.delete(...ids.filter((id) => !named.includes(id)));
}

function idOf(files: Own['files'], path: string): readonly string[] {
  const [, id] = /\/([\w-]{43}(?:\.\d+x\d+)?\.[a-z0-9]{2,4})$/.exec(path) ?? [];
  return id !== undefined && files.url(id) === path ? [id] : [];
}
