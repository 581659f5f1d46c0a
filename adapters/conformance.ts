/**
 * What every platform must do, once. A runner opens a fresh world per check, with the check's fault in place, on whatever
 * it tests: the mock in node, browser and Qianniu in a real page. Plain errors, no test library: the suite runs anywhere.
 */
import {
  type Capability,
  type LocalFile,
  type Platform,
  PlatformError,
  type PlatformErrorCode,
  type Progress,
  type UploadedFile,
} from './platform'

/** What goes wrong outside the platform while a check runs. */
export const faults = [
  'silent',
  'wrong-kind',
  'permission',
  'sub-account',
  'business',
  'auth-once',
  'auth-for-ever',
  'config',
  'transfer',
  'file-save',
  'save-cancelled',
  'disk',
] as const
export type Fault = (typeof faults)[number]

/** The place a check runs in. */
export interface World {
  readonly platform: Platform
  /** A real PNG of this size; different seeds give different pictures. */
  picture(width: number, height: number, seed?: number): Promise<LocalFile>
  /** The bytes behind an uploaded file's address. */
  download(file: UploadedFile): Promise<Uint8Array>
  /** Pictures that lie in the marketplace's cloud and belong to no uploaded file; 0 where there is no such cloud. */
  orphans(): Promise<number>
  /** Puts a picture into the marketplace's cloud and answers its cloud id. */
  cloudFile(): Promise<string>
  hasCloudFile(cloudId: string): Promise<boolean>
  /** Calls, timers and listeners the platform still holds. */
  pending(): Promise<number>
}

export interface Check {
  readonly name: string
  /** The check is about something this platform must have, … */
  readonly needs?: Capability
  /** … or must not have. */
  readonly lacks?: Capability
  readonly fault?: Fault
  run(world: World): Promise<void>
}

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

function expect(holds: boolean, sentence: string, ...facts: readonly unknown[]): asserts holds {
  if (!holds) throw new CheckFailed([sentence, ...facts.map((fact) => JSON.stringify(fact))].join(' · '))
}

async function rejection(promise: Promise<unknown>): Promise<PlatformError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect('error' in outcome, 'it must reject', outcome)
  expect(outcome.error instanceof PlatformError, 'it must reject with a PlatformError', String(outcome.error))
  return outcome.error
}

async function rejects(promise: Promise<unknown>, code: PlatformErrorCode, text: RegExp): Promise<PlatformError> {
  const error = await rejection(promise)
  expect(error.code === code, `the code must be ${code}`, error.code, error.message, error.options.detail)
  expect(text.test(error.message), `the text must match ${text}`, error.message)
  return error
}

const kind = { asset: 1, layer: 3 } as const
const assetLimit = 3_145_728
const onsale = { fields: 'num_iid,title,pic_url,price,num,outer_id', page_no: 1, page_size: 40 }
const onSaleItems = (platform: Platform, timeoutMs?: number) =>
  platform.callMarketplace('taobao.items.onsale.get', onsale, timeoutMs === undefined ? {} : { timeoutMs })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])

async function noOrphan(world: World): Promise<void> {
  const left = await world.orphans()
  expect(left === 0, 'no picture may be left in the cloud without a file', left)
}

const starting: readonly Check[] = [
  {
    name: 'is ready, and says what it can do',
    async run({ platform }) {
      const info = await platform.ready()
      expect(['qianniu', 'browser', 'mock'].includes(info.environment), 'the environment has a name', info.environment)
      expect(info.maxFileBytes > 0, 'the largest file is known', info.maxFileBytes)
      for (const capability of ['storage', 'file.save', 'link.open', 'chat.open'] as const) {
        expect(platform.can(capability), `every platform has ${capability}`)
      }
      expect(
        [...info.capabilities].every((one) => platform.can(one)),
        'can() and ready() agree',
        [...info.capabilities],
      )
      expect(platform.can('http') === (platform.http !== undefined), 'http is offered exactly where it is a capability')
    },
  },
  {
    name: 'tells a new listener the state at once, and nothing after it left',
    async run({ platform }) {
      await platform.ready()
      const states: string[] = []
      const leave = platform.onState((state) => states.push(state))
      leave()
      platform.dispose()
      expect(states.length === 1 && states[0] === 'ready', 'one state, ready', states)
    },
  },
]

