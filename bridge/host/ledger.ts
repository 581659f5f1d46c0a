/** Remembers how to undo finished calls whose replies may have been lost. */
import { createMemory } from '../core/memory'

/** How to undo one effect; `description` names it in the log. */
export interface UndoStep {
  readonly description: string
  readonly run: () => void | Promise<void>
}

/** The effect of a finished run: its undo steps, and the ids of the calls that requested it. */
export interface Effect {
  readonly method: string
  readonly ids: Set<string>
  /** The idempotency key of the run, if it had one. */
  readonly key: string | undefined
  readonly undo: UndoStep[]
}

/**
 * Effects whose reply was sent but may not have arrived, kept for ten minutes. A new host gets the ledger of the host before it,
 * so that it can still undo an effect when the page, which never received the reply, cancels the call at the new host.
 */
export interface Ledger {
  put(id: string, effect: Effect): void
  /** The reply of this call reached no page. Returns its effect, to be undone, if no other call shares it. */
  take(id: string): Effect | undefined
}

export function createLedger(now: () => number): Ledger {
  const effects = createMemory<Effect>(now, { keepMs: 600_000, max: 500 })
  return {
    put: (id, effect) => effects.set(id, effect),
    take(id) {
      const effect = effects.get(id)
      effects.delete(id)
      effect?.ids.delete(id)
      return effect && effect.ids.size === 0 ? effect : undefined
    },
  }
}
