import type { Progress } from '../platform'
import { type Check, expect, rejection, rejects, type TestEnvironment } from './world'

const kind = { asset: 1, layer: 3 } as const
const assetLimit = 3_145_728

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

async function noOrphan(environment: TestEnvironment): Promise<void> {
  const remaining = await environment.orphans()
  expect(remaining === 0, 'no picture may be left in the cloud without a file', remaining)
}

/** Checks of uploads: complete, repeated, cancelled, refused and failed ones. */
export const uploading: readonly Check[] = [
  {
    name: 'uploadFile uploads a picture with progress, and it can be read again',
    async run(environment) {
      const file = await environment.picture(40, 25)
      const reports: Progress[] = []
      const stored = await environment.platform.uploadFile(file, kind.asset, { onProgress: (progress) => reports.push(progress) })
      expect(Number.isSafeInteger(stored.fileId) && stored.fileId > 0, 'a file id', stored)
      expect(stored.contentType === 'image/png', 'the server saw a PNG', stored)
      expect(stored.width === 40 && stored.height === 25, 'its true size', stored)
      const bytes = await environment.download(stored)
      expect(bytes[0] === 0x89 && bytes[1] === 0x50 && bytes.length > 50, 'the address answers a PNG', bytes.length)
      expect(reports.length > 0, 'progress was told')
      for (const stage of new Set(reports.map((progress) => progress.stage))) {
        const loaded = reports.filter((progress) => progress.stage === stage).map((progress) => progress.loaded)
        expect([...loaded].sort((a, b) => a - b).join() === loaded.join(), `progress of ${stage} never falls back`, loaded)
      }
      expect(
        reports.every(({ loaded, total }) => total === undefined || loaded <= total),
        'never more than the whole',
        reports,
      )
      await noOrphan(environment)
    },
  },
  {
    name: 'uploadFile accepts a Chinese file name with special characters',
    async run(environment) {
      const { blob } = await environment.picture(8, 8)
      const stored = await environment.platform.uploadFile({ name: '生日“礼物”#1 100%&+?.png', blob }, kind.layer)
      expect(stored.width === 8, 'uploaded', stored)
    },
  },
  {
    name: 'uploadFile uploads two pictures in parallel as two files',
    async run(environment) {
      const [one, two] = await Promise.all([environment.picture(10, 10, 1), environment.picture(12, 12, 2)])
      const [first, second] = await Promise.all([
        environment.platform.uploadFile(one, kind.asset),
        environment.platform.uploadFile(two, kind.asset),
      ])
      expect(first.fileId !== second.fileId, 'two ids', first, second)
      expect(first.width === 10 && second.width === 12, 'each its own picture', first, second)
      expect(!sameBytes(await environment.download(first), await environment.download(second)), 'each its own bytes')
      await noOrphan(environment)
    },
  },
  {
    name: 'uploadFile uploads once when called repeatedly with one key',
    async run(environment) {
      const file = await environment.picture(9, 9)
      const options = { idempotencyKey: 'double-click' }
      const [first, second] = await Promise.all([
        environment.platform.uploadFile(file, kind.asset, options),
        environment.platform.uploadFile(file, kind.asset, options),
      ])
      const third = await environment.platform.uploadFile(file, kind.asset, options)
      expect(first.fileId === second.fileId && second.fileId === third.fileId, 'one file', [first, second, third])
      const other = await environment.picture(30, 30, 3)
      await rejects(environment.platform.uploadFile({ ...other, name: 'other.png' }, kind.asset, options), 'PROTOCOL', /编号/)
      await noOrphan(environment)
    },
  },
  {
    name: 'uploadFile can be cancelled while it runs, leaves nothing behind and can start again',
    async run(environment) {
      const file = await environment.picture(400, 400)
      const controller = new AbortController()
      const upload = environment.platform.uploadFile(file, kind.asset, {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      })
      await rejects(upload, 'CANCELLED', /取消操作/)
      const again = await environment.platform.uploadFile(file, kind.asset)
      expect(again.width === 400, 'the next one succeeds', again)
      await noOrphan(environment)
    },
  },
  {
    name: 'uploadFile sends nothing if the call was cancelled before it began',
    async run(environment) {
      const controller = new AbortController()
      controller.abort()
      let progressCount = 0
      const upload = environment.platform.uploadFile(await environment.picture(8, 8), kind.asset, {
        signal: controller.signal,
        onProgress: () => {
          progressCount += 1
        },
      })
      await rejects(upload, 'CANCELLED', /取消操作/)
      expect(progressCount === 0, 'no progress', progressCount)
    },
  },
  {
    name: 'uploadFile refuses a file over the limit before it sends a byte',
    async run(environment) {
      let progressCount = 0
      const file = { name: '太大.png', blob: new Blob([new Uint8Array(assetLimit + 1)], { type: 'image/png' }) }
      const upload = environment.platform.uploadFile(file, kind.asset, {
        onProgress: () => {
          progressCount += 1
        },
      })
      await rejects(upload, 'TOO_LARGE', /太大\.png.*3 MB/)
      expect(progressCount === 0, 'no progress', progressCount)
    },
  },
  {
    name: 'uploadFile rejects with 上传失败, status and cause if the server refuses the bytes',
    async run(environment) {
      const file = { name: '其实是文字.png', blob: new Blob(['这不是图片'], { type: 'image/png' }) }
      const error = await rejects(environment.platform.uploadFile(file, kind.asset), 'UPLOAD_FAILED', /^上传失败: 422 .+/)
      expect(!error.message.includes('{'), 'a sentence, not JSON', error.message)
      await noOrphan(environment)
    },
  },
  {
    name: 'uploadFile rejects with 上传失败 if nothing replies in time',
    fault: 'silent',
    async run(environment) {
      const file = await environment.picture(8, 8)
      await rejects(environment.platform.uploadFile(file, kind.asset, { timeoutMs: 1500 }), 'TIMEOUT', /^上传失败: /)
    },
  },
  ...(['config', 'transfer', 'file-save'] as const).map(
    (fault): Check => ({
      name: `uploadFile leaves no picture in the picture space if the client’s upload fails at ${fault}`,
      needs: 'cloud.upload',
      fault,
      async run(environment) {
        const error = await rejection(environment.platform.uploadFile(await environment.picture(8, 8), kind.asset))
        expect(['NETWORK', 'PARTIAL', 'UPLOAD_FAILED'].includes(error.code), 'an upload error', error.code, error.message)
        expect(/^上传失败: .+/.test(error.message), 'the upload’s text', error.message)
        await noOrphan(environment)
      },
    }),
  ),
  {
    name: 'dispose during an upload leaves nothing pending',
    async run(environment) {
      const file = await environment.picture(300, 300)
      let onStarted: () => void = () => {}
      const started = new Promise<void>((resolve) => {
        onStarted = resolve
      })
      const upload = rejection(environment.platform.uploadFile(file, kind.asset, { onProgress: () => onStarted() }))
      await started
      environment.platform.dispose()
      const error = await upload
      expect(['CANCELLED', 'HOST_GONE'].includes(error.code), 'the upload ends', error.code)
      const remaining = await environment.pending()
      expect(remaining === 0, 'nothing pending', remaining)
    },
  },
]
