/** The camera's picture for reading codes: opened with words for each reason why it cannot be. */

/** Width that is asked for, px: a label of 100 mm across the picture then has 5 px a module of its code. */
const idealWidth = 1280

const otherWays = '请用扫码枪，或者手动输入件码。'

/** The words for each reason that the browser names (W3C Media Capture and Streams). */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: `没有允许用摄像头，请在浏览器地址栏里允许后再试；也可以用扫码枪，或者手动输入件码。`,
  NotFoundError: `没有找到摄像头，${otherWays}`,
  NotReadableError: `摄像头打不开，它可能正被别的程序使用；${otherWays}`,
}

/** Starts the camera, the one at the back of a phone. Rejects with the reason in words. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers hide the camera from pages that were not loaded over HTTPS.
  if (!navigator.mediaDevices?.getUserMedia) throw new Error(`这个页面不能用摄像头（要用 https 打开），${otherWays}`)
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: idealWidth } } })
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new Error(reasons[name] ?? `没有打开摄像头，${otherWays}`, { cause })
  }
}

export const cameraWords = {
  unreadable: `这个浏览器读不了摄像头的画面，${otherWays}`,
  gone: `摄像头断开了，${otherWays}`,
} as const

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
