import type { ShownMove } from '../base/ordering'

/** One move of the seller, with its request. */
export interface ListMove extends ShownMove {
  readonly send: () => Promise<unknown>
}

/** The moves that the list read from the server may not contain yet. */
export interface MoveLog {
  /** The ids on screen before the first of these moves, in order. */
  readonly baseIds: readonly number[]
  /** The moves in the order in which the seller made them, without those that failed. */
  readonly moves: readonly ListMove[]
  /** Whether a request is under way; until it is done, no further move is taken. */
  readonly isSending: boolean
  /** Whether all requests are done and the list could not be read again. */
  readonly isUnread: boolean
}

/** The result of the moves since the list was last read. */
export interface MoveOutcome {
  readonly saved: number
  /** Reasons of the moves that failed, the first one first. */
  readonly failures: readonly unknown[]
}

interface ListMovesOptions {
  /** Called with each change of the log; null: the list contains every move. */
  readonly onChange: (log: MoveLog | null) => void
  /** Reads the list from the server. */
  readonly reload: () => Promise<unknown>
  /** Called when the list was read after a move, or could not be read, and no other move was made meanwhile. */
  readonly onDone: (outcome: MoveOutcome) => void
}

export interface ListMoves {
  /**
   * Sends a move, unless one is being sent, and reads the list. A failed move leaves the log.
   * @param shownIds ids on screen in the order read from the server.
   */
  send(move: ListMove, shownIds: readonly number[]): Promise<void>
  /** To be called when the list was read: forgets moves after which it could not be read before. */
  listRead(): void
}

/** Sends the moves of one list, one at a time; one that is made while the list is read after another is sent at once. */
export function createListMoves({ onChange, reload, onDone }: ListMovesOptions): ListMoves {
  const nothing: MoveOutcome = { saved: 0, failures: [] }
  let log: MoveLog | null = null
  let outcome = nothing
  let lastMove: ListMove | null = null

  const change = (changed: Partial<MoveLog>) => {
    log = { baseIds: [], moves: [], isSending: false, isUnread: false, ...log, ...changed }
    onChange(log)
  }
  const clear = () => {
    log = null
    onChange(null)
  }

  return {
    async send(move, shownIds) {
      if (log?.isSending) return
      lastMove = move
      const known = new Set(log?.baseIds)
      change({
        // Items may have been added, or another page may be on screen, since the first move.
        baseIds: [...(log?.baseIds ?? []), ...shownIds.filter((id) => !known.has(id))],
        moves: [...(log?.moves ?? []), move],
        isSending: true,
        isUnread: false,
      })
      try {
        await move.send()
        outcome = { ...outcome, saved: outcome.saved + 1 }
        change({ isSending: false })
      } catch (cause) {
        outcome = { ...outcome, failures: [...outcome.failures, cause] }
        change({ isSending: false, moves: log?.moves.filter((one) => one !== move) ?? [] })
      }
      const isRead = await reload().then(
        () => true,
        () => false,
      )
      // The later move reads the list again and reports both.
      if (lastMove !== move) return
      if (isRead) clear()
      else change({ isUnread: true })
      const ended = outcome
      outcome = nothing
      onDone(ended)
    },
    listRead() {
      if (log?.isUnread) clear()
    },
  }
}
