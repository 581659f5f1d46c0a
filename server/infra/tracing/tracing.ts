/** Sends the operations of this process as spans to an OpenTelemetry collector (OTLP over HTTP). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { carryThroughOperations, listenToOperations, type Operation, type OperationKind } from '../../kernel/operation'

export interface TracingOptions {
  /** Base address of the collector: spans are posted to `/v1/traces` below it. */
  readonly endpoint: string
  readonly serviceName: string
  /** Receives failures to send spans. */
  readonly report: (message: string, error: unknown) => void
}

interface Tracing {
  /** Sends what is left and stops. */
  stop(): Promise<void>
}

/** A collector that is away fails every few seconds. */
const reportIntervalMs = 60_000

/** Time for one batch with its retries, ms; a stopping process waits this long for a collector that is away. */
const sendMs = 3_000

/** Operations that begin a trace; others, such as the statements of a timer, are only shown inside one of these. */
const roots: ReadonlySet<OperationKind> = new Set(['request', 'job', 'call'])
/** Operations that are no spans, because their statements are. */
const hidden: ReadonlySet<OperationKind> = new Set(['connection', 'connection-wait'])

const spanKinds: Partial<Record<OperationKind, SpanKind>> = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  statement: SpanKind.CLIENT,
  storage: SpanKind.CLIENT,
  call: SpanKind.CLIENT,
}

function spanName({ kind, name, method, system }: Operation): string {
  if (kind === 'request') return `${method} ${name}`
  return kind === 'statement' ? name : `${system ?? kind} ${name}`
}

/** Attributes by OpenTelemetry's semantic conventions. None has a value that a person entered. */
function attributesOf({ kind, name, method, system, id }: Operation): Attributes {
  const [verb, table] = name.split(' ')
  switch (kind) {
    case 'request':
      return { 'http.request.method': method, 'kejiang.request_id': id }
    case 'statement':
      return { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.collection.name': table }
    case 'call':
    case 'call-wait':
      return { 'peer.service': system, 'rpc.method': name }
    case 'job':
      return { 'messaging.destination.name': name }
    default:
      return {}
  }
}

function endAttributes({ kind, name }: Operation, outcome: string): Attributes {
  if (kind === 'request') return { 'http.route': name, 'http.response.status_code': Number(outcome) }
  return { 'kejiang.outcome': outcome }
}

/** Returns the context of a W3C `traceparent`, or that of a new trace. */
function remoteContext(traceparent = ''): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/**
 * Starts to send spans. OpenTelemetry's own variables are read by its library: OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER,
 * OTEL_BSP_*.
 */
export function startTracing({ endpoint, serviceName, report }: TracingOptions): Tracing {
  let reportedAt = Number.NEGATIVE_INFINITY
  const reportFailure = (message: string, ...rest: unknown[]): void => {
    if (performance.now() - reportedAt < reportIntervalMs) return
    reportedAt = performance.now()
    report('tracing', rest.find((value) => value instanceof Error) ?? message)
  }
  const silent = (): void => undefined
  const logger = { error: reportFailure, warn: silent, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: sendMs }))],
  })
  const tracer = provider.getTracer('kejiang')
  const spans = new WeakMap<Operation, Span>()
  const store = new AsyncLocalStorage<Context | undefined>()

  const enter = (operation: Operation, around: Context | undefined): Context | undefined => {
    if (hidden.has(operation.kind) || (around === undefined && !roots.has(operation.kind))) return around
    const parent = around ?? remoteContext(operation.traceparent)
    const kind = spanKinds[operation.kind] ?? SpanKind.INTERNAL
    const span = tracer.startSpan(spanName(operation), { kind, attributes: attributesOf(operation) }, parent)
    spans.set(operation, span)
    return trace.setSpan(parent, span)
  }
  const stopCarrying = carryThroughOperations(store, enter)
  const stopListening = listenToOperations({
    started: silent,
    ended(operation, outcome, error) {
      const span = spans.get(operation)
      if (!span) return
      // The route of a request is known only now.
      span.updateName(spanName(operation))
      span.setAttributes(endAttributes(operation, outcome))
      const isFailed = operation.kind === 'request' ? outcome.startsWith('5') : error !== undefined
      // The error itself is in the log: its text may quote what a person entered.
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
      span.end()
    },
  })
  return {
    async stop() {
      stopCarrying()
      stopListening()
      await provider.shutdown().catch((error: unknown) => report('tracing', error))
      diag.disable()
    },
  }
}
