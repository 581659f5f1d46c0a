import type { ShownMove } from '../base/ordering'

/** One move of the seller, with its request. */
export interface QueuedMove extends ShownMove {
  /** Sends the request; called when all earlier moves are done. */
  readonly send: () => Promise<unknown>
}

/** The moves that the list read from the server may not contain yet. */
export interface MoveLog {
  /** The ids on screen before the first of these moves, in order. */
  readonly baseIds: readonly number[]
  /** The moves in the order in which the seller made them, without those that failed. */
  readonly moves: readonly QueuedMove[]
  /** Number of moves of which the request has not been sent yet. */
  readonly waiting: number
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
  /** @param shownIds ids on screen in the order read from the server. */
  add(move: QueuedMove, shownIds: readonly number[]): void
  /** To be called when the list was read: forgets moves after which it could not be read before. */
  listRead(): void
}

/**
 * Sends the moves of one list one after another, each as soon as the earlier ones are done, then reads the list once. A failed move
 * leaves the log, and the moves after it are still sent.
 */
export function createMoveQueue({ onChange, reload, onDone }: MoveQueueOptions): MoveQueue {
  let log: MoveLog | null = null
  const waiting: QueuedMove[] = []
  let isRunning = false
  let wakeUp = () => {}

  const change = (next: Partial<MoveLog>) => {
    log = { baseIds: [], moves: [], isUnread: false, ...log, ...next, waiting: waiting.length }
    onChange(log)
  }

  const run = async () => {
    isRunning = true
    let saved = 0
    const failures: unknown[] = []
    let isRead = false
    do {
      for (let move = waiting.shift(); move !== undefined; move = waiting.shift()) {
        const sent = move
        change({})
        try {
          await sent.send()
          saved++
        } catch (cause) {
          failures.push(cause)
          change({ moves: log?.moves.filter((one) => one !== sent) ?? [] })
        }
      }
      const added = new Promise<boolean>((resolve) => {
        wakeUp = () => resolve(false)
      })
      const read = reload().then(
        () => true,
        () => false,
      )
      isRead = await Promise.race([read, added])
    } while (waiting.length > 0)
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
      waiting.push(move)
      const known = new Set(log?.baseIds)
      change({
        // Items may have been added, or another page may be on screen, since the first move.
        baseIds: [...(log?.baseIds ?? []), ...shownIds.filter((id) => !known.has(id))],
        moves: [...(log?.moves ?? []), move],
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
