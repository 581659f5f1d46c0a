/**
 * A complete host of the plugin in one file without imports: the starting point for integrators whose program shall host the
 * plugin. Duty numbers refer to bridge/README.md. The product's own host half is bridge/host, which also runs where only the
 * language itself is available; its page half is bridge/page.
 */

const limits = { frame: 900 * 1024, chunk: 192 * 1024, file: 20 * 1024 * 1024 }
const kinds = {
  'cloud.upload': 'file.ref', 'cloud.delete': 'bool', 'cloud.storeConfig': 'store.config', 'cloud.file.save': 'file.ref',
  'top.invoke': 'top.json', 'disk.save': 'disk.saved', 'storage.get': 'text', 'storage.set': 'bool', 'storage.remove': 'bool',
  http: 'http.reply', 'link.open': 'bool', 'chat.open': 'bool', 'blob.write': 'blob.ref', 'blob.free': 'bool',
} // biome-ignore format: a table
/** How many calls and keys are remembered, and how long a call may run beyond the time limit of its request, ms. */
const maxRemembered = 500
const lateMs = 5000

const crcTable = Uint32Array.from({ length: 256 }, (_, i) => {
  let c = i
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  return c >>> 0
})
/** Returns the CRC-32 of a piece: of its index and count as two little-endian 32-bit numbers, followed by its bytes. */
export function pieceCrc(index, of, bytes) {
  const header = new Uint8Array(8)
  const view = new DataView(header.buffer)
  view.setUint32(0, index, true)
  view.setUint32(4, of, true)
  let c = 0xffffffff
  for (const part of [header, bytes]) for (const byte of part) c = (c >>> 8) ^ crcTable[(c ^ byte) & 255]
  return ~c >>> 0
}

const errorBody = (code, message) => ({ code, message })
/** Copies the fields of an error, because an Error object would become empty in JSON. */
const wireError = ({ code, userMessage, message, retryable, stage, detail } = {}) =>
  typeof code === 'string'
    ? { code, userMessage, message, retryable, stage, detail }
    : { code: 'BAD_REPLY', message: String(message) }
/** Returns the parameters as text, without the handle of a file: the same file is sent again under another one. */
const parametersText = (p) => JSON.stringify({ ...p, file: undefined })
const remember = (map, key, value) => {
  map.set(key, value)
  if (map.size > maxRemembered) map.delete(map.keys().next().value)
}
/** Returns the frame in a received message: the frame itself, its JSON text, or an event that contains either. */
function frameIn(raw) {
  let value = raw
  for (let depth = 0; depth < 5 && value && value.qnb === undefined; depth += 1) {
    try {
      value = typeof value === 'string' ? JSON.parse(value) : (value.detail ?? value.value ?? value.data)
    } catch {
      return undefined
    }
  }
  return value?.qnb === 1 && typeof value.sid === 'string' ? value : undefined
}

/**
 * `channel`: `send(frame)` and `listen(listener)`, which returns a function that stops it. `handlers`: the offered methods;
 * each gets the parameters and a context. `env`: `now()` of a monotonic clock in ms, `set(task, ms)`, `clear(handle)` and
 * `newId()` of 16 letters or more. `log`: called with messages for the operator. This sample does not undo effects of a host
 * before a restart and does not handle a machine that sleeps; bridge/host does both.
 */
