import type { EndpointInput, Request } from 'stoa';

const permissionPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*:[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

/** All other sessions end. This one is a new one, with what the desk lets its member do from here on. */
export async function renewSession<Input extends EndpointInput>(
  { context, session }: Request<Input>,
  id: string,
): Promise<void> {
  const { data } = await context.query<{ readonly permissionsOf: readonly string[] }>(
    'query ($id: ID!) { permissionsOf(customer: $id) }',
    { id },
  );
  // A session with a name that is no permission is refused.
  const permissions = data?.permissionsOf.filter((name) => permissionPattern.test(name)) ?? [];
  await session.signOutUser(id);
  await session.signIn({ id, permissions });
}
