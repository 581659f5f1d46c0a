/** Print files off the main thread, one after the other: each holds a whole picture's pixels. */
import type { TifReply, TifRequest } from './messages'
import { decodeByCanvas, printFile } from './print-file'

/** The package's own way to find it is one that bundlers do not follow. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

let last: Promise<unknown> = Promise.resolve()

// An exception here would be silent on the page's side, so every request is answered.
self.onmessage = ({ data }: MessageEvent<TifRequest>) => {
  const answer = async (): Promise<[TifReply, Transferable[]]> => {
    try {
      const made = await printFile(data, decodeByCanvas, littleCms)
      return [{ id: data.id, ...made }, [made.bytes.buffer]]
    } catch (error) {
      return [{ id: data.id, error: error instanceof Error ? error.message : String(error) }, []]
    }
  }
  last = last.then(answer).then(([reply, transfer]) => self.postMessage(reply, { transfer }))
}
