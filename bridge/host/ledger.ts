import { createMemory } from '../core/memory'

/** How to take one effect back; `what` names it in the log. */
export interface UndoStep {
  readonly what: string
  readonly step: () => void | Promise<void>
}

/** Something done for a page and answered, and the calls that asked for it. */
export interface Effect {
  readonly method: string
  readonly ids: Set<string>
  readonly undo: UndoStep[]
}

/**
 * Effects whose answer was sent but may not have arrived. A host that is loaded anew is given the ledger of the one before it:
 * a page that never saw the answer says so to the new host, which can then still take the effect back.
 */
export interface Ledger {
  put(id: string, effect: Effect): void
  /** The call reached nobody: the effect to take back, once no other call of it is left. */
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
