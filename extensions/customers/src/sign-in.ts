import type { EndpointInput, Request } from 'stoa';

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
  const { data, errors, absent } = await context.query<Permissions>(permissionsText, { id });
  if (errors !== undefined && absent === undefined) context.logger.warn('signed in without permissions', { errors });
  // A session with a name that is no permission is refused.
  const permissions = data?.permissionsOf.filter((name) => permissionPattern.test(name)) ?? [];
  await session.signIn({ id, permissions });
}
