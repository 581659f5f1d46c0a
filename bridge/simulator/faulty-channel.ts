/** A channel that loses, doubles, delays, swaps and truncates frames as configured, and reports what became of each. */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
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

export type FrameOutcome = 'delivered' | 'lost' | 'doubled' | 'swapped' | 'cut' | 'wrong-kind'

export interface FrameRecord {
  /** `in` is from the page to the host. */
  readonly direction: 'in' | 'out'
  readonly frame: unknown
  readonly outcome: FrameOutcome
}

export interface FaultyEnv {
  now(): number
  random(): number
  set(task: () => void, ms: number): unknown
  clear(handle: unknown): void
}

/** A test's function that decides what is delivered for one frame. Undefined applies the settings, an empty list loses it. */
export type FrameTamper = (
  direction: 'in' | 'out',
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
  tamper(tamper: FrameTamper | null): void
  /** Number of deliveries still scheduled. */
  scheduledDeliveries(): number
  dispose(): void
}

const kindOf = (frame: unknown): unknown => (typeof frame === 'object' && frame !== null && 'k' in frame ? frame.k : undefined)
/** Returns the frames of a message: several if they left together. */
const framesOf = (message: unknown): readonly unknown[] => {
  const { k, f, qnb, n } = fieldsOf(message)
  return k === 'many' && Array.isArray(f) ? (f as Fields[]).map((frame) => ({ ...frame, qnb, n })) : [message]
}
const isReply = (frame: unknown) => kindOf(frame) === 'res' || kindOf(frame) === 'err'

/** Delay of a swapped frame behind those that overtake it, ms. */
const swapMs = 60

export function faultyChannel(
  inner: CuttableChannel,
  faults: () => LinkFaults,
  env: FaultyEnv,
  onFrame: (entry: FrameRecord) => void,
): FaultyChannel {
  const timers = new Set<unknown>()
  const armed: NextFault[] = []
  let tamper: FrameTamper | null = null
  const lastDue = { in: 0, out: 0 }

  const schedule = (due: number, task: () => void) => {
    const handle = env.set(
      () => {
        timers.delete(handle)
        task()
      },
      Math.max(0, due - env.now()),
    )
    timers.add(handle)
  }
  const occurs = (percent: number) => percent > 0 && env.random() * 100 < percent

  const record = (direction: 'in' | 'out', message: unknown, outcome: FrameOutcome) => {
    for (const frame of framesOf(message)) onFrame({ direction, frame, outcome })
  }
  /** Whether faults may happen to single frames; then frames that left together are delivered one by one. */
  const singles = () => {
    const { loss, duplicate, reorder, wrongKind } = faults()
    return tamper !== null || armed.length > 0 || wrongKind || loss > 0 || duplicate > 0 || reorder > 0
  }
  const transmit = (direction: 'in' | 'out', frame: unknown, deliver: (frame: unknown) => void) => {
    const deliveries =
      typeof frame === 'object' && frame !== null ? tamper?.(direction, frame as Readonly<Record<string, unknown>>) : undefined
    if (deliveries) {
      onFrame({ direction, frame, outcome: deliveries.length === 0 ? 'lost' : deliveries.length > 1 ? 'doubled' : 'delivered' })
      for (const delivery of deliveries)
        schedule(env.now() + delivery.delay, () => deliver('frame' in delivery ? delivery.frame : frame))
      return
    }
    const { latency, jitter, loss, duplicate, reorder, frameLimit, welcomeDelay } = faults()
    if (occurs(loss) || (frameLimit > 0 && escapeMessage(frame).length > frameLimit)) {
      record(direction, frame, 'lost')
      return
    }
    const extra = kindOf(frame) === 'welcome' ? welcomeDelay : 0
    const due = env.now() + latency + env.random() * jitter + extra
    if (occurs(reorder)) {
      onFrame({ direction, frame, outcome: 'swapped' })
      schedule(Math.max(due, lastDue[direction]) + swapMs, () => deliver(frame))
      return
    }
    // Jitter must not change the order: only `reorder` does.
    lastDue[direction] = Math.max(due, lastDue[direction])
    const doubled = occurs(duplicate)
    record(direction, frame, doubled ? 'doubled' : 'delivered')
    schedule(lastDue[direction], () => deliver(frame))
    if (doubled) schedule(lastDue[direction] + latency, () => deliver(frame))
  }

  const sendOne = (frame: unknown) => {
    const fault = isReply(frame) ? armed.shift() : undefined
    if (fault === 'drop') onFrame({ direction: 'out', frame, outcome: 'lost' })
    else if (fault === 'cut') {
      onFrame({ direction: 'out', frame, outcome: 'cut' })
      schedule(env.now() + faults().latency, () => inner.sendCut(frame))
    } else if (fault === 'wrong-kind' || (faults().wrongKind && kindOf(frame) === 'res')) {
      const wrong = { ...(frame as object), kind: 'someone.else' }
      onFrame({ direction: 'out', frame: wrong, outcome: 'wrong-kind' })
      schedule(env.now() + faults().latency, () => inner.send(wrong))
    } else transmit('out', frame, (sent) => inner.send(sent))
  }
  const inSingles = (message: unknown): readonly unknown[] => (singles() ? framesOf(message) : [message])

  return {
    send: (message) => {
      for (const frame of inSingles(message)) sendOne(frame)
    },
    listen: (listener) =>
      inner.listen((message) => {
        for (const frame of inSingles(message)) transmit('in', frame, listener)
      }),
    arm: (fault) => armed.push(fault),
    tamper: (next) => {
      tamper = next
    },
    scheduledDeliveries: () => timers.size,
    dispose: () => {
      for (const handle of timers) env.clear(handle)
      timers.clear()
    },
  }
}
