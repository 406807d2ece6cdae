import type { Context } from '../second-factor.gen.ts';

/** The address of the caller. Undefined for one who is no customer. */
export async function emailOf({ query }: Pick<Context, 'query'>): Promise<string | undefined> {
  const { data } = await query('{ me { email } }');
  return data?.me?.email;
}
