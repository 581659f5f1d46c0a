/**
 * Runs the conformance suite inside a real page. conformance.test.ts and simulator.test.ts bundle it and serve it beside the
 * running product.
 */
import { conformance } from '../../../adapters/conformance/suite'
import type { Fault, TestEnvironment } from '../../../adapters/conformance/world'
import { createPlatform } from '../../../adapters/create'
import { type Platform, PlatformError, type UploadedFile } from '../../../adapters/platform'
import type { Simulator } from '../../../bridge/simulator/page'
import { messageOf } from '../../../contract/ground/thrown'
import { createApi } from '../../../src/api/client'
import { platformTransport } from '../../../src/api/transport'
import { until } from '../support/until'

export interface Harness {
  /** Returns what the check found wrong; null when it passed; 'skipped' when the platform lacks the capability. */
  run(name: string): Promise<string | null>
  /** Returns the environment of the platform that opens, or the code and message of the error when none does. */
  environment(): Promise<string>
  /** Uploads so many pictures, `atOnce` at a time, each retried as an upload queue would. */
  uploads(count: number, atOnce: number): Promise<Uploads>
  /** Disturbs one upload at an exact moment, then makes an undisturbed one. Returns `ok` or the error's message for each. */
  uploadWhile(event: Disturbance): Promise<{ first: string; second: string; orphans: number }>
}

/** The client restarts after a step of the upload or while the response is under way; `drop` only loses the response. */
export type Disturbance =
  | 'restart-after-config'
  | 'restart-after-transfer'
  | 'restart-after-save'
  | 'restart-after-answer'
  | 'drop'

/** The step at which the upload is held when the disturbance happens. */
const steps = {
  'restart-after-config': 1,
  'restart-after-transfer': 2,
  'restart-after-save': 3,
  'restart-after-answer': 3,
  drop: 3,
} as const

export interface Uploads {
  readonly fileIds: readonly number[]
  readonly widths: readonly (number | null)[]
  readonly failures: readonly string[]
  readonly orphans: number
}

let token: string | null = null
async function signIn(): Promise<string> {
  const reply = await fetch('/api/users/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'kejiang-demo' }),
  })
  const body: { token: string } = await reply.json()
  return body.token
}

let requests = 0
const send = XMLHttpRequest.prototype.send
XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
  requests += 1
  this.addEventListener('loadend', () => {
    requests -= 1
  })
  send.call(this, body ?? null)
}

const isSimulator = (value: unknown): value is Simulator => typeof value === 'object' && value !== null && 'reloadHost' in value
function simulator(): Simulator | null {
  const found: unknown = window.parent === window ? null : Reflect.get(window.parent, 'kejiangSimulator')
  return isSimulator(found) ? found : null
}

const spaceIds = async (): Promise<string[]> => {
  const files: { fileId: string }[] = await fetch('/simulator/space').then((reply) => reply.json())
  return files.map(({ fileId }) => fileId)
}
/** Returns only the files of this page's client, because other tests fill the same space at the same time. */
const ownIds = async (): Promise<string[]> => {
  const ids = await spaceIds()
  return (
    simulator()
      ?.uploadedIds()
      .filter((id) => ids.includes(id)) ?? []
  )
}

/** Replaces the browser's save dialog, which only a person can answer. */
function answerPicker(fault: Fault | undefined): void {
  const refuse = (name: string) => Promise.reject(Object.assign(new Error(name), { name }))
  const writable = { write: async () => {}, close: async () => {}, abort: async () => {} }
  Reflect.set(window, 'showSaveFilePicker', () =>
    fault === 'save-cancelled'
      ? refuse('AbortError')
      : Promise.resolve({ createWritable: () => (fault === 'disk' ? refuse('QuotaExceededError') : Promise.resolve(writable)) }),
  )
}

function applyFault(fault: Fault | undefined): void {
  answerPicker(fault)
  simulator()?.change({
    silent: fault === 'silent',
    wrongKind: fault === 'wrong-kind',
    session: fault === 'auth-once' ? 'once' : fault === 'auth-for-ever' ? 'for-ever' : 'good',
    right: fault === 'permission' ? 'package' : fault === 'sub-account' || fault === 'business' ? fault : 'good',
    uploadStep: fault === 'config' ? 1 : fault === 'transfer' ? 2 : fault === 'file-save' ? 3 : 0,
    dialog: fault === 'save-cancelled' ? 'cancel' : fault === 'disk' ? 'disk' : 'save',
  })
}

async function open(): Promise<Platform> {
  token ??= await signIn()
  let platform: Platform | null = null
  const api = createApi(
    platformTransport(() => platform, location.origin),
    { token: () => token, onSessionEnded: () => {}, onFailure: () => {} },
  )
  platform = await createPlatform({ files: () => api.files, apiBase: location.origin, appVersion: '0.0.0-test' })
  return platform
}

