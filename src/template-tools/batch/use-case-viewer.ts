import { type RefObject, useEffect, useState } from 'react'
import { CaseModelError } from '../../../imaging/case-model/types'
import type { CaseViewer } from '../../../imaging/case-scene/case-viewer'
import { type CaseSceneInput, NoWebGlError } from '../../../imaging/case-scene/types'

/** How far the view of a solid is. */
export type ViewerState =
  | { readonly step: 'preparing' }
  | { readonly step: 'shown'; readonly viewer: CaseViewer }
  /** It cannot be shown; the reason as a sentence, and whether another attempt may succeed. */
  | { readonly step: 'refused'; readonly reason: string; readonly retriable: boolean }

const preparing: ViewerState = { step: 'preparing' }

const words = {
  noWebGl: '这台电脑的浏览器没有开启 3D 显示（WebGL），下面是平面效果图。',
  lost: '3D 画面被系统收回了，下面是平面效果图。',
  failed: '3D 画面没有准备好，下面是平面效果图。',
} as const

function refusalOf(error: unknown): ViewerState {
  if (error instanceof NoWebGlError) return { step: 'refused', reason: words.noWebGl, retriable: false }
  if (error instanceof CaseModelError) {
    return { step: 'refused', reason: `${error.message}，下面是平面效果图。`, retriable: false }
  }
  return { step: 'refused', reason: words.failed, retriable: true }
}

/**
 * Shows a case as a solid in an element for as long as `key` stays the same. The code that draws it is loaded with the first one.
 *
 * @param key identifies the case; null shows none.
 * @param prepare makes what is shown.
 */
export function useCaseViewer(
  host: RefObject<HTMLElement | null>,
  key: string | null,
  prepare: (signal: AbortSignal) => Promise<CaseSceneInput>,
): ViewerState {
  const [state, setState] = useState<{ readonly key: string | null; readonly now: ViewerState }>({ key: null, now: preparing })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const { signal } = controller
    let viewer: CaseViewer | null = null
    const show = (now: ViewerState) => {
      if (!signal.aborted) setState({ key, now })
    }
    const drop = () => {
      viewer?.dispose()
      viewer = null
    }
    const start = async () => {
      const [input, { mountCaseViewer }] = await Promise.all([prepare(signal), import('../../../imaging/case-scene/case-viewer')])
      const element = host.current
      if (signal.aborted || element === null) return
      viewer = mountCaseViewer(element, input, {
        onDrawn: ({ yaw, pitch, zoom }) => {
          element.dataset.turn = [yaw, pitch, zoom].map((value) => value.toFixed(2)).join(' ')
        },
        onLost: () => {
          drop()
          show({ step: 'refused', reason: words.lost, retriable: true })
        },
      })
      show({ step: 'shown', viewer })
    }
    start().catch((error: unknown) => show(refusalOf(error)))
    return () => {
      controller.abort()
      drop()
    }
  }, [key])
  return state.key === key ? state.now : preparing
}
