/** Makes print files in a worker, one after another, because each holds all pixels of a picture. */
import { messageOf } from '../../contract/ground/thrown'
import type { TifReply, TifRequest } from './messages'
import { decodeByCanvas, printFile } from './print-file'

/** Bundlers do not follow the package's own way to find its wasm file. */
const littleCms = new URL('lcms-wasm/dist/lcms.wasm', import.meta.url).href

let last: Promise<unknown> = Promise.resolve()

// The page would not see an exception thrown here, so every request gets a reply.
self.onmessage = ({ data }: MessageEvent<TifRequest>) => {
  const answer = async (): Promise<[TifReply, Transferable[]]> => {
    try {
      const made = await printFile(data, decodeByCanvas, littleCms)
      return [{ id: data.id, ...made }, [made.bytes.buffer]]
    } catch (error) {
      return [{ id: data.id, error: messageOf(error) }, []]
    }
  }
  last = last.then(answer).then(([reply, transfer]) => self.postMessage(reply, { transfer }))
}
