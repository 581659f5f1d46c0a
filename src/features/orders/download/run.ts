/**
 * One download from the charge to the last archive. Every step is kept before the next one begins, so that the same code goes on
 * after a failure, a closed dialog or a closed tab: nothing is charged twice, no archive that is saved is fetched again.
 */
import { creditsPerImage, maxPreflightsPerCall } from '../../../../contract/constants'
import type { ChargeReply } from '../../../../contract/types'
import { BusyError, OfflineError, TimeoutError } from '../../../base/errors'
import { archiveBytes } from '../../../base/zip-format'
import { chargeAll } from './charge'
import { PictureError } from './fetch-picture'
import { type ArchivePort, createPartWriter } from './part-writer'
import type { Picture } from './pictures'
import { type MakeTif, type Prepared, preparePicture } from './prepare'
import { isAbort, RunStop, storageWords } from './problems'
import { addressesOf, type Charged, type Result, type RunRecords, type RunState, type StoredRun } from './run-record'
import { closingFiles } from './summary'
import type { Wait } from './wait'

export interface RunPorts {
  readonly charge: (ids: readonly number[], key: string, signal: AbortSignal) => Promise<ChargeReply>
  /** Asks the server to look for these and to give back what they cost where they are not; answers which were not there. */
  readonly correct: (ids: readonly number[], signal: AbortSignal) => Promise<readonly number[]>
  /** Rejects with words for the seller. */
  readonly fetchPicture: (url: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  readonly makeTif: MakeTif
  readonly archives: ArchivePort
  readonly save: (name: string, file: Blob) => Promise<boolean>
  readonly records: Pick<RunRecords, 'writeState' | 'writeResults' | 'removeResults'>
  readonly isOnline: () => boolean
  /** Whether the server answers anything at all. */
  readonly reachable: (signal: AbortSignal) => Promise<boolean>
  readonly wait: Wait
  readonly now: () => number
  /** Something that is shown is different now. */
  readonly changed: () => void
}

/** What it is doing now; away, offline: waiting for the server or the line, and going on by itself. */
export type RunStep = 'charging' | 'fetching' | 'saving' | 'away' | 'offline'

export interface Run {
  readonly stored: StoredRun
  readonly step: RunStep
  /** Until the end, or the first thing that stops it: rejects with a RunStop, or an AbortError when given up. */
  work(signal: AbortSignal): Promise<void>
  /** The seller wants what the balance reached for. */
  acceptShort(): Promise<void>
}

/** Pictures under way at a time; each is in memory from its first byte until it lies in the archive. */
const lanes = 4

/** Pauses between two questions whether the server is back, ms; the last one again and again. */
const awayPauses = [1000, 2000, 4000, 8000, 15_000] as const

export const unpaid = '点数不足，没有扣点，也没有下载'

const lineErrors = [OfflineError, TimeoutError, BusyError] as const

const megabytes = (bytes: number) => `${Math.round(bytes / 104_857.6) / 10} MB`
const tooLargeText = (bytes: number, limit: number) =>
  `图片 ${megabytes(bytes)}，超过客户端一次能保存的 ${megabytes(limit)}，请用浏览器打开后下载`

export function createRun(first: StoredRun, ports: RunPorts): Run {
  const { plan } = first
  const { records, changed } = ports
  let state = first.state
  let step: RunStep = 'fetching'
  const results = new Map(first.results)
  /** Addresses of paid images by customization; an unpaid image has only its preview's address. */
  let addresses = addressesOf(state.charge)

  const setState = async (fields: Partial<RunState>) => {
    state = { ...state, ...fields }
    changed()
    await records.writeState(plan.id, state)
  }
  const setStep = (next: RunStep) => {
    step = next
    changed()
  }
  const setResults = async (more: readonly (readonly [number, Result])[]) => {
    for (const [place, result] of more) results.set(place, result)
    changed()
    await records.writeResults(plan.id, more)
  }
  const stored = (): StoredRun => ({ plan, state, results })

  const parts = createPartWriter({
    plan,
    archives: ports.archives,
    save: async (name, file) => {
      setStep('saving')
      const saved = await ports.save(name, file)
      setStep('fetching')
      return saved
    },
    parts: () => state.parts,
    setParts: (next) => setState({ parts: next }),
    entriesOf: (number) =>
      [...results.values()].flatMap((one) => (one.state === 'done' && one.part === number ? [one.entry] : [])),
    async lost(number) {
      const gone = [...results].filter(([, one]) => one.state === 'done' && one.part === number).map(([place]) => place)
      for (const place of gone) results.delete(place)
      changed()
      await records.removeResults(plan.id, gone)
    },
  })

  /** All pictures under way wait together. */
  let away: Promise<void> | null = null
  const waitForServer = async (signal: AbortSignal): Promise<void> => {
    const before = step
    for (let tries = 0; ; tries++) {
      setStep(ports.isOnline() ? 'away' : 'offline')
      await ports.wait(awayPauses[Math.min(tries, awayPauses.length - 1)] ?? 15_000, signal)
      if (ports.isOnline() && (await ports.reachable(signal))) return setStep(before)
    }
  }
  /** Whether it was the line or the server, which are back now; false: they were there all the time. */
  const cameBack = async (signal: AbortSignal): Promise<boolean> => {
    if (away === null && ports.isOnline() && (await ports.reachable(signal))) return false
    away ??= waitForServer(signal).finally(() => {
      away = null
    })
    await away
    return true
  }

  const chargeOnce = async (ids: readonly number[], key: string, signal: AbortSignal): Promise<Charged> => {
    for (;;) {
      try {
        return await chargeAll(ports.charge, ids, key, signal, ports.wait)
      } catch (error) {
        const isLine = error instanceof RunStop && lineErrors.some((kind) => error.cause instanceof kind)
        if (signal.aborted || !isLine || !(await cameBack(signal))) throw error
      }
    }
  }

  const charge = async (signal: AbortSignal) => {
    if (plan.chargeKey === null) return
    if (state.charge === null) {
      setStep('charging')
      const ids = plan.pictures.map(({ customizationId }) => customizationId)
      await setState({ charge: await chargeOnce(ids, plan.chargeKey, signal) })
      addresses = addressesOf(state.charge)
    }
    const short = new Set(state.charge?.insufficient)
    if (short.size === 0) return
    if (!state.acceptsShort) throw new RunStop('short', `点数不足，有 ${short.size} 张图没有扣点`)
    const left = plan.pictures.flatMap(({ customizationId }, place) =>
      short.has(customizationId) && !results.has(place) ? [[place, { state: 'failed', reason: unpaid }] as const] : [],
    )
    if (left.length > 0) await setResults(left)
  }

  /** Archives are written one file after the other, whichever picture is there first. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  /** The file for the archive, or why there is none. What the line or the server failed at comes again when they are back. */
  const readOne = async (picture: Picture, signal: AbortSignal): Promise<Prepared | string> => {
    for (;;) {
      try {
        const bytes = await ports.fetchPicture(addresses.get(picture.customizationId) ?? picture.url, signal)
        return await preparePicture(bytes, picture, plan.format, ports.makeTif)
      } catch (error) {
        if (signal.aborted || isAbort(error)) throw error
        const isLine = error instanceof PictureError && error.byLine
        if ((isLine || !ports.isOnline()) && (await cameBack(signal))) continue
        return error instanceof Error ? error.message : String(error)
      }
    }
  }

  const fetchOne = async (place: number, signal: AbortSignal): Promise<void> => {
    const picture = plan.pictures[place]
    if (picture === undefined) return
    const ready = await readOne(picture, signal)
    if (typeof ready === 'string') return setResults([[place, { state: 'failed', reason: ready }]])
    const { width, height, notes, ending, bytes } = ready
    const name = `${plan.paths[place]}.${ending}`
    const tooLarge = plan.saveLimit !== null && archiveBytes([{ name, size: bytes.length }]) > plan.saveLimit
    if (tooLarge) return setResults([[place, { state: 'failed', reason: tooLargeText(bytes.length, plan.saveLimit ?? 0) }]])
    await inTurn(async () => {
      if (signal.aborted) throw new DOMException('given up', 'AbortError')
      const { part, entry } = await parts.add(name, bytes)
      await setResults([[place, { state: 'done', part, entry, width, height, notes }]])
    })
  }

  /** All that is left, some at a time; the first thing that stops one stops all. */
  const fetchAll = async (signal: AbortSignal) => {
    const left = plan.pictures.map((_, place) => place).filter((place) => !results.has(place))
    const stop = new AbortController()
    const abort = () => stop.abort()
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    let failure: unknown
    const lane = async () => {
      for (let place = left.shift(); place !== undefined && !stop.signal.aborted; place = left.shift()) {
        await fetchOne(place, stop.signal)
      }
    }
    const guarded = () =>
      lane().catch((error: unknown) => {
        failure ??= error
        stop.abort()
      })
    await Promise.all(Array.from({ length: lanes }, guarded))
    await turn
    signal.removeEventListener('abort', abort)
    if (signal.aborted) throw new DOMException('given up', 'AbortError')
    if (failure !== undefined) throw failure
  }

  /** What did not come is not kept paid for where there is nothing to come. */
  const correct = async (signal: AbortSignal) => {
    if (plan.kind !== 'customized') return
    const failed = plan.pictures.flatMap(({ customizationId }, place) => {
      const result = results.get(place)
      return result?.state === 'failed' && result.reason !== unpaid && !result.corrected
        ? [[place, customizationId, result.reason] as const]
        : []
    })
    for (let from = 0; from < failed.length; from += maxPreflightsPerCall) {
      const some = failed.slice(from, from + maxPreflightsPerCall)
      // Without an answer they stay paid for, and the next try of these pictures asks again.
      const answer = await ports
        .correct(
          some.map(([, id]) => id),
          signal,
        )
        .catch(() => [])
      const gone = new Set(answer)
      const told = some.flatMap(([place, id, reason]) =>
        gone.has(id)
          ? [[place, { state: 'failed', reason: `${reason}，已退回 ${creditsPerImage} 点`, corrected: true }] as const]
          : [],
      )
      if (told.length > 0) await setResults(told)
    }
  }

  const finish = async () => {
    const isClosed = state.parts.some(({ last }) => last)
    const any = [...results.values()].some((one) => one.state === 'done')
    if (!isClosed && any) {
      const files = await closingFiles(stored())
      await parts.end(
        await Promise.all(files.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) }))),
      )
    }
    await setState({ endedAt: ports.now() })
  }

  return {
    get stored() {
      return stored()
    },
    get step() {
      return step
    },
    async work(signal) {
      try {
        await charge(signal)
        setStep('fetching')
        await parts.resume()
        await fetchAll(signal)
        await correct(signal)
        await finish()
      } catch (error) {
        if (error instanceof RunStop || signal.aborted || isAbort(error)) throw error
        throw new RunStop('storage', storageWords(error), error)
      }
    },
    acceptShort: () => setState({ acceptsShort: true }),
  }
}
