import { Alert } from '@arco-design/web-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readPieceCode } from '../../../../contract/rules/piece-code'

interface CameraViewProps {
  readonly onCode: (code: string) => void
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats?(): Promise<readonly string[]>
}

/** Between two looks at the camera's picture, ms. */
const lookMs = 200
/** The same code counts again after it was out of sight for this long, ms. */
const forgetMs = 2500

const noDetector = '这个浏览器不能用摄像头扫码，请用扫码枪，或者手动输入件码。新版 Chrome 和 Edge（安卓手机上）可以。'

/** Starts the camera; rejects with the reason in words. */
async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error('没有找到摄像头，请用扫码枪，或者手动输入件码。')
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch (cause) {
    const isDenied = cause instanceof DOMException && cause.name === 'NotAllowedError'
    throw new Error(
      isDenied
        ? '没有允许用摄像头，请在浏览器地址栏里允许后再试。'
        : '没有打开摄像头，它可能正被别的程序使用；请用扫码枪，或者手动输入件码。',
      { cause },
    )
  }
}

/** Reads codes with the camera, where the browser can. */
export default function CameraView({ onCode }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    const Barcodes = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
    if (Barcodes === undefined) return setProblem(noDetector)
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let seen = { code: '', at: 0 }
    const detector = new Barcodes({ formats: ['qr_code'] })
    const look = async () => {
      const codes = video.current ? await detector.detect(video.current).catch(() => []) : []
      for (const { rawValue } of codes) {
        const code = readPieceCode(rawValue)
        if (code === null) continue
        const isNew = code !== seen.code || performance.now() - seen.at > forgetMs
        seen = { code, at: performance.now() }
        if (isNew) report(code)
      }
      if (!isOver) timer = setTimeout(() => void look(), lookMs)
    }
    openCamera().then(
      async (opened) => {
        stream = opened
        if (isOver || video.current === null) return stop()
        video.current.srcObject = opened
        await video.current.play().catch(() => undefined)
        void look()
      },
      (error: Error) => setProblem(error.message),
    )
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return problem === null ? (
    <video ref={video} className="scan-camera" muted playsInline aria-label="摄像头的画面" />
  ) : (
    <Alert type="warning" className="form-alert" content={problem} />
  )
}
