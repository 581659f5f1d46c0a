import { useRef, useState } from 'react'
import type { AppContract } from '../../../../contract/contract'
import type { Reply } from '../../../../contract/core'
import { readPieceCode } from '../../../../contract/rules/piece-code'
import type { PieceStep } from '../../../../contract/rules/print-batch'
import { useApi } from '../../../api/services'
import { useFloorChange } from '../use-floor-change'
import type { ScanMode } from './scan-modes'

export type Scanned = Reply<AppContract['printPieces']['scan']>

export interface Scan {
  /** Counts on with each scan. */
  readonly number: number
  /** As it was typed, or the code that was read from it. */
  readonly code: string
  /** Null: the piece was only looked at. */
  readonly step: PieceStep | null
  /** Null until the server has answered. */
  readonly answer: Scanned | null
  /** Why it failed; null if it did not. */
  readonly error: unknown
}

export interface Scans {
  readonly current: Scan | null
  /** The last scans, the latest first. */
  readonly log: readonly Scan[]
  readonly isBusy: boolean
  /** @param step absent: that of the mode. */
  submit(code: string, step?: PieceStep): void
  /** Sends the last code again. */
  retry(): void
}

const kept = 20

/** Sends scans one after another, in their order, so that a fast worker never waits and no scan is lost. */
export function useScans(mode: ScanMode, reason: string): Scans {
  const api = useApi()
  const change = useFloorChange()
  const [log, setLog] = useState<readonly Scan[]>([])
  const [waiting, setWaiting] = useState(0)
  const count = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const put = (scan: Scan) =>
    setLog((old) =>
      old.some(({ number }) => number === scan.number)
        ? old.map((one) => (one.number === scan.number ? scan : one))
        : [scan, ...old].slice(0, kept),
    )

  const send = async (scan: Scan, why: string) => {
    const { code, step } = scan
    try {
      const body = { code, step: step ?? 'printed', ...(step === 'failed' && why !== '' && { reason: why }) }
      const answer =
        step === null
          ? await api.printPieces.scan({ query: { code } }, { quiet: true })
          : await api.printPieces.step({ body }, { quiet: true })
      put({ ...scan, answer, error: null })
      if (step !== null && !answer.isRepeated) void change()
    } catch (error) {
      put({ ...scan, answer: null, error })
    } finally {
      setWaiting((many) => many - 1)
    }
  }
  const submit = (typed: string, step?: PieceStep) => {
    const code = readPieceCode(typed) ?? typed.trim()
    if (code === '') return
    count.current += 1
    const scan: Scan = { number: count.current, code, step: step ?? (mode === 'look' ? null : mode), answer: null, error: null }
    put(scan)
    setWaiting((many) => many + 1)
    last.current = last.current.then(() => send(scan, reason))
  }
  const current = log[0] ?? null
  return {
    current,
    log,
    isBusy: waiting > 0,
    submit,
    retry: () => current && submit(current.code, current.step ?? undefined),
  }
}
