/** A channel that loses, doubles, delays, swaps and truncates frames as configured, and reports what became of each. */
import type { Channel } from '../core/types'
import { escapeMessage } from './escaping'

/** Delays are ms; loss, duplicate and reorder are percentages. */
export interface LinkFaults {
  readonly latency: number
  readonly jitter: number
  readonly loss: number
  readonly duplicate: number
  readonly reorder: number
  /** Largest encoded message that is delivered, in letters; 0 for no limit. */
  readonly frameLimit: number
  readonly welcomeDelay: number
  readonly wrongKind: boolean
}

/** Faults that affect only the next reply. */
export const nextFaults = ['drop', 'wrong-kind', 'cut'] as const
export type NextFault = (typeof nextFaults)[number]

export type Fate = 'delivered' | 'lost' | 'doubled' | 'swapped' | 'cut' | 'wrong-kind'

export interface FrameNote {
  /** `in` is from the page to the host. */
  readonly way: 'in' | 'out'
  readonly frame: unknown
  readonly fate: Fate
}

export interface FaultyEnv {
  now(): number
  random(): number
  set(task: () => void, ms: number): unknown
  clear(handle: unknown): void
}

/** A test's function that decides what is delivered for one frame. Undefined applies the settings, an empty list loses it. */
export type Tamper = (
  way: 'in' | 'out',
  frame: Readonly<Record<string, unknown>>,
) => readonly { readonly delay: number; readonly frame?: unknown }[] | undefined

/** A channel that can also deliver truncated messages. */
export interface CuttableChannel extends Channel {
  /** Delivers only the first half of the frame's text. */
  sendCut(frame: unknown): void
}

export interface FaultyChannel extends Channel {
  arm(fault: NextFault): void
  /** Pass null to stop tampering with frames. */
  tamper(hand: Tamper | null): void
  /** Number of deliveries still scheduled. */
  travelling(): number
  dispose(): void
}

const kindOf = (frame: unknown): unknown => (typeof frame === 'object' && frame !== null && 'k' in frame ? frame.k : undefined)
const isReply = (frame: unknown) => kindOf(frame) === 'res' || kindOf(frame) === 'err'

/** Delay of a swapped frame behind those that overtake it, ms. */
const swapMs = 60

export function faultyChannel(
  inner: CuttableChannel,
  faults: () => LinkFaults,
  env: FaultyEnv,
  note: (entry: FrameNote) => void,
): FaultyChannel {
  const timers = new Set<unknown>()
  const armed: NextFault[] = []
  let hand: Tamper | null = null
  const lastDue = { in: 0, out: 0 }

  const later = (due: number, task: () => void) => {
    const handle = env.set(
      () => {
        timers.delete(handle)
        task()
      },
      Math.max(0, due - env.now()),
    )
    timers.add(handle)
  }
  const happens = (percent: number) => percent > 0 && env.random() * 100 < percent

  const travel = (way: 'in' | 'out', frame: unknown, deliver: (frame: unknown) => void) => {
    const wanted =
      typeof frame === 'object' && frame !== null ? hand?.(way, frame as Readonly<Record<string, unknown>>) : undefined
    if (wanted) {
      note({ way, frame, fate: wanted.length === 0 ? 'lost' : wanted.length > 1 ? 'doubled' : 'delivered' })
      for (const one of wanted) later(env.now() + one.delay, () => deliver('frame' in one ? one.frame : frame))
      return
    }
    const { latency, jitter, loss, duplicate, reorder, frameLimit, welcomeDelay } = faults()
    if (happens(loss) || (frameLimit > 0 && escapeMessage(frame).length > frameLimit)) {
      note({ way, frame, fate: 'lost' })
      return
    }
    const extra = kindOf(frame) === 'welcome' ? welcomeDelay : 0
    const due = env.now() + latency + env.random() * jitter + extra
    if (happens(reorder)) {
      note({ way, frame, fate: 'swapped' })
      later(Math.max(due, lastDue[way]) + swapMs, () => deliver(frame))
      return
    }
    // Jitter must not change the order: only `reorder` does.
    lastDue[way] = Math.max(due, lastDue[way])
    const doubled = happens(duplicate)
    note({ way, frame, fate: doubled ? 'doubled' : 'delivered' })
    later(lastDue[way], () => deliver(frame))
    if (doubled) later(lastDue[way] + latency, () => deliver(frame))
  }

  return {
    send(frame) {
      const fault = isReply(frame) ? armed.shift() : undefined
      if (fault === 'drop') note({ way: 'out', frame, fate: 'lost' })
      else if (fault === 'cut') {
        note({ way: 'out', frame, fate: 'cut' })
        later(env.now() + faults().latency, () => inner.sendCut(frame))
      } else if (fault === 'wrong-kind' || (faults().wrongKind && kindOf(frame) === 'res')) {
        const wrong = { ...(frame as object), kind: 'someone.else' }
        note({ way: 'out', frame: wrong, fate: 'wrong-kind' })
        later(env.now() + faults().latency, () => inner.send(wrong))
      } else travel('out', frame, (sent) => inner.send(sent))
    },
    listen: (listener) => inner.listen((frame) => travel('in', frame, listener)),
    arm: (fault) => armed.push(fault),
    tamper: (next) => {
      hand = next
    },
    travelling: () => timers.size,
    dispose: () => {
      for (const handle of timers) env.clear(handle)
      timers.clear()
    },
  }
}
