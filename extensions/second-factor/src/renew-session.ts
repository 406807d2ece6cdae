import type { Context, EndpointInput, Request } from 'stoa';

const permissionPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*:[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

/** All other sessions end. This one is a new one, with what the desk lets its member do from here on. */
export async function renewSession<Input extends EndpointInput>(
  { context, session }: Request<Input>,
  id: string,
): Promise<void> {
  const permissions = (await permissionsOf(context, id)) ?? [];
  await session.signOutUser(id);
  await session.signIn({ id, permissions });
  if (permissions.length === 0) return;
  // Who changed the role meanwhile could not end a session that was not there yet.
  const now = await permissionsOf(context, id);
  if (now !== undefined && now.join() !== permissions.join()) await session.signIn({ id, permissions: now });
}

/** Undefined where they cannot be read. */
async function permissionsOf({ query }: Pick<Context, 'query'>, id: string): Promise<readonly string[] | undefined> {
  const { data } = await query<{ readonly permissionsOf: readonly string[] }>(
    'query ($id: ID!) { permissionsOf(customer: $id) }',
    { id },
  );
  // A session with a name that is no permission is refused.
  return data?.permissionsOf.filter((name) => permissionPattern.test(name));
}
