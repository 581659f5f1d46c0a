/** The simulated client's handlers for the self-test, as far as a browser can stand in for a client. */
import { fieldsOf } from '../../contract/ground/fields'
import type { CallContext, Handler, ReceivedBlob } from '../host/types'
import type { ClientEnvironment } from './world'

/** Names that a real client's logic layer hides and this page defines. */
const names = [
  'globalThis', 'window', 'self', 'global', 'document', 'crypto', 'performance', 'setInterval', 'queueMicrotask', 'AbortController',
  'TextEncoder', 'URL', 'atob', 'fetch', 'WebAssembly', 'Proxy', 'Reflect', 'Intl', 'BigInt',
] // biome-ignore format: a list of names

const facts = ({ settings }: ClientEnvironment) => ({
  shown: names.filter((name) => name in globalThis),
  hidden: names.filter((name) => !(name in globalThis)),
  can: [
    'authorize',
    'canIUse',
    'getFileSystemManager',
    'getStorage',
    'sendMtop',
    'setStorage',
    'uploadFile',
    'qn.saveFileToDisk',
  ],
  cannot: ['qn.chooseFileAndGetContent'],
  files: ['writeFile', 'unlink'],
  system: {
    version: /Qianniu\/([\w.]+)/.exec(settings().userAgent)?.[1] ?? '',
    platform: 'simulator',
    system: '',
    app: '',
    sdk: '',
  },
})

/** Uploads a picture and deletes it again, or aborts the transfer and deletes the picture if it arrives all the same. */
async function upload({ settings, space }: ClientEnvironment, blob: ReceivedBlob, abort: boolean, context: CallContext) {
  if (settings().uploadStep !== 0) throw { code: 'NETWORK', message: 'uploadFile failed', stage: 'upload', retryable: true }
  const startedAt = performance.now()
  const fileName = `self-test-${context.callId.replace(/\W/g, '-')}.png`
  let progressReports = 0
  let between = 0
  let abortRequested = false
  const sent = (bytes: number) => {
    progressReports += 1
    if (bytes > 0 && bytes < blob.size) between += 1
    context.progress('upload', Math.min(bytes, blob.size), blob.size)
  }
  const started = (stop: () => void) => {
    if (!abort) return
    abortRequested = true
    stop()
  }
  const outcome = await space.put(fileName, blob.bytes, blob.type, sent, started).then(
    async ({ fileId }) => {
      await space.remove(fileId)
      return 'arrived'
    },
    (error: unknown) => {
      if (!abortRequested) throw error
      return 'ended'
    },
  )
  // An aborted transfer may still arrive, also between two listings, so the space is listed until it no longer holds the picture.
  let left = false
  for (;;) {
    const found = (await space.list()).filter((file) => file.fileName === fileName)
    if (found.length === 0) break
    left = await Promise.all(found.map(({ fileId }) => space.remove(fileId))).then(
      () => false,
      () => true,
    )
    if (left) break
  }
  const ms = performance.now() - startedAt
  return {
    task: true,
    canAbort: true,
    canTell: true,
    told: progressReports,
    between,
    names: ['loaded', 'total'],
    asked: abortRequested,
    outcome,
    left,
    fileName,
    ms,
  }
}

export const diagnoseHandlers = (client: ClientEnvironment): Record<string, Handler> => ({
  'diagnose.facts': () => facts(client),
  'diagnose.file': (params, context) => {
    const { bytes } = context.blob(fieldsOf(params).file)
    const began = performance.now()
    // An object URL stands in for the client's temporary file.
    const path = URL.createObjectURL(new Blob([new Uint8Array(bytes)]))
    URL.revokeObjectURL(path)
    return { written: true, said: '', path: 'blob', ms: performance.now() - began }
  },
  'diagnose.upload': (params, context) => {
    const { file, abort } = fieldsOf(params)
    return upload(client, context.blob(file), abort === true, context)
  },
})
