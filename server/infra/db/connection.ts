/** The interface that both databases implement; everything above it (transactions, guards, Kysely) is written once. */
import type { UserChanges } from '../../kernel/user-changes'
import type { Parameter } from './values'

export interface RunResult {
  /** Rows of all statements in their order; without parameters a text may hold several. */
  readonly rows: unknown[]
  /** First word of the command tag of the last statement: SELECT, INSERT, COMMIT, ROLLBACK, … */
  readonly command: string | undefined
  readonly affected: number | undefined
}

/** One borrowed connection. */
export interface Session {
  run(sql: string, parameters: readonly Parameter[]): Promise<RunResult>
  /** Returns the connection. `broken`: its transaction could not be ended, so it must not be reused. */
  release(broken: boolean): Promise<void>
}

export interface Source {
  acquire(): Promise<Session>
  /** Waits for borrowed sessions, then closes everything. */
  end(): Promise<void>
  /** Present only for a database that no other process writes. */
  readonly userChanges?: UserChanges
}

/** PostgreSQL's fields of a failed statement; both drivers use these names. */
export interface SqlErrorFields {
  readonly message: string
  readonly code?: string | undefined
  readonly severity?: string | undefined
  readonly detail?: string | undefined
  readonly hint?: string | undefined
  readonly where?: string | undefined
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  readonly constraint?: string | undefined
  readonly routine?: string | undefined
}

/**
 * A statement that the embedded database refused. It has no parameters, because they may hold secrets and errors end up in logs.
 */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly code: string | undefined
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly where: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
  readonly routine: string | undefined

  constructor(fields: SqlErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.severity = fields.severity
    this.detail = fields.detail
    this.hint = fields.hint
    this.where = fields.where
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.constraint = fields.constraint
    this.routine = fields.routine
  }
}

/** The database could not be reached, or the connection broke: the statement in progress may or may not have been executed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  /** PostgreSQL's code for a failed connection. */
  readonly code = '08006'
  constructor(message: string, cause: unknown) {
    super(message, { cause })
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the fields of a driver's error as plain data that can be sent to another thread. */
export function sqlErrorFields(error: unknown): SqlErrorFields {
  if (!(error instanceof Error)) return { message: String(error) }
  const raw: Record<string, unknown> = { ...error }
  return {
    message: error.message,
    code: text(raw.code),
    severity: text(raw.severity),
    detail: text(raw.detail),
    hint: text(raw.hint),
    where: text(raw.where),
    schema: text(raw.schema),
    table: text(raw.table),
    column: text(raw.column),
    constraint: text(raw.constraint),
    routine: text(raw.routine),
  }
}
