/** The page in a frame: the same work through our page half and through bare messages, on the client's slot or between windows. */
import '../../bridge/simulator/web-view'
import { slotChannel, windowChannel } from '../../bridge/page/channels'
import { connectHost } from '../../bridge/page/connect'
import { type BareRequest, isBare } from './bare'

declare global {
  interface Window {
    /** Resolves with the duration of the work in milliseconds. */
    bench: (who: 'ours' | 'peer', what: 'calls' | 'file' | 'reply', amount: number, atOnce: number) => Promise<number>
  }
}

/** The slot as the frame's script defines it; between windows there is none. */
type Slot = Parameters<typeof slotChannel>[0]
const slot = Reflect.get(window, 'my') as Slot | undefined
const targetOrigin = location.origin
const channel = slot ? slotChannel(slot) : windowChannel({ target: parent, targetOrigin })
const version = Number(new URLSearchParams(location.search).get('version'))
const bridge = connectHost(channel, { pageVersion: 'bench', proto: [1, version] })

const waiting = new Map<number, (value: unknown) => void>()
let count = 0
const post = slot
  ? (message: BareRequest) => slot.postMessage(message)
  : (message: BareRequest) => parent.postMessage(message, targetOrigin)
/** Makes one bare round trip. Our slot passes on messages that are not frames. */
const bare = (request: Omit<BareRequest, 'bare'>): Promise<unknown> =>
  new Promise((resolve) => {
    count += 1
    waiting.set(count, resolve)
    post({ bare: count, ...request })
  })
const receive = (message: unknown) => {
  if (!isBare(message)) return
  waiting.get(message.bare)?.(message.v)
  waiting.delete(message.bare)
}
if (!slot) {
  addEventListener('message', ({ source, origin, data }) => {
    if (source === parent && origin === targetOrigin) receive(data)
  })
}

/** Runs `task` so many times, `atOnce` in parallel. */
async function pool(times: number, atOnce: number, task: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < times) {
      const i = next
      next += 1
      await task(i)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const params = (i: number) => ({ api: 'taobao.item.seller.get', data: { num_iid: i, fields: 'num_iid,title,price,num' } })

/** An answer of a marketplace's list of items, of about so many bytes. */
const answer = (bytes: number) => ({
  items: Array.from({ length: Math.ceil(bytes / 64) }, (_, i) => ({
    num_iid: 600_000_000_000 + i,
    title: '手机壳定制图案',
    price: '29.90',
  })),
})

/** The same piece size as ours, with the browser's own base64. */
const pieceBytes = 192 * 1024
const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).slice(String(reader.result).indexOf(',') + 1))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

function picture(size: number): Blob {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i += 1) bytes[i] = (i * 2654435761) >>> 13
  return new Blob([bytes], { type: 'image/png' })
}

const work = {
  ours: {
    calls: (times: number, atOnce: number) => pool(times, atOnce, (i) => bridge.call('top.invoke', params(i), { write: false })),
    reply: (bytes: number) => bridge.call('top.invoke', answer(bytes), { write: false }),
    file: async (file: Blob) => {
      const handle = await bridge.sendBlob(file, { name: 'a.png', type: file.type })
      await bridge.call('blob.free', { blob: handle.blob })
    },
  },
  peer: {
    calls: (times: number, atOnce: number) => pool(times, atOnce, (i) => bare({ v: params(i) })),
    reply: (bytes: number) => bare({ v: answer(bytes) }),
    file: (file: Blob, atOnce: number) =>
      pool(Math.ceil(file.size / pieceBytes), atOnce, async (i) => {
        const start = i * pieceBytes
        const d = await base64(file.slice(start, start + pieceBytes))
        return bare({ piece: { start, size: file.size, d } })
      }),
  },
}

window.bench = async (side, workload, amount, atOnce) => {
  await bridge.ready()
  // The slot has one owner, which during the peer's run is the bare messages' listener.
  if (side === 'ours') await bridge.call('top.invoke', {}, { write: false })
  else if (slot) slot.onMessage = receive
  const file = workload === 'file' ? picture(amount) : null
  const start = performance.now()
  if (file) await work[side].file(file, atOnce)
  else if (workload === 'reply') await work[side].reply(amount)
  else await work[side].calls(amount, atOnce)
  return performance.now() - start
}
