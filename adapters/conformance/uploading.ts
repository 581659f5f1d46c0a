import type { Progress } from '../platform'
import { type Check, expect, rejection, rejects, type World } from './world'

const kind = { asset: 1, layer: 3 } as const
const assetLimit = 3_145_728

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

async function noOrphan(world: World): Promise<void> {
  const left = await world.orphans()
  expect(left === 0, 'no picture may be left in the cloud without a file', left)
}

/** Checks of uploads: complete, repeated, cancelled, refused and failed ones. */
export const uploading: readonly Check[] = [
  {
    name: 'uploadFile uploads a picture with progress, and it can be read again',
    async run(world) {
      const file = await world.picture(40, 25)
      const seen: Progress[] = []
      const stored = await world.platform.uploadFile(file, kind.asset, { onProgress: (progress) => seen.push(progress) })
      expect(Number.isSafeInteger(stored.fileId) && stored.fileId > 0, 'a file id', stored)
      expect(stored.contentType === 'image/png', 'the server saw a PNG', stored)
      expect(stored.width === 40 && stored.height === 25, 'its true size', stored)
      const bytes = await world.download(stored)
      expect(bytes[0] === 0x89 && bytes[1] === 0x50 && bytes.length > 50, 'the address answers a PNG', bytes.length)
      expect(seen.length > 0, 'progress was told')
      for (const stage of new Set(seen.map((progress) => progress.stage))) {
        const loaded = seen.filter((progress) => progress.stage === stage).map((progress) => progress.loaded)
        expect([...loaded].sort((a, b) => a - b).join() === loaded.join(), `progress of ${stage} never falls back`, loaded)
      }
      expect(
        seen.every(({ loaded, total }) => total === undefined || loaded <= total),
        'never more than the whole',
        seen,
      )
      await noOrphan(world)
    },
  },
  {
    name: 'uploadFile accepts a Chinese file name with special characters',
    async run(world) {
      const { blob } = await world.picture(8, 8)
      const stored = await world.platform.uploadFile({ name: '生日“礼物”#1 100%&+?.png', blob }, kind.layer)
      expect(stored.width === 8, 'uploaded', stored)
    },
  },
  {
    name: 'uploadFile uploads two pictures in parallel as two files',
    async run(world) {
      const [one, two] = await Promise.all([world.picture(10, 10, 1), world.picture(12, 12, 2)])
      const [first, second] = await Promise.all([
        world.platform.uploadFile(one, kind.asset),
        world.platform.uploadFile(two, kind.asset),
      ])
      expect(first.fileId !== second.fileId, 'two ids', first, second)
      expect(first.width === 10 && second.width === 12, 'each its own picture', first, second)
      expect(!sameBytes(await world.download(first), await world.download(second)), 'each its own bytes')
      await noOrphan(world)
    },
  },
  {
    name: 'uploadFile uploads once when called repeatedly with one key',
    async run(world) {
      const file = await world.picture(9, 9)
      const options = { idempotencyKey: 'double-click' }
      const [first, second] = await Promise.all([
        world.platform.uploadFile(file, kind.asset, options),
        world.platform.uploadFile(file, kind.asset, options),
      ])
      const third = await world.platform.uploadFile(file, kind.asset, options)
      expect(first.fileId === second.fileId && second.fileId === third.fileId, 'one file', [first, second, third])
      const other = await world.picture(30, 30, 3)
      await rejects(world.platform.uploadFile({ ...other, name: 'other.png' }, kind.asset, options), 'PROTOCOL', /编号/)
      await noOrphan(world)
    },
  },
  {
    name: 'uploadFile can be cancelled while it runs, leaves nothing behind and can start again',
    async run(world) {
      const file = await world.picture(400, 400)
      const controller = new AbortController()
      const upload = world.platform.uploadFile(file, kind.asset, {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      })
      await rejects(upload, 'CANCELLED', /取消操作/)
      const again = await world.platform.uploadFile(file, kind.asset)
      expect(again.width === 400, 'the next one succeeds', again)
      await noOrphan(world)
    },
  },
  {
    name: 'uploadFile sends nothing if the call was cancelled before it began',
    async run(world) {
      const controller = new AbortController()
      controller.abort()
      let told = 0
      const upload = world.platform.uploadFile(await world.picture(8, 8), kind.asset, {
        signal: controller.signal,
        onProgress: () => {
          told += 1
        },
      })
      await rejects(upload, 'CANCELLED', /取消操作/)
      expect(told === 0, 'no progress', told)
    },
  },
  {
    name: 'uploadFile refuses a file over the limit before it sends a byte',
    async run(world) {
      let told = 0
      const file = { name: '太大.png', blob: new Blob([new Uint8Array(assetLimit + 1)], { type: 'image/png' }) }
      const upload = world.platform.uploadFile(file, kind.asset, {
        onProgress: () => {
          told += 1
        },
      })
      await rejects(upload, 'TOO_LARGE', /太大\.png.*3 MB/)
      expect(told === 0, 'no progress', told)
    },
  },
  {
    name: 'uploadFile rejects with 上传失败, status and cause if the server refuses the bytes',
    async run(world) {
      const file = { name: '其实是文字.png', blob: new Blob(['这不是图片'], { type: 'image/png' }) }
      const error = await rejects(world.platform.uploadFile(file, kind.asset), 'UPLOAD_FAILED', /^上传失败: 422 .+/)
      expect(!error.message.includes('{'), 'a sentence, not JSON', error.message)
      await noOrphan(world)
    },
  },
  {
    name: 'uploadFile rejects with 上传失败 if nothing replies in time',
    fault: 'silent',
    async run(world) {
      const file = await world.picture(8, 8)
      await rejects(world.platform.uploadFile(file, kind.asset, { timeoutMs: 1500 }), 'TIMEOUT', /^上传失败: /)
    },
  },
  ...(['config', 'transfer', 'file-save'] as const).map(
    (fault): Check => ({
      name: `uploadFile leaves no picture in the picture space if the client’s upload fails at ${fault}`,
      needs: 'cloud.upload',
      fault,
      async run(world) {
        const error = await rejection(world.platform.uploadFile(await world.picture(8, 8), kind.asset))
        expect(['NETWORK', 'PARTIAL', 'UPLOAD_FAILED'].includes(error.code), 'an upload error', error.code, error.message)
        expect(/^上传失败: .+/.test(error.message), 'the upload’s text', error.message)
        await noOrphan(world)
      },
    }),
  ),
  {
    name: 'dispose during an upload leaves nothing pending',
    async run(world) {
      const file = await world.picture(300, 300)
      let began: () => void = () => {}
      const underWay = new Promise<void>((resolve) => {
        began = resolve
      })
      const upload = rejection(world.platform.uploadFile(file, kind.asset, { onProgress: () => began() }))
      await underWay
      world.platform.dispose()
      const error = await upload
      expect(['CANCELLED', 'HOST_GONE'].includes(error.code), 'the upload ends', error.code)
      const left = await world.pending()
      expect(left === 0, 'nothing pending', left)
    },
  },
]
