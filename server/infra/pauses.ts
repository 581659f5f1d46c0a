/**
 * The halts that the operator has set, for all processes of a database: of everything that changes data during maintenance, and of
 * everything that acts outside while the database may be a copy of an installation that is still used.
 */
import type { Db } from '../kernel/context'
import { readNotes } from './db/installation'
import { every } from './every'

/** How often a process looks whether the operator changed something, ms. */
const lookEveryMs = 3_000

export interface Halt {
  /** The text that answers sellers' and buyers' changes during maintenance; null otherwise. */
  readonly maintenance: string | null
  /** Why nothing may act outside, for the operator; null when it may. */
  readonly copy: string | null
}

export interface Pauses {
  now(): Halt
  /** Calls the listener after each change. */
  onChange(listener: (halt: Halt) => void): void
  /** Looks now instead of within seconds. */
  look(): Promise<void>
  stop(): void
}

/** Reads what is halted now, and again every three seconds. Looks that fail change nothing, and the first of them is reported. */
export async function watchPauses(db: Db, report: (error: unknown) => void): Promise<Pauses> {
  const read = async (): Promise<Halt> => {
    const { maintenance, copy } = await readNotes(db, ['maintenance', 'copy'])
    return { maintenance: maintenance?.words ?? null, copy: copy?.reason ?? null }
  }
  let halt = await read()
  const listeners: ((halt: Halt) => void)[] = []
  const look = async (): Promise<void> => {
    const before = halt
    halt = await read()
    if (halt.maintenance === before.maintenance && halt.copy === before.copy) return
    for (const listener of listeners) listener(halt)
  }
  const looking = every(lookEveryMs, look, report)
  return {
    now: () => halt,
    onChange: (listener) => void listeners.push(listener),
    look,
    stop: looking.stop,
  }
}
