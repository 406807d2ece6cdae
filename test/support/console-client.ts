import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestGateway } from './start-gateway.ts';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ConsoleRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
}

/** Asks the admin port as a browser would. With node:http, since fetch sets Host itself. */
export function askConsole(
  { adminUrl }: Pick<TestGateway, 'adminUrl'>,
  path: string,
  { form, cookie, method = form === undefined ? 'GET' : 'POST', headers = {} }: ConsoleRequest = {},
): Promise<ConsoleAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      adminUrl + path,
      {
        method,
        agent: false,
        headers: {
          accept: 'text/html',
          ...(cookie === undefined ? {} : { cookie }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: adminUrl }),
          ...headers,
        },
      },
      async (response) => {
        // React parts neighbouring texts by comments.
        const body = (await text(response)).replaceAll('<!-- -->', '');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      },
    );
    sent.on('error', reject);
    sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

/** The token of a shop's console, once somebody has asked for the console. */
export async function consoleToken({ file }: Pick<TestGateway, 'file'>): Promise<string> {
  return (await readFile(join(dirname(file), '.stoa', 'console-token'), 'utf8')).trim();
}

/** Signs in, and gives the cookie. */
export async function signInToConsole(shop: TestGateway): Promise<string> {
  await askConsole(shop, '/console/sign-in');
  const answer = await askConsole(shop, '/console/sign-in', { form: { secret: await consoleToken(shop) } });
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  if (answer.status !== 303 || cookie === '') throw new Error(`not signed in: ${answer.status} ${answer.body}`);
  return cookie.split(';')[0] ?? '';
}
