/**
 * Announces operations of the server, such as a request or a statement, to whatever measures and traces them. Nothing is announced,
 * and nothing costs time, while nobody listens.
 */
import type { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { Failure } from './failure'

export type OperationKind =
  /** An HTTP request; its name is the route's pattern. */
  | 'request'
  /** A wait for a database connection. */
  | 'connection-wait'
  /** The use of a database connection. */
  | 'connection'
  /** A statement; its name has its verb and its first table, never its text. */
  | 'statement'
  /** A call of the storage. */
  | 'storage'
  /** A call of another company's system, by the name of its method. */
  | 'call'
  /** A wait that such a system asked for. */
  | 'call-wait'
  /** A round of a job, by the name of its queue. */
  | 'job'
  /** A picture that is cut out, by the type of its subject. */
  | 'cutout'

export interface Operation {
  readonly kind: OperationKind
  /** One of a bounded number of words of the code: it becomes a label of metrics and the name of a span. */
  name: string
  /** The system that is called. */
  readonly system?: string
  /** The HTTP method. */
  readonly method?: string
  /** The HTTP status, or how the operation ended; set while it runs. Without it: `ok`, the code of a Failure, or `error`. */
  outcome?: string
  /** Id of the request, as in the log. */
  readonly id?: string
  /** W3C trace context of the request, from a trusted proxy. */
  readonly traceparent?: string
}

/** Operation as listeners see it: Node adds the error of a rejected one. */
type Announced = Operation & { error?: unknown }

const channel = tracingChannel<unknown, Announced>('kejiang:operation')

/** Runs `work` as an operation. `describe` is called only when somebody listens; `work` may change what it returned. */
export function operation<T>(describe: () => Operation, work: (current?: Operation) => Promise<T>): Promise<T> {
  if (!channel.hasSubscribers) return work()
  const current: Announced = describe()
  // Asynchronous even when `work` throws at once, so that every operation ends.
  return channel.tracePromise(async () => work(current), current)
}

/** Returns how an ended operation ended, in a bounded number of words. */
export function outcomeOf({ outcome, error }: Announced): string {
  if (outcome !== undefined) return outcome
  if (error === undefined) return 'ok'
  return error instanceof Failure ? error.code : 'error'
}

export interface OperationListener {
  started(operation: Operation): void
  ended(operation: Operation, outcome: string, error: unknown): void
}

/** Calls the listener for each operation until the returned function is called. */
export function listenToOperations({ started, ended }: OperationListener): () => void {
  const handlers = {
    start: (message: Announced) => started(message),
    asyncEnd: (message: Announced) => ended(message, outcomeOf(message), message.error),
    // `work` is asynchronous, so that these are never the end of it.
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  }
  channel.subscribe(handlers)
  return () => void channel.unsubscribe(handlers)
}

/**
 * Carries a value of each operation to the operations inside it: `enter` returns the value of an operation from that of the one
 * around it.
 */
export function carryThroughOperations<S>(
  store: AsyncLocalStorage<S | undefined>,
  enter: (operation: Operation, around: S | undefined) => S | undefined,
): () => void {
  channel.start.bindStore(store as never, (message) => enter(message as Announced, store.getStore()) as never)
  return () => void channel.start.unbindStore(store as never)
}
