import type { ShownMove } from '../base/ordering'

/** One move of the seller, with its request. */
export interface QueuedMove extends ShownMove {
  readonly send: () => Promise<unknown>
}

/** The moves that the list read from the server may not contain yet. */
export interface MoveLog {
  /** The ids on screen before the first of these moves, in order. */
  readonly baseIds: readonly number[]
  /** The moves in the order in which the seller made them, without those that failed. */
  readonly moves: readonly QueuedMove[]
  /** Whether a request is under way; until it is done, no further move is taken. */
  readonly isSending: boolean
  /** Whether all requests are done and the list could not be read again. */
  readonly isUnread: boolean
}

/** What became of the moves since the queue was last empty. */
export interface MoveOutcome {
  readonly saved: number
  /** Reasons of the moves that failed, the first one first. */
  readonly failures: readonly unknown[]
}

interface MoveQueueOptions {
  /** Called with each change of the log; null: the list contains every move. */
  readonly onChange: (log: MoveLog | null) => void
  /** Reads the list from the server; a move during the read is sent at once, and the list is read again afterwards. */
  readonly reload: () => Promise<unknown>
  /** Called when no move waits any more. */
  readonly onDone: (outcome: MoveOutcome) => void
}

export interface MoveQueue {
  readonly log: MoveLog | null
  /**
   * Sends a move, unless one is being sent.
   * @param shownIds ids on screen in the order read from the server.
   */
  add(move: QueuedMove, shownIds: readonly number[]): void
  /** To be called when the list was read: forgets moves after which it could not be read before. */
  listRead(): void
}

/**
 * Sends the moves of one list, one at a time, and reads the list after the last of them: a move during the read is sent at once. A
 * failed move leaves the log.
 */
export function createMoveQueue({ onChange, reload, onDone }: MoveQueueOptions): MoveQueue {
  let log: MoveLog | null = null
  let next: QueuedMove | null = null
  let isRunning = false
  let wakeUp = () => {}

  const change = (changed: Partial<MoveLog>) => {
    log = { baseIds: [], moves: [], isSending: false, isUnread: false, ...log, ...changed }
    onChange(log)
  }

  const run = async () => {
    isRunning = true
    let saved = 0
    const failures: unknown[] = []
    let isRead = false
    do {
      const sent = next
      next = null
      try {
        await sent?.send()
        saved++
        change({ isSending: false })
      } catch (cause) {
        failures.push(cause)
        change({ isSending: false, moves: log?.moves.filter((one) => one !== sent) ?? [] })
      }
      const added = new Promise<boolean>((resolve) => {
        wakeUp = () => resolve(false)
      })
      const read = reload().then(
        () => true,
        () => false,
      )
      isRead = await Promise.race([read, added])
    } while (next !== null)
    isRunning = false
    if (isRead) {
      log = null
      onChange(null)
    } else change({ isUnread: true })
    onDone({ saved, failures })
  }

  return {
    get log() {
      return log
    },
    add(move, shownIds) {
      if (log?.isSending) return
      next = move
      const known = new Set(log?.baseIds)
      change({
        // Items may have been added, or another page may be on screen, since the first move.
        baseIds: [...(log?.baseIds ?? []), ...shownIds.filter((id) => !known.has(id))],
        moves: [...(log?.moves ?? []), move],
        isSending: true,
        isUnread: false,
      })
      if (isRunning) wakeUp()
      else void run()
    },
    listRead() {
      if (!log?.isUnread) return
      log = null
      onChange(null)
    },
  }
}