export function createSampleHost(channel, { handlers, env, shell, client, log = () => {} }) {
  const hid = env.newId()
  const formerPages = new Map()
  const byKey = new Map()
  let page = null
  let seq = 0

  const send = (to, body) => channel.send({ ...body, qnb: 1, sid: to.sid, hid, n: to.n, seq: ++seq, ts: Math.round(env.now()) })
  const sendToCallers = (call, body) => {
    if (call.page === page) for (const id of call.ids) send(page, { ...body, id })
  }
  /** Duty 6: undoes effects whose reply reaches no page, newest first. An effect without undo steps stays, stored by its key. */
  async function undoEffects(call) {
    if (call.answer.k === 'res' && call.undo.length === 0) return
    if (byKey.get(call.key) === call) byKey.delete(call.key)
    for (const { description, run } of call.undo.splice(0).reverse()) {
      await Promise.resolve()
        .then(run)
        .catch((error) => log(`${description} could not be taken back: ${error}`))
    }
  }
  function abandon(call) {
    call.ids.clear()
    if (call.answer) call.done = undoEffects(call)
    else call.controller.abort()
  }
  const settle = async (call, answer) => {
    for (const timer of call.timers) env.clear(timer)
    call.answer = answer
    if (!call.controller.signal.aborted) sendToCallers(call, answer)
    if (call.controller.signal.aborted || answer.k === 'err') await undoEffects(call)
  }
  /** Duty 5: a reply that is too large for the page becomes an error, so that the page is not left waiting. */
  const answerOf = (method, v) => {
    const size = new TextEncoder().encode(JSON.stringify(JSON.stringify(v) ?? null)).length
    const fits = size <= (page ? page.frame : limits.frame)
    return fits
      ? { k: 'res', kind: kinds[method] ?? method, v }
      : { k: 'err', e: errorBody('TOO_LARGE', `${method}: ${size} bytes`) }
  }
  function start({ id, m, p, dl, ik }) {
    const call = {
      page,
      method: m,
      parameters: parametersText(p),
      key: ik,
      ids: new Set([id]),
      controller: new AbortController(),
      undo: [],
      progress: 0,
      timers: [],
    }
    const context = {
      callId: id,
      idempotencyKey: ik,
      signal: call.controller.signal,
      blob: (handle) => call.page.blobs.get(handle?.blob) ?? raise(errorBody('HOST_GONE', 'the file is not held any more')),
      progress: (stage, loaded, total) => {
        if (!call.answer) sendToCallers(call, { k: 'prog', i: call.progress++, stage, loaded, total })
      },
      undo: (description, run) => call.undo.push({ description, run }),
    }
    remember(page.calls, id, call)
    if (ik !== undefined) remember(byKey, ik, call)
    // Duty 3: the page sends pieces of a file only after the ack; for other calls a quick reply replaces it.
    call.timers.push(env.set(() => sendToCallers(call, { k: 'ack' }), m === 'blob.write' ? 0 : 50))
    if (dl !== undefined) call.timers.push(env.set(() => abandon(call), dl + lateMs))
    const run = async () => {
      const all = { ...handlers, 'blob.write': receiveFile, 'blob.free': freeFile }
      // Duty 2: only own properties count, so that `constructor` cannot be called.
      if (!Object.getOwnPropertyDescriptor(all, m)) throw errorBody('UNKNOWN_METHOD', `${m} is not offered`)
      return answerOf(m, await all[m](p, context))
    }
    call.done = run()
      .catch((thrown) => ({ k: 'err', e: wireError(thrown ?? undefined) }))
      .then((answer) => settle(call, answer))
  }
  /** Duty 4: an id runs once, and a key has one effect, even if another page sends it. */
  function request(frame) {
    const { id, m, p, ik } = frame
    if (page.cancelled.has(id)) return send(page, { k: 'err', id, e: errorBody('CANCELLED') })
    const known = page.calls.get(id) ?? byKey.get(ik)
    if (!known) return start(frame)
    if (known.method !== m || known.parameters !== parametersText(p))
      return send(page, { k: 'err', id, e: errorBody('PROTOCOL', 'one key for two calls') })
    send(page, { k: 'ack', id })
    const requester = page
    if (known.ids.size === 0) return void known.done.then(() => page === requester && request(frame))
    known.page = page
    known.ids.add(id)
    remember(page.calls, id, known)
    if (known.answer) send(page, { ...known.answer, id })
  }
  function cancel(id) {
    send(page, { k: 'err', id, e: errorBody('CANCELLED') })
    const call = page.calls.get(id)
    page.calls.delete(id)
    remember(page.cancelled, id, true)
    if (call?.ids.delete(id) && call.ids.size === 0) abandon(call)
  }
  /** Duty 1: there is one page at a time, the last that said hello; running calls of the former page are aborted. */
  function closePage() {
    if (!page) return
    const calls = new Set(page.calls.values())
    remember(formerPages, page.sid, true)
    page = null
    for (const call of calls) if (!call.answer) abandon(call)
  }
  function welcomePage({ sid, h, frame = limits.frame }) {
    if (formerPages.has(sid)) return
    if (page?.sid !== sid) {
      closePage()
      page = { sid, n: env.newId(), calls: new Map(), cancelled: new Map(), files: new Map(), blobs: new Map() }
    }
    page.frame = Math.min(frame, limits.frame)
    const caps = [...Object.keys(handlers), 'blob.write', 'blob.free']
    send(page, { k: 'welcome', proto: [1, 1], shell, client, caps, limits, h })
  }

  /** Duty 7: receives a file in pieces, each of which is checked. */
  const receiveFile = ({ name, type, size, chunk }, { callId, signal }) =>
    new Promise((resolve, reject) => {
      if (!(size >= 0 && size <= limits.file)) return reject(errorBody('TOO_LARGE', `${size} bytes`))
      const { files, blobs } = page
      const missing = new Set(Array.from({ length: Math.ceil(size / chunk) }, (_, i) => i))
      const file = { bytes: new Uint8Array(size), chunk, of: missing.size, missing, complete }
      function complete() {
        const blob = env.newId()
        files.delete(callId)
        remember(blobs, blob, { blob, name, type, size, bytes: file.bytes })
        resolve({ blob, name, type, size })
      }
      files.set(callId, file)
      signal.addEventListener('abort', () => files.delete(callId) && reject(errorBody('CANCELLED')))
      if (missing.size === 0) complete()
    })
  const freeFile = ({ blob }) => page?.blobs.delete(blob) ?? false
  function piece({ id, i, of, crc, d }) {
    const file = page.files.get(id)
    if (!file || of !== file.of || i >= of) return
    const start = i * file.chunk
    const bytes = /^[\w+/]*={0,2}$/.test(d) ? Uint8Array.from(atob(d), (letter) => letter.charCodeAt(0)) : new Uint8Array(0)
    const isValid = bytes.length === Math.min(file.chunk, file.bytes.length - start) && pieceCrc(i, of, bytes) === crc
    if (isValid && file.missing.delete(i)) file.bytes.set(bytes, start)
    send(page, { k: 'chunkack', id, i, ...(isValid ? {} : { bad: true }) })
    if (isValid && file.missing.size === 0) file.complete()
  }

  const stop = channel.listen((raw) => {
    const frame = frameIn(raw)
    if (!frame) return
    if (frame.k === 'hello') return welcomePage(frame)
    // The page addresses a former host; the bye makes it say hello again.
    if (frame.hid !== hid)
      return frame.hid && frame.k !== 'bye' ? send({ sid: frame.sid }, { k: 'bye', why: 'unknown' }) : undefined
    if (frame.sid !== page?.sid || frame.n !== page.n) return
    if (frame.k === 'req') request(frame)
    else if (frame.k === 'cancel') cancel(frame.id)
    else if (frame.k === 'chunk') piece(frame)
    else if (frame.k === 'bye') closePage()
    else if (frame.k === 'ping') {
      send(page, { k: 'pong' })
      // Duty 8: the page still waits for these calls; replies already sent were lost and are sent again.
      for (const id of frame.ids ?? []) if (page.calls.get(id)?.answer) send(page, { ...page.calls.get(id).answer, id })
    }
  })
  // Duty 9: a page may be waiting since before this host started.
  send({ sid: '*' }, { k: 'bye', why: 'host started' })
  return {
    id: hid,
    dispose() {
      if (page) send(page, { k: 'bye', why: 'host ends' })
      closePage()
      stop()
    },
  }
}

function raise(thrown) {
  throw thrown
}
