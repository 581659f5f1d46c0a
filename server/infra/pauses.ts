/**
 * What the operator has halted, for all processes of a database: everything that changes data while it is maintained, and everything that
 * acts outside while it may be a copy of an installation that goes on.
 */
import type { Db } from '../kernel/context'
import { readNotes } from './db/installation'
import { every } from './every'

/** How often a process looks whether the operator changed something, ms. */
const lookEveryMs = 3_000

export interface Halt {
  /** What sellers and buyers read instead of an answer to a change; null while nothing is maintained. */
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
