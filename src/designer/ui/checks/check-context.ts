/** Provides the input of the checks before print: the previewed phone, the shop's fonts and the pictures that failed to load. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Wireframe } from '../../../../contract/types'
import { createChecker, type PrintTarget, type Problem, warningKey, warningsOf } from '../../../../design/checks/check'
import { isDrawing } from '../../../../design/model/picture-url'
import type { DesignDoc, Size } from '../../../../design/model/types'
import { resolveFileUrl } from '../../../api/file-url'
import { shopFontsQuery } from '../../../api/queries/fonts'
import { useApi } from '../../../api/services'
import { type Designer, useCell, useSession } from '../context'
import { liveTextOf, readSvg } from '../read-svg'

export interface Checks {
  /** The phone's size in mm is known, so resolutions can be shown. */
  readonly measured: boolean
  /** Size of the canvas. */
  readonly canvas: Size
  readonly target: PrintTarget
  problems(doc: DesignDoc): readonly Problem[]
}

const ChecksContext = createContext<Checks | null>(null)
export const ChecksProvider = ChecksContext

/** Returns null outside of a designer, where nothing is checked. */
export function useChecks(): Checks | null {
  return useContext(ChecksContext)
}

interface CheckedPhone {
  readonly wireframe: Wireframe | null
  readonly needBackground: boolean
}

export function useCreateChecks({ renderer }: Designer, { wireframe, needBackground }: CheckedPhone): Checks {
  const api = useApi()
  const hasText = useSession((state) => state.doc.layers.some((layer) => layer.type === 'TEXT'))
  const { data } = useQuery({ ...shopFontsQuery(api), enabled: hasText, meta: { quiet: true } })
  const canvas = useCell(renderer)
  const width = useSession(({ doc }) => doc.width)
  const height = useSession(({ doc }) => doc.height)
  // Changes whenever a picture became ready or failed, so that the checks run again.
  const [picturesVersion, setPicturesVersion] = useState(0)
  useEffect(() => {
    if (!canvas) return
    let frame = 0
    // Update once per frame: an opening design gets its pictures in a burst, and every update re-renders all badges.
    const stop = canvas.pictures.onChange(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setPicturesVersion((count) => count + 1)
      })
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [canvas])
  const liveTexts = useLiveTexts()
  const fontIds = useMemo(() => data && new Set(data.map(({ id }) => id)), [data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `picturesVersion` changes when a picture became ready or failed.
  return useMemo(() => {
    const failedUrls = canvas?.pictures.failed()
    const target: PrintTarget = {
      // Without a phone only the canvas is checked.
      wireframe: wireframe ?? { width, height, printArea: null, widthMm: null, heightMm: null },
      isStandard: (wireframe?.standard ?? null) !== null,
      needBackground,
      fontIds,
      pictureFailed: (url) => failedUrls !== undefined && failedUrls.size > 0 && failedUrls.has(resolveFileUrl(url)),
      liveText: (url) => liveTexts.get(url) ?? '',
    }
    return {
      measured: wireframe !== null && (wireframe.widthMm !== null || wireframe.heightMm !== null),
      canvas: { width, height },
      target,
      problems: createChecker(target),
    }
  }, [width, height, wireframe, needBackground, fontIds, canvas, picturesVersion, liveTexts])
}

/** Returns the texts that are not outlined in the design's stored drawings, by their addresses; each file is read once. */
function useLiveTexts(): ReadonlyMap<string, string> {
  // One text, so that other changes of the design do not read as a change.
  const addresses = useSession(({ doc }) =>
    [
      ...new Set(doc.layers.flatMap(({ type, imageUrl }) => (type === 'IMAGE' && isStoredDrawing(imageUrl) ? imageUrl : []))),
    ].join('\n'),
  )
  return useQueries({
    queries: addresses.split('\n').flatMap((address) =>
      address === ''
        ? []
        : {
            queryKey: ['drawing-text', address],
            queryFn: async () => [address, liveTextOf(await readSvg(address))] as const,
            staleTime: Number.POSITIVE_INFINITY,
            // A picture that does not load is a problem of its own.
            meta: { quiet: true },
          },
    ),
    combine: liveTextsOf,
  })
}

/** Drawings of this page, such as outlines and shapes, hold no text. */
const isStoredDrawing = (url: string): boolean => isDrawing(url) && !url.startsWith('data:')

const noTexts: ReadonlyMap<string, string> = new Map()
function liveTextsOf(results: readonly { readonly data?: readonly [string, string] | undefined }[]): ReadonlyMap<string, string> {
  const found = results.flatMap(({ data }) => (data && data[1] !== '' ? [data] : []))
  return found.length === 0 ? noTexts : new Map(found)
}

export interface SaveQuestion {
  /** The problems being asked about; null while no question is open. */
  readonly problems: readonly Problem[] | null
  /** Resolves with whether to save. Asks about the same problems only once. */
  confirmSave(): Promise<boolean>
  answer(save: boolean): void
}

/** Asks once before a save about problems that will be visible in print; the seller decides. */
export function useSaveQuestion({ session }: Designer, checks: Checks): SaveQuestion {
  const [problems, setProblems] = useState<readonly Problem[] | null>(null)
  const pending = useRef<{ readonly key: string; resolve(save: boolean): void } | null>(null)
  const accepted = useRef('')

  const answer = useCallback((save: boolean) => {
    setProblems(null)
    const question = pending.current
    pending.current = null
    if (save && question) accepted.current = question.key
    question?.resolve(save)
  }, [])
  const confirmSave = useCallback((): Promise<boolean> => {
    const { doc } = session.getState()
    const found = checks.problems(doc)
    const key = warningKey(found)
    if (key === '' || key === accepted.current) return Promise.resolve(true)
    setProblems(warningsOf(found))
    return new Promise((resolve) => {
      pending.current = { key, resolve }
    })
  }, [session, checks])
  // When the component unmounts, answer the waiting caller.
  useEffect(() => () => pending.current?.resolve(false), [])

  return { problems, confirmSave: confirmSave, answer }
}

/** Returns the problems of the open design. */
export function useProblems(): readonly Problem[] {
  const checks = useChecks()
  return useSession(({ doc }) => checks?.problems(doc) ?? noProblems)
}
const noProblems: readonly Problem[] = []
