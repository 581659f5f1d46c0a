/** Chooses the limits of the qianniu adapter: from a self-test report of this client version, else those the client announces. */
import type { Facts, Question, SelfTestReport } from './report'

export const savingWays = ['client', 'picker', 'download'] as const
/** How a file is saved to the seller's disk: by the client's dialog, the browser's dialog, or an ordinary download. */
export type SavingWay = (typeof savingWays)[number]

export interface ChosenLimits {
  readonly from: 'report' | 'defaults'
  readonly why: 'measured' | 'none' | 'unreadable' | 'other-client' | 'not-qianniu'
  /** Time of the report, ISO; absent without a report. */
  readonly madeAt?: string
  /** Largest message to the client (frame) and from it (answer), bytes; if absent, the client's limit applies. */
  readonly frame?: number
  readonly answer?: number
  /** Bytes per piece of a file, before base64; if absent, the client's limit applies. */
  readonly chunk?: number
  /** Whether pictures are uploaded through the client or directly to the admin API. */
  readonly upload: 'client' | 'api'
  /** Ways of saving in order of preference. */
  readonly saving: readonly SavingWay[]
  /** Whether the client or the page stores small texts. */
  readonly storage: 'client' | 'page'
}

export const defaultChoice = (why: Exclude<ChosenLimits['why'], 'measured'>): ChosenLimits => ({
  from: 'defaults',
  why,
  upload: 'client',
  saving: savingWays,
  storage: 'client',
})

/** Share of the measured size that is used: a size that arrived once may not always arrive. */
const safetyFactor = 0.9
/** The smallest limit that is used, bytes. A page cannot work with less, so a smaller figure means a wrong measurement. */
const minFrameBytes = 8 * 1024
/** Bytes of a piece's frame besides its base64. */
const pieceEnvelope = 1024

/** Codes of uploads that failed for a passing reason or one of the seller, not because the client cannot upload. */
const temporaryCodes = ['NETWORK', 'AUTH_EXPIRED', 'PERMISSION', 'USER_DENIED', 'RATE_LIMIT', 'CANCELLED', 'HOST_GONE']

const safeBytes = (facts: Facts, name: string): number | undefined => {
  const value = facts[name]
  return typeof value === 'number' && value > 0 ? Math.max(minFrameBytes, Math.floor(value * safetyFactor)) : undefined
}

/** Returns the largest piece, in bytes before base64, that fits into a frame; a multiple of three. */
export const chunkFor = (frame: number): number => Math.max(3, Math.floor((frame - pieceEnvelope) / 4) * 3)

/**
 * Returns the limits for a client of this version.
 *
 * @param stored the stored report; null if there is none, 'unreadable' if the stored text is no report.
 */
export function chooseLimits(stored: SelfTestReport | null | 'unreadable', client: string): ChosenLimits {
  if (stored === null) return defaultChoice('none')
  if (stored === 'unreadable') return defaultChoice('unreadable')
  if (stored.environment !== 'qianniu') return defaultChoice('not-qianniu')
  if (stored.client !== client) return defaultChoice('other-client')
  const { answers } = stored
  const answered = (question: Question): Facts =>
    answers[question].state === 'passed' || answers[question].state === 'failed' ? answers[question].facts : {}
  const frame = safeBytes(answered('frame'), 'toHost')
  const answer = safeBytes(answered('frame'), 'toPage')
  const noFile = answered('file').written === false
  const { arrived, error } = answered('upload')
  const noUpload = answers.upload.state === 'failed' && arrived === false && !temporaryCodes.some((code) => code === error)
  // The tester judges each way of saving separately. Ways that were not tried come after those that are known to work.
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
