import { type EndpointInput, type ErrorText, type Request, type Response, StoaError, wantsPage } from 'stoa';

interface Selected {
  readonly ids: readonly string[];
  /** Changes one of them, in a transaction of its own. A second time, it changes nothing. Throws StoaError. */
  readonly change: (id: string) => Promise<unknown>;
  /** What people call each, such as an order's number. No two are alike. Default: its id. */
  readonly names?: ReadonlyMap<string, string>;
  /** The list. */
  readonly page: () => string;
  /** The address from which the form was sent. */
  readonly next: string | null | undefined;
  /** A text of the extension, with `done` and `refused`. */
  readonly text?: string;
}

/**
 * Changes the selected things one after the other, and sends a browser back to the list. What is refused does not stop
 * the others: then it throws CONFLICT, with a reason for each. An outage ends it, and the form may be sent again.
 */
export async function changeSelected<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { ids, change, names, page, next, text = 'desk.someRefused' }: Selected,
): Promise<void> {
  const wanted = [...new Set(ids)];
  const refused: [string, string | ErrorText][] = [];
  for (const id of wanted)
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof StoaError) || error.status >= 500) throw error;
      refused.push([names?.get(id) ?? id, error.texts.message ?? error.message]);
    }
  const done = wanted.length - refused.length;
  if (refused.length > 0)
    throw new StoaError(
      'CONFLICT',
      { text, values: { done, refused: refused.length } },
      { fields: Object.fromEntries(refused) },
    );
  if (!wantsPage(request)) {
    response.json({ success: true, data: { done } });
    return;
  }
  const back = new URL(request.session.safeNext(next) ?? page(), 'http://shop.invalid');
  back.searchParams.set('done', String(done));
  response.redirect(303, back.pathname + back.search);
}
