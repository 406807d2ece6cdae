import type { ServerResponse } from 'node:http';
import type { CurrentGateway, Lease } from '../gateway/current-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { generationHeader } from '../gateway/http/own-headers.ts';
import { refusedEvent, servingEvent } from '../gateway/pages/development-events.ts';
import { developmentEvents } from '../gateway/pages/development-script.ts';

/** A request that is under way, with the gateway that answers it, whatever takes its place meanwhile. */
export class OpenRequest {
  readonly response: ServerResponse;
  readonly lease: Lease;

  constructor(response: ServerResponse, lease: Lease) {
    this.response = response;
    this.lease = lease;
  }
}

/** The requests of one server that are under way, each with the gateway that it holds until its response has closed. */
export class OpenRequests {
  readonly #current: CurrentGateway;
  readonly #open = new Set<OpenRequest>();

  constructor(current: CurrentGateway) {
    this.#current = current;
    current.follow({
      replaced: (from, to) => {
        for (const response of this.#on(from)) if (isDevelopmentEvents(response)) response.end(servingEvent(to));
      },
      refused: (gateway, change) => {
        for (const response of this.#on(gateway))
          if (isDevelopmentEvents(response)) response.write(refusedEvent(gateway, change));
      },
      overdue: (gateway) => {
        for (const response of this.#on(gateway)) response.destroy();
      },
    });
  }

  begin(response: ServerResponse): OpenRequest {
    const open = new OpenRequest(response, this.#current.lease());
    this.#open.add(open);
    const { debugHeader } = open.lease.gateway;
    if (debugHeader !== undefined) response.setHeader(generationHeader, debugHeader);
    return open;
  }

  /** Called once, when the response has closed: sent, cut off or failed. */
  end(open: OpenRequest): void {
    this.#open.delete(open);
    open.lease.release();
  }

  /** Oldest first. A response may close while it is looked at. */
  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (const { response } of this.#open) yield response;
  }

  #on(gateway: Gateway): readonly ServerResponse[] {
    return [...this.#open].filter(({ lease }) => lease.gateway === gateway).map(({ response }) => response);
  }
}

// It has no end of its own, and would keep the gateway: the browser is told at once, and comes back by itself.
function isDevelopmentEvents(response: ServerResponse): boolean {
  return response.headersSent && response.req.url?.startsWith(developmentEvents) === true;
}
