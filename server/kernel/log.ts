/** The log that the server writes for its operator. */

/** Facts beside a message: ids, counts and words of the code, never what a person entered. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface Log {
  info(message: string, fields?: LogFields): void
  /** Writes a failure that is not reported to a caller; what it may quote of a person's data is left out. */
  error(message: string, error: unknown, fields?: LogFields): void
}