async function picture(width: number, height: number, seed = 0) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const pixels = context.createImageData(width, height)
  pixels.data.forEach((_, i) => {
    pixels.data[i] = i % 4 === 3 ? 255 : (i * 2654435761 + seed * 97) % 256
  })
  context.putImageData(pixels, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no PNG')
  return { name: `picture-${seed}.png`, blob }
}

async function createTestEnvironment(platform: Platform): Promise<TestEnvironment> {
  const usesCloud = platform.can('cloud.upload') && simulator() !== null
  const before = usesCloud ? await ownIds() : []
  const uploadedIds: string[] = []
  const countNewFiles = async () => (await ownIds()).length - before.length
  return {
    platform,
    picture,
    download: async ({ url }) => new Uint8Array(await (await fetch(new URL(url, location.origin))).arrayBuffer()),
    orphans: async () => {
      if (!usesCloud) return 0
      await until(async () => (await countNewFiles()) <= 0)
      return Math.max(0, await countNewFiles())
    },
    cloudFile: async () => {
      if (!usesCloud) return 'cloud://example'
      const { blob } = await picture(6, 6)
      const reply = await fetch('/simulator/space?name=placed.png', { method: 'PUT', body: blob })
      const { fileId }: { fileId: string } = await reply.json()
      uploadedIds.push(fileId)
      return fileId
    },
    hasCloudFile: async (fileId) => usesCloud && (await spaceIds()).includes(fileId),
    pending: async () => {
      const count = async () => requests + ((await simulator()?.counters())?.pending ?? 0)
      await until(async () => (await count()) === 0)
      return count()
    },
  }
}

/** Uploads with up to three tries, as the upload queue does. */
async function uploadWithRetries(environment: TestEnvironment, i: number): Promise<UploadedFile> {
  const file = await picture(20 + i, 20, i)
  for (let retriesLeft = 2; ; retriesLeft -= 1) {
    try {
      return await environment.platform.uploadFile(file, 1, { idempotencyKey: `queue-${i}` })
    } catch (error) {
      if (retriesLeft === 0 || !(error instanceof PlatformError && error.retryable)) throw error
    }
  }
}

const harness: Harness = {
  async environment() {
    const platform = await open()
    try {
      return (await platform.ready()).environment
    } catch (error) {
      return error instanceof PlatformError ? `${error.code} ${error.message}` : String(error)
    } finally {
      platform.dispose()
    }
  },
  async uploads(count, atOnce) {
    const platform = await open()
    await platform.ready()
    const environment = await createTestEnvironment(platform)
    const files: (UploadedFile | undefined)[] = Array.from({ length: count })
    const failures: string[] = []
    let next = 0
    const worker = async () => {
      while (next < count) {
        const i = next++
        files[i] = await uploadWithRetries(environment, i).catch((error: unknown) => {
          failures.push(`${i} ${String(error)}`)
          return undefined
        })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const orphans = await environment.orphans()
    platform.dispose()
    return {
      fileIds: files.map((file) => file?.fileId ?? 0),
      widths: files.map((file) => file?.width ?? null),
      failures,
      orphans,
    }
  },
  async uploadWhile(event) {
    const platform = await open()
    await platform.ready()
    const environment = await createTestEnvironment(platform)
    const outcome = (upload: Promise<unknown>) =>
      upload.then(
        () => 'ok',
        (error: unknown) => messageOf(error),
      )
    const client = simulator()
    if (!client) throw new Error('only in the simulator')
    const file = await picture(200, 200)
    const paused = client.pauseUpload(steps[event])
    const upload = outcome(environment.platform.uploadFile(file, 1))
    const resume = await paused
    if (event === 'drop' || event === 'restart-after-answer') {
      client.arm('drop')
      resume()
      await until(async () => (await client.counters()).pending === 0)
    }
    if (event !== 'drop') client.reloadHost()
    const first = await upload
    // The upload of a restarted client continues although its page no longer waits for it.
    resume()
    const second = await outcome(environment.platform.uploadFile(await picture(201, 201, 1), 1))
    const orphans = await environment.orphans()
    platform.dispose()
    return { first, second, orphans }
  },
  async run(name) {
    const check = conformance.find((one) => one.name === name)
    if (!check) return `no check ${name}`
    applyFault(check.fault)
    const platform = await open()
    try {
      await platform.ready()
      if ((check.needs && !platform.can(check.needs)) || (check.lacks && platform.can(check.lacks))) return 'skipped'
      await check.run(await createTestEnvironment(platform))
      return null
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    } finally {
      platform.dispose()
      applyFault(undefined)
    }
  },
}
Reflect.set(window, 'harness', harness)
