import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type TextMapPropagator,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** A span that has ended. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
  readonly status: SpanStatus;
  readonly exceptions: readonly string[];
}

export interface SpanCollector extends Disposable {
  /** In the order in which they ended. */
  readonly spans: readonly EndedSpan[];
}

/** Registers a small OpenTelemetry SDK for this process, until it is disposed: spans in memory, and W3C trace context. */
export function collectSpans(): SpanCollector {
  const spans: EndedSpan[] = [];
  trace.setGlobalTracerProvider({ getTracer: () => new MemoryTracer(spans) });
  context.setGlobalContextManager(new AsyncContexts());
  propagation.setGlobalPropagator(new TraceParent());
  return {
    spans,
    [Symbol.dispose]: () => {
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

class MemoryTracer implements Tracer {
  readonly #spans: EndedSpan[];

  constructor(spans: EndedSpan[]) {
    this.#spans = spans;
  }

  startSpan(name: string, options: SpanOptions = {}, parent: Context = context.active()): Span {
    return new MemorySpan(name, { options, parent: trace.getSpanContext(parent), spans: this.#spans });
  }

  startActiveSpan<F extends (span: Span) => unknown>(name: string, ...rest: readonly unknown[]): ReturnType<F> {
    const work = rest.at(-1) as (span: Span) => ReturnType<F>;
    const options = rest.length > 1 ? (rest[0] as SpanOptions) : {};
    const parent = rest.length > 2 ? (rest[1] as Context) : context.active();
    const span = this.startSpan(name, options, parent);
    return context.with(trace.setSpan(parent, span), () => work(span));
  }
}

interface SpanParts {
  readonly options: SpanOptions;
  readonly parent: SpanContext | undefined;
  readonly spans: EndedSpan[];
}

class MemorySpan implements Span {
  #name: string;
  #status: SpanStatus = { code: SpanStatusCode.UNSET };
  readonly #attributes: Attributes = {};
  readonly #exceptions: string[] = [];
  readonly #parts: SpanParts;
  readonly #context: SpanContext;

  constructor(name: string, parts: SpanParts) {
    this.#name = name;
    this.#parts = parts;
    this.setAttributes(parts.options.attributes ?? {});
    const traceId = parts.parent?.traceId ?? randomBytes(16).toString('hex');
    this.#context = { traceId, spanId: randomBytes(8).toString('hex'), traceFlags: TraceFlags.SAMPLED };
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  setAttribute(key: string, value: Attributes[string]): this {
    return this.setAttributes({ [key]: value });
  }

  setAttributes(attributes: Attributes): this {
    // As the SDK does.
    const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
    Object.assign(this.#attributes, Object.fromEntries(given));
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(status: SpanStatus): this {
    this.#status = status;
    return this;
  }

  updateName(name: string): this {
    this.#name = name;
    return this;
  }

  isRecording(): boolean {
    return true;
  }

  recordException(exception: unknown): void {
    this.#exceptions.push(exception instanceof Error ? exception.message : String(exception));
  }

  end(): void {
    const { traceId, spanId } = this.#context;
    const { options, parent, spans } = this.#parts;
    spans.push({
      name: this.#name,
      kind: options.kind ?? SpanKind.INTERNAL,
      traceId,
      spanId,
      parentId: parent?.spanId,
      attributes: this.#attributes,
      status: this.#status,
      exceptions: this.#exceptions,
    });
  }
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArgument?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => Reflect.apply(work, thisArgument, args));
  }

  bind<T>(_active: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}

class TraceParent implements TextMapPropagator {
  inject(): void {
    throw new Error('the gateway sends nothing itself');
  }

  extract(active: Context, carrier: Readonly<Record<string, unknown>>): Context {
    const [, traceId = '', spanId = '', flags = '0'] = String(carrier.traceparent).split('-');
    const found = { traceId, spanId, traceFlags: Number(flags), isRemote: true };
    return isSpanContextValid(found) ? trace.setSpanContext(active, found) : active;
  }

  fields(): string[] {
    return ['traceparent'];
  }
}
