/** All time limits of the protocol, in ms, based on those of published apps for the same calls and on how long people wait. */
export const handshakeMs = 3000
/** Pauses before each hello; further hellos use the last. */
export const helloAtMs: readonly number[] = [0, 250, 500, 1000, 1000]
/** A host that has not acknowledged a request by then counts as dead, not as slow. */
export const ackMs = 2000
/** A host that replies within this time sends no ack, because the reply implies it; most calls then take two messages. */
export const lazyAckMs = 50
/** An unacknowledged request is sent again after this time. The host runs an id only once, so this is safe for writes too. */
export const resendMs = 650
/** While calls wait for their replies, the page asks the host this often to repeat those already sent: they may be lost. */
export const replyPollMs = 2500
export const pingMs = 10_000
/** After this many pings without any frame in return, the host counts as lost. */
export const missedPings = 2
export const cancelMs = 5000

const seconds = 1000

export interface TimeLimit {
  /** Limit of the whole call, ms; undefined where a person may be choosing in a dialog. */
  readonly hard: number | undefined
  /** Limit since the last progress, ms; if `idleFromStart` is false it applies only after the first progress. */
  readonly idle: number | undefined
  readonly idleFromStart: boolean
}

/** Returns the limit of an upload: 60 s plus the time that the size takes at 50 KB/s, at most 5 min. */
export const uploadMs = (bytes: number): number => Math.min(300 * seconds, 60 * seconds + (bytes / (50 * 1024)) * seconds)

/** Returns the limits of a call; `bytes` is the size of the file that it transfers. */
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

const readMethods: ReadonlySet<string> = new Set([
  'cloud.storeConfig',
  'storage.get',
  'blob.write',
  'blob.free',
  'diagnose.echo',
  'diagnose.facts',
])

/**
 * Whether a method counts as a write if the caller does not say. Unknown methods do: repeating a write may cost money, not
 * repeating a read costs one click. `blob.write` counts as a read, because pieces in a host's memory are no lasting effect.
 */
export const writesByDefault = (method: string): boolean => !readMethods.has(method)
