import type { ServerResponse } from 'node:http';
import type { CurrentGateway, Lease } from '../gateway/current-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { generationHeader } from '../gateway/http/own-headers.ts';
import { developmentEvents } from '../gateway/pages/development-script.ts';

/** The requests of one server that are under way, each with the gateway that it holds until its response has closed. */
export class OpenRequests {
  readonly #current: CurrentGateway;
  readonly #leases = new Map<ServerResponse, Lease>();

  constructor(current: CurrentGateway) {
    this.#current = current;
    current.follow({
      replaced: (from, to) => {
        for (const response of this.#on(from)) if (isDevelopmentEvents(response)) response.end(eventOf(to));
      },
      overdue: (gateway) => {
        for (const response of this.#on(gateway)) response.destroy();
      },
    });
  }

  /** The gateway that answers this request, whatever takes its place meanwhile. */
  begin(response: ServerResponse): Gateway {
    const lease = this.#current.lease();
    this.#leases.set(response, lease);
    const { debugHeader } = lease.gateway;
    if (debugHeader !== undefined) response.setHeader(generationHeader, debugHeader);
    return lease.gateway;
  }

  /** Called when the response has closed: sent, cut off or failed. */
  end(response: ServerResponse): void {
    this.#leases.get(response)?.release();
    this.#leases.delete(response);
  }

  [Symbol.iterator](): Iterator<ServerResponse> {
    return this.#leases.keys();
  }

  #on(gateway: Gateway): readonly ServerResponse[] {
    return [...this.#leases].flatMap(([response, lease]) => (lease.gateway === gateway ? response : []));
  }
}

// It has no end of its own, and would keep the gateway: the browser is told at once, and comes back by itself.
function isDevelopmentEvents(response: ServerResponse): boolean {
  return response.headersSent && response.req.url?.startsWith(developmentEvents) === true;
}

function eventOf(gateway: Gateway): string {
  return `data: ${gateway.pages.generation}\n\n`;
}
