import { Alert } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readPieceCode } from '../../../../contract/rules/piece-code'
import { createCodeReader } from '../../../../imaging/qr/code-reader'
import { cameraWords, closeCamera, openCamera } from './camera'
import { createSights } from './sights'

interface CameraViewProps {
  readonly onCode: (code: string) => void
}

/** Between two looks at the camera's picture, ms. */
const lookMs = 120

/** Reads codes with the camera. */
export default function CameraView({ onCode }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    const reader = createCodeReader()
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const sight = createSights()
    const take = (text: string | null) => {
      const code = sight(text === null ? null : readPieceCode(text), performance.now())
      if (code !== null && !isOver) report(code)
    }
    const end = (words: string) => {
      if (!isOver) setProblem(words)
      stop()
    }
    const fail = () => end(cameraWords.unreadable)
    const look = async () => {
      const element = video.current
      try {
        // The first picture comes some time after the camera was opened, and a hidden page has none.
        if (element !== null && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
          take(await reader.read(await createImageBitmap(element)))
      } catch {
        return fail()
      }
      if (!isOver) timer = setTimeout(() => void look(), lookMs)
    }
    const start = async () => {
      const opened = await openCamera()
      if (isOver || video.current === null) return closeCamera(opened)
      stream = opened
      for (const track of opened.getVideoTracks()) track.onended = () => end(cameraWords.gone)
      video.current.srcObject = opened
      await video.current.play().then(look, fail)
    }
    function stop() {
      isOver = true
      clearTimeout(timer)
      reader.dispose()
      if (stream !== null) closeCamera(stream)
    }
    start().catch((error: Error) => end(error.message))
    return stop
  }, [])
  return problem === null ? (
    <>
      <video ref={video} className="scan-camera" muted playsInline aria-label="摄像头的画面" />
      <p className="floor-hint">把标签上的二维码放到画面里，读到就算扫了一次。</p>
    </>
  ) : (
    <Alert type="warning" className="form-alert" content={problem} />
  )
}
