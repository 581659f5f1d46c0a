/** Loads the client's script into the page. */
import { platformError } from '../error-text'

/** How long to wait for the client's script, ms; without a client it never loads. */
const scriptMs = 2000

/** Loads the script that provides `my.postMessage`. Rejects with NOT_QIANNIU if that does not exist after 2 s at the latest. */
export function loadClientScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const finish = (hasLoaded: boolean) => {
      clearTimeout(timer)
      script.onload = null
      script.onerror = null
      if (hasLoaded && typeof window.my?.postMessage === 'function') {
        resolve()
        return
      }
      script.remove()
      reject(platformError('NOT_QIANNIU', { stage: 'script', detail: { src, came: hasLoaded } }))
    }
    const timer = setTimeout(() => finish(false), scriptMs)
    script.onload = () => finish(true)
    script.onerror = () => finish(false)
    script.src = src
    document.head.append(script)
  })
}
