/** What a client adapter goes by: the report of a self-test where there is one for this client, else what the client says of itself. */
import type { Facts, Question, SelfTestReport } from './report'

export const savingWays = ['client', 'picker', 'download'] as const
/** How a file gets onto the seller's disk: the client's dialog, the browser's dialog, an ordinary download. */
export type SavingWay = (typeof savingWays)[number]

export interface ChosenLimits {
  readonly from: 'report' | 'defaults'
  readonly why: 'measured' | 'none' | 'unreadable' | 'other-client' | 'not-qianniu'
  /** When the report was made, ISO; only from a report. */
  readonly madeAt?: string
  /** Most of one message to the client and back, bytes; absent: what the client says. */
  readonly frame?: number
  readonly answer?: number
  /** Raw bytes per piece of a file; absent: what the client says. */
  readonly chunk?: number
  /** Pictures go through the client, or straight to the admin API. */
  readonly upload: 'client' | 'api'
  /** In this order, as far as they are there. */
  readonly saving: readonly SavingWay[]
  /** Small texts are kept by the client, or by the page. */
  readonly storage: 'client' | 'page'
}

export const defaultChoice = (why: Exclude<ChosenLimits['why'], 'measured'>): ChosenLimits => ({
  from: 'defaults',
  why,
  upload: 'client',
  saving: savingWays,
  storage: 'client',
})

/** Measured is what arrived once; a little less arrives always. */
const safety = 0.9
/** With less than this a page cannot even ask for what it needs: then the measuring was wrong, not the client small. */
const leastFrame = 8 * 1024
/** A piece's frame around its base64. */
const pieceEnvelope = 1024

/** Why an upload may fail in a client that can upload: of the moment, or of the seller. */
const passing = ['NETWORK', 'AUTH_EXPIRED', 'PERMISSION', 'USER_DENIED', 'RATE_LIMIT', 'CANCELLED', 'HOST_GONE']

const bytes = (facts: Facts, name: string): number | undefined => {
  const value = facts[name]
  return typeof value === 'number' && value > 0 ? Math.max(leastFrame, Math.floor(value * safety)) : undefined
}

/** Raw bytes whose base64 and envelope fit into a frame; a multiple of three. */
export const chunkFor = (frame: number): number => Math.max(3, Math.floor((frame - pieceEnvelope) / 4) * 3)

/**
 * The limits for a client of this version.
 *
 * @param stored the kept report; null when there is none, 'unreadable' when there is something else.
 */
export function chooseLimits(stored: SelfTestReport | null | 'unreadable', client: string): ChosenLimits {
  if (stored === null) return defaultChoice('none')
  if (stored === 'unreadable') return defaultChoice('unreadable')
  if (stored.environment !== 'qianniu') return defaultChoice('not-qianniu')
  if (stored.client !== client) return defaultChoice('other-client')
  const { answers } = stored
  const answered = (question: Question): Facts =>
    answers[question].state === 'passed' || answers[question].state === 'failed' ? answers[question].facts : {}
  const frame = bytes(answered('frame'), 'toHost')
  const answer = bytes(answered('frame'), 'toPage')
  const noFile = answered('file').written === false
  const { arrived, error } = answered('upload')
  const noUpload = answers.upload.state === 'failed' && arrived === false && !passing.some((code) => code === error)
  // Each way was answered for by itself: what is still open of it is open, and comes after what is known to work.
  const ways = answers.saving.state === 'skipped' ? {} : answers.saving.facts
  const saving = [
    ...savingWays.filter((way) => ways[way] === 'works'),
    ...savingWays.filter((way) => ways[way] !== 'works' && ways[way] !== 'fails' && ways[way] !== 'absent'),
  ]
  const { clientStorage, pageStorage } = answered('storage')
  return {
    from: 'report',
    why: 'measured',
    madeAt: stored.madeAt,
    ...(frame === undefined ? {} : { frame, chunk: chunkFor(frame) }),
    ...(answer === undefined ? {} : { answer }),
    upload: noFile || noUpload ? 'api' : 'client',
    saving: saving.length > 0 ? saving : savingWays,
    storage: (clientStorage === 'lost' || clientStorage === 'refused') && pageStorage === 'kept' ? 'page' : 'client',
  }
}
