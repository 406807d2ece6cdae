import { type Chart, chartFields } from './chart.ts';

/** The data of the overview. */
export interface Live {
  readonly file: string;
  readonly mode: string;
  readonly generation: { readonly number: number; readonly seconds: number };
  readonly reloads: { readonly replaced: number; readonly refused: number };
  readonly health: readonly { readonly name: string; readonly reason: string | null }[];
  readonly traffic: Chart;
  readonly extensions: readonly LiveExtension[];
  readonly load: {
    readonly inFlight: number;
    readonly limit: number;
    readonly share: number;
    readonly delayMs: number;
    readonly shed: readonly ReasonCount[];
  };
  readonly pool: {
    readonly limit: number;
    readonly open: number;
    readonly inUse: number;
    readonly idle: number;
    readonly waiting: number;
  };
  readonly operations: {
    readonly compiled: number;
    readonly planned: number;
    readonly introspection: number;
    readonly replayed: number;
  };
  readonly process: {
    readonly seconds: number;
    readonly residentBytes: number;
    readonly heapBytes: number;
    readonly node: string;
    readonly pid: number;
  };
}

export interface LiveExtension {
  readonly id: string;
  readonly breaker: string;
  readonly calls: number;
  readonly inFlight: number;
  readonly errors: number;
  readonly recent: Chart;
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** The selection of the page's query, and of the browser's later queries. */
export const liveFields = /* GraphQL */ `
  query {
    overview {
      file
      mode
      generation { number seconds }
      reloads { replaced refused }
      health { name reason }
      traffic ${chartFields}
      extensions { id breaker calls inFlight errors recent ${chartFields} }
      load { inFlight limit share delayMs shed { reason count } }
      pool { limit open inUse idle waiting }
      operations { compiled planned introspection replayed }
      process { seconds residentBytes heapBytes node pid }
    }
  }
`;
