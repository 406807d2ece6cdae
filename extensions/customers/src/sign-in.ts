import type { Context, EndpointInput, Request } from 'stoa';

export const permissionsText = 'query ($id: ID!) { permissionsOf(customer: $id) }';

const permissionPattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*:[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

export interface Permissions {
  readonly permissionsOf: readonly string[];
}

/** Signs the customer in, with what the desk lets them do. The desk being away is no reason to keep a customer out. */
export async function signIn<Input extends EndpointInput>(
  { context, session }: Request<Input>,
  id: string,
): Promise<void> {
  const permissions = (await permissionsOf(context, id)) ?? [];
  await session.signIn({ id, permissions });
  if (permissions.length === 0) return;
  // Who changed the role meanwhile could not end a session that was not there yet.
  const now = await permissionsOf(context, id);
  if (now !== undefined && now.join() !== permissions.join()) await session.signIn({ id, permissions: now });
}

/** Undefined where they cannot be read. */
async function permissionsOf({ logger, query }: Pick<Context, 'logger' | 'query'>, id: string) {
  const { data, errors, absent } = await query<Permissions>(permissionsText, { id });
  if (errors !== undefined && absent === undefined) logger.warn('signed in without permissions', { errors });
  // A session with a name that is no permission is refused.
  return data?.permissionsOf.filter((name) => permissionPattern.test(name));
}
