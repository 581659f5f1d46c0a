import { useState } from 'react'
import { BottomSheet } from './bottom-sheet'

interface Question {
  readonly dpi: number
  readonly answer: (isWanted: boolean) => void
}

/** Returns a function that asks whether a coarse photo shall be used nevertheless, and the sheet that asks, to be rendered. */
export function useCoarseQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (dpi: number): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (isWanted: boolean) => {
        setQuestion(null)
        resolve(isWanted)
      }
      setQuestion({ dpi, answer })
    })
  return { ask, sheet: question && <CoarseSheet {...question} /> }
}

/** Asks before the upload of a photo whose print would be far too coarse. */
function CoarseSheet({ dpi, answer }: Question) {
  return (
    <BottomSheet title="这张照片不够清楚" onClose={() => answer(false)}>
      <p>印在手机壳上只有 {dpi} DPI，会明显模糊。请尽量选相册里的原图，不要用截图或聊天里的缩略图。</p>
      <button type="button" className="primary wide" onClick={() => answer(false)}>
        换一张
      </button>
      <button type="button" className="wide" onClick={() => answer(true)}>
        仍然使用
      </button>
    </BottomSheet>
  )
}
