/** Whether the page's data is current. `still`: the page does not refresh itself. */
export type Freshness = 'still' | 'live' | 'lost' | 'signed-out';

interface Asked<Data> {
  readonly freshness: Freshness;
  readonly data: Data | undefined;
}

/** Queries the console's GraphQL from the browser. Never rejects, since the process may be stopping. */
export async function queryAgain<Data>(query: string, signal: AbortSignal): Promise<Asked<Data>> {
  try {
    const response = await fetch('/console/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query }),
      signal,
    });
    if (response.status === 401) return { freshness: 'signed-out', data: undefined };
    const { data }: { readonly data?: Data | null } = response.ok ? await response.json() : {};
    return data == null ? { freshness: 'lost', data: undefined } : { freshness: 'live', data };
  } catch {
    return { freshness: 'lost', data: undefined }; // the page shows it
  }
}