const uploading: readonly Check[] = [
  {
    name: 'uploads a real picture with progress, and it can be read again',
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
    name: 'keeps a Chinese file name from breaking an upload',
    async run(world) {
      const { blob } = await world.picture(8, 8)
      const stored = await world.platform.uploadFile({ name: '生日“礼物”#1 100%&+?.png', blob }, kind.layer)
      expect(stored.width === 8, 'uploaded', stored)
    },
  },
  {
    name: 'uploads two pictures side by side as two files',
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
    name: 'uploads once when asked twice with one key',
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
    name: 'gives an upload up in flight, leaves nothing behind and can start again',
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
    name: 'sends nothing when the call was given up before it began',
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
    name: 'refuses a file over the limit before sending a byte',
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
    name: 'says 上传失败 with status and cause when the server refuses the bytes',
    async run(world) {
      const file = { name: '其实是文字.png', blob: new Blob(['这不是图片'], { type: 'image/png' }) }
      const error = await rejects(world.platform.uploadFile(file, kind.asset), 'UPLOAD_FAILED', /^上传失败: 422 .+/)
      expect(!error.message.includes('{'), 'a sentence, not JSON', error.message)
      await noOrphan(world)
    },
  },
  {
    name: 'says 上传失败 when nobody answers the upload in time',
    fault: 'silent',
    async run(world) {
      const file = await world.picture(8, 8)
      await rejects(world.platform.uploadFile(file, kind.asset, { timeoutMs: 1500 }), 'TIMEOUT', /^上传失败: /)
    },
  },
  ...(['config', 'transfer', 'file-save'] as const).map(
    (fault): Check => ({
      name: `leaves no picture in the cloud when the client’s upload breaks at ${fault}`,
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
    name: 'leaves nothing pending when it is disposed in the middle of an upload',
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

const marketplace: readonly Check[] = [
  {
    name: 'deletes a file of the cloud',
    needs: 'cloud.delete',
    async run(world) {
      const cloudId = await world.cloudFile()
      await world.platform.deleteCloudFile([cloudId])
      expect(!(await world.hasCloudFile(cloudId)), 'it is gone', cloudId)
    },
  },
  {
    name: 'answers a marketplace call',
    needs: 'marketplace.call',
    async run({ platform }) {
      const reply = await onSaleItems(platform)
      const list = isRecord(reply) ? reply.items_onsale_get_response : undefined
      const items = isRecord(list) && isRecord(list.items) ? list.items.item : undefined
      expect(Array.isArray(items) && items.length > 0, 'items on sale', reply)
      expect(
        items.every((item) => isRecord(item) && typeof item.title === 'string'),
        'each with a title',
        items,
      )
    },
  },
  ...(
    [
      ['permission', 'PERMISSION', /权限/],
      ['sub-account', 'PERMISSION', /该子帐号无此操作权限/],
      ['business', 'TOP_BUSINESS', /商品信息有误，请检查后重试/],
      ['auth-for-ever', 'AUTH_EXPIRED', /重新授权/],
      ['wrong-kind', 'BAD_REPLY', /^返回数据发生错误，请联系客服$/],
    ] as const
  ).map(
    ([fault, code, text]): Check => ({
      name: `names the cause when a marketplace call fails: ${fault}`,
      needs: 'marketplace.call',
      fault,
      async run({ platform }) {
        await rejects(onSaleItems(platform), code, text)
      },
    }),
  ),
  {
    name: 'recovers by itself from a session that has run out once',
    needs: 'marketplace.call',
    fault: 'auth-once',
    async run({ platform }) {
      expect(isRecord(await onSaleItems(platform)), 'an answer')
    },
  },
  {
    name: 'says 千牛数据返回超时 when no answer comes',
    needs: 'marketplace.call',
    fault: 'silent',
    async run({ platform }) {
      await rejects(onSaleItems(platform, 700), 'TIMEOUT', /^千牛数据返回超时$/)
    },
  },
  {
    name: 'says 当前可能不是千牛环境 where no client can answer',
    lacks: 'marketplace.call',
    async run({ platform }) {
      const notQianniu = /^当前可能不是千牛环境$/
      await rejects(onSaleItems(platform), 'NOT_QIANNIU', notQianniu)
      await rejects(platform.storeConfig({ cloudPath: 'a/b.png', fileType: 'image' }), 'NOT_QIANNIU', notQianniu)
      await rejects(platform.deleteCloudFile(['cloud://a/b.png']), 'NOT_QIANNIU', notQianniu)
    },
  },
  {
    name: 'answers the cloud’s store config',
    needs: 'cloud.storeConfig',
    async run({ platform }) {
      const config = await platform.storeConfig({ cloudPath: 'kejiang/a.png', fileType: 'image' })
      expect(typeof config.url === 'string' && config.url !== '', 'an address to upload to', config)
    },
  },
]

const machine: readonly Check[] = [
  {
    name: 'saves a file to the disk',
    async run({ platform }) {
      const result = await platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) })
      expect(result.saved === true, 'saved', result)
    },
  },
  {
    name: 'tells a closed save dialog from a saved file',
    fault: 'save-cancelled',
    async run({ platform }) {
      const result = await platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) })
      expect(result.saved === false, 'not saved', result)
    },
  },
  {
    name: 'says what to look at when the disk refuses',
    fault: 'disk',
    async run({ platform }) {
      await rejects(platform.saveFile({ name: '订单图片.txt', blob: new Blob(['壳匠']) }), 'DISK', /磁盘/)
    },
  },
  {
    name: 'keeps texts, also Chinese and long ones',
    async run({ platform }) {
      const long = '壳'.repeat(50_000)
      expect((await platform.storage.get('conformance.none')) === null, 'what was never set is null')
      await platform.storage.set('conformance.text', '草稿 “1”')
      await platform.storage.set('conformance.text', long)
      expect((await platform.storage.get('conformance.text')) === long, 'the last value')
      await platform.storage.remove('conformance.text')
      expect((await platform.storage.get('conformance.text')) === null, 'removed')
    },
  },
  {
    name: 'carries the admin API where the page has no network',
    needs: 'http',
    async run({ platform }) {
      expect(platform.http !== undefined, 'http is there')
      const reply = await platform.http({ method: 'GET', path: '/api/users/me', headers: {} })
      expect(reply.status === 401, 'without a token the API says 401', reply)
      expect(JSON.parse(reply.body).code === 'unauthenticated', 'with its own words', reply.body)
      const outside = await rejection(platform.http({ method: 'GET', path: '/files/x', headers: {} }))
      expect(outside.code === 'PERMISSION' || outside.code === 'PROTOCOL', 'nothing but the API', outside.code)
    },
  },
  {
    name: 'opens only web addresses',
    async run({ platform }) {
      const script = rejection(platform.openLink('javascript:alert(1)'))
      expect((await script).code === 'PROTOCOL', 'a script is no address')
      await rejection(platform.openLink('file:///C:/Windows/system.ini'))
    },
  },
]

export const conformance: readonly Check[] = [...starting, ...uploading, ...marketplace, ...machine]
