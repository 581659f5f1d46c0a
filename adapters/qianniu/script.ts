import { platformError } from '../error-text'

/** How long a page waits for the client's script, ms; where no client is, it never comes. */
const scriptMs = 2000

/** Loads the script that brings `my.postMessage`; rejects with NOT_QIANNIU when it does not come in time or brings nothing. */
export function loadClientScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const finish = (came: boolean) => {
      clearTimeout(timer)
      script.onload = null
      script.onerror = null
      if (came && typeof window.my?.postMessage === 'function') {
        resolve()
        return
      }
      script.remove()
      reject(platformError('NOT_QIANNIU', { stage: 'script', detail: { src, came } }))
    }
    const timer = setTimeout(() => finish(false), scriptMs)
    script.onload = () => finish(true)
    script.onerror = () => finish(false)
    script.src = src
    document.head.append(script)
  })
}
