/** Every time limit of the protocol, ms. Bases: what published apps use for the same calls, and human patience. */
export const handshakeMs = 3000
export const helloAtMs: readonly number[] = [0, 250, 500, 1000, 1000]
/** Separates a dead host from a slow one. */
export const ackMs = 2000
/** A host that answers within this sends no ack at all: the answer is one, and most calls then take two messages, not three. */
export const lazyAckMs = 50
/** An unacknowledged request is sent again: the host executes an id only once, so this is safe for writes too. */
export const resendMs = 650
/** A host that works on something is asked this often whether it has answered already: its answer may have been lost. */
export const chaseMs = 2500
export const pingMs = 10_000
/** Pings without an answer before the host counts as lost. */
export const missedPings = 2
export const cancelMs = 5000

const seconds = 1000

export interface TimeLimit {
  /** Whole call; undefined while a person may sit in front of a dialog. */
  readonly hard: number | undefined
  /** Since the last sign of progress; applies from the first progress on when `idleFromStart` is false. */
  readonly idle: number | undefined
  readonly idleFromStart: boolean
}

/** 60 s, plus the size at 50 KB/s, at most 5 min. */
export const uploadMs = (bytes: number): number => Math.min(300 * seconds, 60 * seconds + (bytes / (50 * 1024)) * seconds)

/** The limits of a call; `bytes` is what it moves. */
export function timeLimit(method: string, write: boolean, bytes: number): TimeLimit {
  switch (method) {
    case 'cloud.upload':
      return { hard: uploadMs(bytes), idle: 30 * seconds, idleFromStart: false }
    case 'blob.write':
      return { hard: uploadMs(bytes), idle: 30 * seconds, idleFromStart: true }
    case 'disk.save':
      return { hard: undefined, idle: 60 * seconds, idleFromStart: true }
    case 'top.invoke':
      return { hard: (write ? 30 : 15) * seconds, idle: undefined, idleFromStart: false }
    default:
      return { hard: 10 * seconds, idle: undefined, idleFromStart: false }
  }
}

const reads: ReadonlySet<string> = new Set([
  'cloud.storeConfig',
  'storage.get',
  'blob.write',
  'blob.free',
  'diagnose.echo',
  'diagnose.facts',
])

/**
 * Whether a method changes something when the caller does not say. Unknown means yes: sending a write twice costs money,
 * not sending a read twice costs one click. `blob.write` counts as a read: pieces in a host's memory are no effect.
 */
export const writesByDefault = (method: string): boolean => !reads.has(method)
