/** What the open design is checked against: the phone in the preview, the shop's fonts, the pictures that did not load. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Wireframe } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'
import { shopFontsQuery } from '../../../api/queries/fonts'
import { useApi } from '../../../api/services'
import { createChecker, type PrintTarget, type Problem, warningKey, warningsOf } from '../../../design/checks/check'
import type { DesignDoc, Size } from '../../../design/model/types'
import { type Designer, useCell, useSession } from '../context'

export interface Checks {
  /** The phone's size in mm is known, so that resolutions can be told. */
  readonly measured: boolean
  /** Size of the canvas. */
  readonly canvas: Size
  readonly target: PrintTarget
  problems(doc: DesignDoc): readonly Problem[]
}

const ChecksContext = createContext<Checks | null>(null)
export const ChecksProvider = ChecksContext

/** Null outside of a designer, where nothing is checked. */
export function useChecks(): Checks | null {
  return useContext(ChecksContext)
}

interface CheckedPhone {
  readonly wireframe: Wireframe | null
  readonly needBackground: boolean
}

export function useMakeChecks({ renderer }: Designer, { wireframe, needBackground }: CheckedPhone): Checks {
  const api = useApi()
  const hasText = useSession((state) => state.doc.layers.some((layer) => layer.type === 'TEXT'))
  const { data } = useQuery({ ...shopFontsQuery(api), enabled: hasText, meta: { quiet: true } })
  const drawn = useCell(renderer)
  const width = useSession(({ doc }) => doc.width)
  const height = useSession(({ doc }) => doc.height)
  // Grows whenever a picture became ready or failed: the checks are another value then.
  const [seen, setSeen] = useState(0)
  useEffect(() => {
    if (!drawn) return
    let frame = 0
    // Once a frame: a design being opened gets its pictures in a burst, and every badge is drawn anew for each count.
    const stop = drawn.pictures.onChange(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setSeen((count) => count + 1)
      })
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [drawn])
  const fontIds = useMemo(() => data && new Set(data.map(({ id }) => id)), [data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seen` stands for the state of the pictures.
  return useMemo(() => {
    const lost = drawn?.pictures.failed()
    const target: PrintTarget = {
      // Without a phone the canvas is all there is.
      wireframe: wireframe ?? { width, height, printArea: null, widthMm: null, heightMm: null },
      needBackground,
      fontIds,
      failed: (url) => lost !== undefined && lost.size > 0 && lost.has(resolveFileUrl(url)),
    }
    return {
      measured: wireframe !== null && (wireframe.widthMm !== null || wireframe.heightMm !== null),
      canvas: { width, height },
      target,
      problems: createChecker(target),
    }
  }, [width, height, wireframe, needBackground, fontIds, drawn, seen])
}

export interface SaveQuestion {
  /** What is asked about; null while nothing is. */
  readonly problems: readonly Problem[] | null
  /** Resolves with whether to save. Asks about the same problems once. */
  ask(): Promise<boolean>
  answer(save: boolean): void
}

/** Before a save: what the print would disappoint with, once; the seller decides. */
export function useSaveQuestion({ session }: Designer, checks: Checks): SaveQuestion {
  const [problems, setProblems] = useState<readonly Problem[] | null>(null)
  const pending = useRef<{ readonly key: string; done(save: boolean): void } | null>(null)
  const accepted = useRef('')

  const answer = useCallback((save: boolean) => {
    setProblems(null)
    const asked = pending.current
    pending.current = null
    if (save && asked) accepted.current = asked.key
    asked?.done(save)
  }, [])
  const ask = useCallback((): Promise<boolean> => {
    const { doc } = session.getState()
    const found = checks.problems(doc)
    const key = warningKey(found)
    if (key === '' || key === accepted.current) return Promise.resolve(true)
    setProblems(warningsOf(found))
    return new Promise((done) => {
      pending.current = { key, done }
    })
  }, [session, checks])
  // Taken down unanswered, whoever asked must not wait for ever.
  useEffect(() => () => pending.current?.done(false), [])

  return { problems, ask, answer }
}

/** The problems of the open design as it is now. */
export function useProblems(): readonly Problem[] {
  const checks = useChecks()
  return useSession(({ doc }) => checks?.problems(doc) ?? noProblems)
}
const noProblems: readonly Problem[] = []
