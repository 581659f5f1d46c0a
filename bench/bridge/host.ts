/** The host around the frames. Each kind of channel has our host half and a bare one. */
import { windowHostChannel } from '../../bridge/host/channels'
import { createHost } from '../../bridge/host/host'
import { randomId } from '../../bridge/page/env'
import { frameChannel } from '../../bridge/simulator/frame-channel'
import { isBare } from './bare'

type Channel = Parameters<typeof createHost>[0]

/** @param bare the same kind of channel, as a plugin without a bridge would use it. */
function serve(channel: Channel, bare: Pick<Channel, 'send' | 'listen'>) {
  createHost(channel, {
    handlers: { 'top.invoke': (params) => params },
    shell: '1.0.0',
    client: '',
    env: {
      now: () => performance.now(),
      set: (task, ms) => setTimeout(task, ms),
      clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
      newId: randomId,
    },
  })
  let file = new Uint8Array(0)
  bare.listen((message) => {
    if (!isBare(message)) return
    const { bare: id, v, piece } = message
    if (piece) {
      if (piece.start === 0) file = new Uint8Array(piece.size)
      const text = atob(piece.d)
      for (let i = 0; i < text.length; i += 1) file[piece.start + i] = text.charCodeAt(i)
    }
    bare.send({ bare: id, v })
  })
}

for (const frame of document.querySelectorAll('iframe')) {
  if (frame.name === '') serveWindows(frame)
  else {
    const slot = frameChannel(frame)
    serve(slot, slot)
  }
}

function serveWindows(frame: HTMLIFrameElement) {
  const page = () => frame.contentWindow
  serve(windowHostChannel({ page, pageOrigin: location.origin, self: window }), {
    send: (message) => page()?.postMessage(message, location.origin),
    listen(listener) {
      const receive = ({ source, origin, data }: MessageEvent) => {
        if (source === page() && origin === location.origin) listener(data)
      }
      addEventListener('message', receive)
      return () => removeEventListener('message', receive)
    },
  })
}
