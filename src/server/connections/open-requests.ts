import type { ServerResponse } from 'node:http';
import { type Linked, LinkedList } from '#base';
import type { CurrentGateway, Gateway } from '#gateway';
import { generationHeader } from '#http';
import { sendDevelopmentEvent } from '#pages';

/** A request in flight with the gateway that answers it, even after a reload. */
interface OpenRequest extends Linked<OpenRequest> {
  readonly response: ServerResponse;
  readonly lease: ReturnType<CurrentGateway['lease']>;
}

/** The requests in flight of one server. Each holds a lease on its gateway until its response closes. */
export class OpenRequests {
  readonly #current: CurrentGateway;
  readonly #open = new LinkedList<OpenRequest>();

  constructor(current: CurrentGateway) {
    this.#current = current;
    current.follow({
      replaced: (from, to) => {
        for (const response of this.#on(from)) sendDevelopmentEvent(response, to);
      },
      refused: (gateway, change) => {
        for (const response of this.#on(gateway)) sendDevelopmentEvent(response, gateway, change);
      },
      overdue: (gateway) => {
        for (const response of this.#on(gateway)) response.destroy();
      },
    });
  }

  begin(response: ServerResponse): OpenRequest {
    const lease = this.#current.lease();
    const open: OpenRequest = { response, lease, before: undefined, after: undefined };
    this.#open.append(open);
    const { debugHeader } = lease.gateway;
    if (debugHeader !== undefined) response.setHeader(generationHeader, debugHeader);
    return open;
  }

  /** Called once, when the response has closed: complete, aborted or failed. */
  end(open: OpenRequest): void {
    this.#open.remove(open);
    open.lease.release();
  }

  /** Oldest first. Responses may close during the iteration. */
  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (const { response } of this.#open) yield response;
  }

  #on(gateway: Gateway): readonly ServerResponse[] {
    return [...this.#open].filter(({ lease }) => lease.gateway === gateway).map(({ response }) => response);
  }
}
