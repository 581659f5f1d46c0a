import './effect-view.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { BuyerDrawing } from '../contract/types'
import { roughTimeText } from '../imaging/cutout/wait-text'
import type { DesignSession } from './design-session'
import { errorText } from './words'

/** Longest pause between two requests while the network is away, ms. */
const longestMs = 60_000

/** Polls the progress of the drawing while the design waits for it, at the server's intervals; without an answer the pauses grow. */
function useDrawing(session: DesignSession): BuyerDrawing | null {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const isOpen = design.drawing !== null && design.drawing.status !== 'failed'
  useEffect(() => {
    if (!isOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isStopped = false
    const schedule = () => {
      const pollMs = session.state.get().design.drawing?.pollMs
      if (!isStopped && pollMs !== undefined) timer = setTimeout(() => void ask(), Math.min(longestMs, pollMs * 2 ** failures))
    }
    const ask = async () => {
      try {
        await session.refreshDrawing()
        failures = 0
      } catch {
        // The picture is shown once there is a network again; the code does not wait for it.
        failures += 1
      }
      schedule()
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [session, isOpen])
  return design.drawing
}

/** The effect image of the submission; until it is ready, the expected wait, or why it was not drawn. */
export function DrawingState({ session }: { readonly session: DesignSession }) {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const drawing = useDrawing(session)
  const [problem, setProblem] = useState<string | null>(null)
  if (design.effectImageUrl) {
    return (
      <div className="effect-view">
        <img className="effect" src={design.effectImageUrl} alt="效果图" />
      </div>
    )
  }
  if (drawing === null) return null
  if (drawing.status !== 'failed') {
    return (
      <p className="hint" role="status">
        {waitText(drawing)}。定制编号现在就能用，不用等效果图。
      </p>
    )
  }
  const repeat = () => {
    setProblem(null)
    session.submit().catch((error: unknown) => setProblem(errorText(error)))
  }
  return (
    <div className="problem" role="alert">
      <p>效果图没有生成：{problem ?? drawing.error}。定制编号仍然有效，卖家也会看到。</p>
      {design.lockText === null ? (
        <button type="button" onClick={repeat}>
          重新生成
        </button>
      ) : (
        // Only the seller can have a design drawn again that is being made already.
        <p>{design.lockText}</p>
      )}
    </div>
  )
}

/** 前面还有 12 个，大约 40 秒 */
export function waitText({ status, ahead, seconds }: Pick<BuyerDrawing, 'status' | 'ahead' | 'seconds'>): string {
  const place = status === 'waiting' && ahead > 0 ? `效果图在排队：前面还有 ${ahead} 个` : '正在生成效果图'
  return seconds === null ? place : `${place}，大约 ${roughTimeText(seconds)}`
}
