import type { Context, Session } from '#extension-api';

/**
 * What an extension outside this process may ask of the gateway during a call, as plain data. The gateway may send
 * one message to a running call: `cancel`, when the signal of its context is aborted.
 */
export type HostRequest =
  | { readonly ask: 'query'; readonly text: string; readonly variables?: Readonly<Record<string, unknown>> | undefined }
  | { readonly ask: 'signIn'; readonly user: Parameters<Session['signIn']>[0] }
  | { readonly ask: 'signOut' }
  | {
      readonly ask: 'log';
      readonly level: LogLevel;
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

export type LogLevel = keyof Context['logger'];

export interface HostedCall {
  readonly context: Pick<Context, 'query' | 'logger'>;
  /** Undefined unless the call is a REST request. */
  readonly session: Pick<Session, 'signIn' | 'signOut'> | undefined;
}

/** Answers a request of an extension as JSON. Rejects like the same call within this process. */
export async function askHost({ context, session }: HostedCall, request: HostRequest): Promise<unknown> {
  switch (request.ask) {
    case 'query':
      return JSON.parse(JSON.stringify(await context.query(request.text, request.variables)));
    case 'signIn':
      return required(session).signIn(request.user);
    case 'signOut':
      return required(session).signOut();
    case 'log':
      return context.logger[request.level](request.event, request.fields);
  }
}

function required<Value>(session: Value | undefined): Value {
  if (session === undefined) throw new Error('shoppers are signed in and out by REST handlers alone');
  return session;
}
