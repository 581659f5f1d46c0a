/**
 * One download from the charge to the last archive. Every step is kept before the next one begins, so that the same code goes on
 * after a failure, a closed dialog or a closed tab: nothing is charged twice, no archive that is saved is fetched again.
 */

import { creditsPerImage, maxChargesPerCall, maxPreflightsPerCall } from '../../contract/constants'
import { bytesText } from '../../contract/rules/sizes'
import { isLineError } from '../api/reachable'
import { type Away, type Reach, watchAway } from '../base/away'
import { batchesOf } from '../base/batches'
import { archiveBytes } from '../base/zip-format'
import { added, type Charge, type ChargeOrder, chargeAll, insist } from './charge'
import { PictureError } from './fetch-picture'
import { type ArchivePort, createPartWriter } from './part-writer'
import type { Picture } from './pictures'
import { confirmable, refusedReason, refusedText } from './preflight-groups'
import { type MakeTif, type Prepared, preparePicture } from './prepare'
import { isAbort, RunStop, storageWords } from './problems'
import {
  addressesOf,
  type Charged,
  type Result,
  type RunRecords,
  type RunState,
  type StoredRun,
  unpaid,
  wasPaidFor,
} from './run-record'
import { closingFiles } from './summary'

export interface RunPorts extends Reach {
  readonly charge: Charge
  /** Tells the server which paid images lie in an archive that the seller gets now. */
  readonly deliver: (ids: readonly number[], signal: AbortSignal) => Promise<unknown>
  /** Asks the server to look for these and to give back what they cost where they are not; answers which were not there. */
  readonly correct: (ids: readonly number[], signal: AbortSignal) => Promise<readonly number[]>
  /** Rejects with words for the seller. */
  readonly fetchPicture: (url: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  readonly makeTif: MakeTif
  readonly archives: ArchivePort
  readonly save: (name: string, file: Blob) => Promise<boolean>
  readonly records: Pick<RunRecords, 'writeState' | 'writeResults' | 'removeResults'>
  readonly now: () => number
  /** Something that is shown is different now. */
  readonly changed: () => void
}

/** What it is doing now; away, offline: waiting for the server or the line, and going on by itself. */
export type RunStep = 'charging' | 'fetching' | 'saving' | Away

export interface Run {
  readonly stored: StoredRun
  readonly step: RunStep
  /** Place of the picture that is longest under way; null: none is. */
  readonly current: number | null
  /** Until the end, or the first thing that stops it: rejects with a RunStop, or an AbortError when given up. */
  work(signal: AbortSignal): Promise<void>
  /** The seller's answers where it stands still because some of it was not paid for: the rest alone, or all of it. */
  goWithout(): Promise<void>
  chargeRest(): Promise<void>
}

/** Pictures under way at a time; each is in memory from its first byte until it lies in the archive. */
const lanes = 4

const tooLargeText = (bytes: number, limit: number) =>
  `图片 ${bytesText(bytes, 'up')}，超过客户端一次能保存的 ${bytesText(limit, 'down')}，请用浏览器打开后下载`

export function createRun(first: StoredRun, ports: RunPorts): Run {
  const { plan } = first
  const { records, changed } = ports
  let state = first.state
  let step: RunStep = 'fetching'
  let away: Away | null = null
  const underWay = new Set<number>()
  const results = new Map(first.results)
  /** Of the work under way. */
  let working = new AbortController().signal
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
    async delivered(number) {
      if (plan.kind !== 'customized') return
      const ids = plan.pictures.flatMap(({ customizationId }, place) => {
        const result = results.get(place)
        return result?.state === 'done' && result.part === number ? customizationId : []
      })
      for (const some of batchesOf(ids, maxChargesPerCall)) await deliver(some)
    },
    async lost(number) {
      const gone = [...results].filter(([, one]) => one.state === 'done' && one.part === number).map(([place]) => place)
      for (const place of gone) results.delete(place)
      changed()
      await records.removeResults(plan.id, gone)
    },
  })

  const watch = watchAway(ports, (next) => {
    away = next
    changed()
  })
  /** Whether it was the line or the server, which are back now; false: they were there all the time. */
  const cameBack = async (signal: AbortSignal): Promise<boolean> => {
    if (!(await watch.isAway(signal))) return false
    await watch.back()
    return true
  }

  const chargeOnce = async (order: ChargeOrder, key: string, signal: AbortSignal): Promise<Charged> => {
    for (;;) {
      try {
        return await chargeAll(ports.charge, order, key, signal, ports.wait)
      } catch (error) {
        const isLine = error instanceof RunStop && isLineError(error.cause)
        if (signal.aborted || !isLine || !(await cameBack(signal))) throw error
      }
    }
  }

  /** What the seller gets, the server knows of: nobody is given back what was delivered. */
  const deliver = async (ids: readonly number[]): Promise<void> => {
    for (;;) {
      try {
        await insist(() => ports.deliver(ids, working), working, ports.wait)
        return
      } catch (error) {
        if (working.aborted || isAbort(error)) throw error
        if (isLineError(error) && (await cameBack(working))) continue
        const said = error instanceof Error ? error.message : String(error)
        throw new RunStop('unsaved', `服务器还没有记下这些图片已下载，压缩包暂不保存：${said}`, error)
      }
    }
  }

  const chargePart = async (signal: AbortSignal) => {
    const { chargeKey: key, pictures, confirmed } = plan
    const { charge: before, again } = state
    if (key === null) return
    if (before === null) {
      setStep('charging')
      const ids = pictures.map(({ customizationId }) => customizationId)
      await setState({ charge: await chargeOnce({ ids, confirmed }, key, signal) })
    } else if (again?.isOpen) {
      setStep('charging')
      const reply = await chargeOnce(again, `${key}-again-${again.number}`, signal)
      await setState({ charge: added(before, reply), again: { ...again, isOpen: false } })
    }
    addresses = addressesOf(state.charge)
  }

  /** What is not paid for is not fetched. */
  const leaveOut = (reasons: ReadonlyMap<number, string>) =>
    setResults(
      plan.pictures.flatMap(({ customizationId }, place) => {
        const reason = reasons.get(customizationId)
        return reason === undefined || results.has(place) ? [] : [[place, { state: 'failed', reason, unpaid: true }] as const]
      }),
    )

  const charge = async (signal: AbortSignal) => {
    await chargePart(signal)
    const { insufficient = [], refused = [] } = state.charge ?? {}
    const found = new Map(refused.map(({ customizationId, findings }) => [customizationId, findings]))
    if (refused.length > 0 && !state.acceptsRefused) throw new RunStop('refused', refusedText(plan.pictures, found))
    if (insufficient.length > 0 && !state.acceptsShort) {
      throw new RunStop('short', `点数不足，有 ${insufficient.length} 张图没有扣点`)
    }
    if (refused.length > 0) await leaveOut(new Map([...found].map(([id, findings]) => [id, refusedReason(findings)])))
    if (insufficient.length > 0) await leaveOut(new Map(insufficient.map((id) => [id, unpaid])))
  }

  const chargeAgain = (ids: readonly number[], confirmed: readonly number[]) =>
    setState({ again: { number: (state.again?.number ?? 0) + 1, ids, confirmed, isOpen: true } })

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
        underWay.add(place)
        await fetchOne(place, stop.signal).finally(() => underWay.delete(place))
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
      return result?.state === 'failed' && wasPaidFor(result) ? [[place, customizationId, result.reason] as const] : []
    })
    for (const some of batchesOf(failed, maxPreflightsPerCall)) {
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
      return away ?? step
    },
    get current() {
      return underWay.values().next().value ?? null
    },
    async work(signal) {
      working = signal
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
    async goWithout() {
      const isRefused = (state.charge?.refused?.length ?? 0) > 0 && !state.acceptsRefused
      await setState(isRefused ? { acceptsRefused: true } : { acceptsShort: true })
    },
    async chargeRest() {
      const { insufficient = [], refused = [] } = state.charge ?? {}
      const { confirmed = [] } = plan
      if (refused.length === 0 || state.acceptsRefused) return chargeAgain(insufficient, confirmed)
      const wanted = confirmable(refused).map(({ customizationId }) => customizationId)
      // What cannot be downloaded at all stays out.
      await setState({ acceptsRefused: true })
      await chargeAgain(wanted, [...confirmed, ...wanted])
    },
  }
}
