/** The fields of an error for the log: only those that are known to hold no person's data. */
import { redact } from './redact'

export interface ErrorFacts {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorFacts
  /** Name of a system call, or PostgreSQL's fields. */
  readonly [field: string]: unknown
}

// PostgreSQL's `detail`, `where` and `hint` quote the row, so they are missing here.
const plainFields = ['code', 'syscall', 'errno', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const
const maxDepth = 4
const maxMessage = 500

/** Returns the frames alone: the text before them repeats the message. */
const framesOf = (stack: string | undefined): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|native\)?)$/.test(line))
    .slice(0, 20)
    .join('\n')

/** Returns the facts of a thrown value, with its causes. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)).slice(0, maxMessage) }
  const fields = plainFields.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'number' || (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) ? [[name, value] as const] : []
  })
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause
  const stack = framesOf(error.stack)
  return {
    type: error.name,
    message: redact(error.message).slice(0, maxMessage),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && depth < maxDepth ? { cause: errorFacts(cause, depth + 1) } : {}),
    ...(stack ? { stack } : {}),
  }
}
