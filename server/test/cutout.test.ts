/** The cutout host through its calls, on a real database and storage; only the provider that cuts is a test double. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { cutoutQueue } from '../domain/cutout/classes'
import { maxWaitingPerAccount, taskLifeMs } from '../domain/cutout/limits'
import { sweepCutouts } from '../domain/cutout/sweep'
import { ticketLifeMs } from '../domain/cutout/ticket'
import { storedPictures } from '../infra/cutout/pictures'
import type { Engine } from '../infra/jobs/engine'
import { cutoutRepair } from '../jobs/cutouts'
import { Failure } from '../kernel/failure'
import type { CutoutProvider, CutoutRequest } from '../ports/cutout'
import { openCutouts } from './cutouts'
import { jobsSchemaOf } from './database'
import { png } from './security/shop'
import { startTestServer, type TestAccount, type TestServer } from './server'

const refusal = '图片中没有找到人像，请换一张人物清晰的图片'

let server: TestServer
let engine: Engine | undefined
let seller: TestAccount
let requests: CutoutRequest[]
/** Runs before the test double answers with the left half of the picture. */
let before: (request: CutoutRequest, signal: AbortSignal) => Promise<void>
const reported: unknown[] = []

const provider: CutoutProvider = {
  concurrency: 1,
  model: (type) => `halves-${type}/1`,
  async cut(request, signal) {
    requests.push(request)
    await before(request, signal)
    const { width, height } = await sharp(request.bytes).metadata()
    const alpha = new Uint8Array(width * height).map((_, pixel) => (pixel % width < width / 2 ? 255 : 0))
    return { alpha, width, height, box: { left: 0, top: 0, width, height }, score: 1, model: provider.model(request.type) }
  },
  close: async () => undefined,
}

/** Begins to cut out; true takes over the jobs of dead processes. */
async function begin(isDatabaseOwner = false): Promise<void> {
  const { db, storage, clock } = server.deps
  const report = (message: string, error: unknown) => reported.push([message, error])
  engine = await openCutouts({ db, storage, clock, provider, pictures: storedPictures(storage) }, { isDatabaseOwner, report })
}

/** Sets what a process that was killed in its attempt number `attempt` leaves. */
const killIn = (attempt: number) =>
  sql`update ${sql.table(`${jobsSchemaOf(server.deps.db)}.job`)}
    set state = 'active', retry_count = ${attempt - 1}, started_on = now(), heartbeat_on = now()
    where state < 'active' and name like 'cutout-%'`.execute(server.deps.db)

/** Ends the delays of all jobs, as if their time had passed. */
async function endDelays(): Promise<void> {
  await sql`update ${sql.table(`${jobsSchemaOf(server.deps.db)}.job`)} set start_after = now()`.execute(server.deps.db)
  engine?.wake(cutoutQueue('seller'))
}

const repair = () => cutoutRepair(server.deps, ['seller'], `${jobsSchemaOf(server.deps.db)}.job`).run()

async function stop(): Promise<void> {
  await engine?.stop()
  engine = undefined
}

beforeEach(async () => {
  requests = []
  reported.length = 0
  before = async () => undefined
  server = await startTestServer()
  seller = await server.newAccount()
})
afterEach(async () => {
  await stop()
  await server.close()
})

interface Asked {
  readonly imageUrl: string
  readonly [field: string]: unknown
}

/** Uploads a picture of the seller; another size makes another picture. */
async function picture(size = 40, token = seller.token): Promise<Asked> {
  const { url, size: fileSize } = await server.upload(token, fileKind.templateLayer, 'a.png', png(size, 20))
  return {
    imageUrl: `http://shop.example${url}`,
    type: 'body',
    fileName: 'a.png',
    fileSize,
    width: size,
    height: 20,
    outputImageFormat: 'png',
  }
}
const ticketFor = (body: Asked, token = seller.token) => server.call('POST', '/api/image_cutout_task/token', { token, body })
const show = (body: Asked, token: string) => server.call('POST', '/api/image_cutout_tasks', { body: { ...body, token } })
const look = (id: string) => server.call('GET', `/api/image_cutout_tasks/${id}`)

async function order(body: Asked, token = seller.token): Promise<string> {
  const ticket = await ticketFor(body, token)
  const task = await show(body, ticket.body.token)
  expect(task.body).toMatchObject({ status: 'RUNNING', errorMessage: null, resultImageUrls: [] })
  return task.body.id
}

async function ended(id: string) {
  await engine?.idle()
  return (await look(id)).body
}

describe('a cutout task', () => {
  test('a picture is cut out with a ticket, and the result is read by its address', async () => {
    await begin()
    const task = await ended(await order(await picture()))
    expect(task).toMatchObject({ status: 'SUCCESS', errorMessage: null })
    const [url] = task.resultImageUrls
    const result = await server.app.request(url)
    expect(result.headers.get('content-type')).toBe('image/png')
    expect(result.headers.get('access-control-allow-origin')).toBe('*')
    const bytes = Buffer.from(await result.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 20, channels: 4 })
    const alpha = await sharp(bytes).extractChannel(3).raw().toBuffer()
    expect([alpha[5], alpha[35]]).toEqual([0x7f, 0])
  })

  test('the same picture is cut out once per account and type', async () => {
    await begin()
    const body = await picture()
    const first = await ended(await order(body))
    expect((await ended(await order({ ...(await picture()), fileName: 'again.png' }))).resultImageUrls).toEqual(
      first.resultImageUrls,
    )
    expect(requests).toHaveLength(1)
    expect((await ended(await order({ ...body, type: 'head' }))).resultImageUrls).not.toEqual(first.resultImageUrls)
    const other = await server.newAccount()
    const theirs = await ended(await order(await picture(40, other.token), other.token))
    expect(theirs.resultImageUrls).not.toEqual(first.resultImageUrls)
    expect(requests).toHaveLength(3)
  })

  test('a failed cutout task shows the reason, and the next task runs', async () => {
    await begin()
    before = async ({ type }) => {
      if (type === 'body') throw new Failure('invalid', refusal)
      if (type === 'head') throw new Error('out of memory')
    }
    const body = await picture()
    expect(await ended(await order(body))).toMatchObject({ status: 'FAILED', errorMessage: refusal, resultImageUrls: [] })
    const broken = await ended(await order({ ...body, type: 'head' }))
    expect(broken).toMatchObject({ status: 'FAILED', errorMessage: '抠图出错，请重试；如仍出现请换一张图片' })
    expect(reported).toHaveLength(1)
    expect(await ended(await order({ ...body, type: 'common' }))).toMatchObject({ status: 'SUCCESS' })
  })

  test('a cutout task of a deleted picture fails with that reason', async () => {
    const body = await picture()
    const id = await order(body)
    await server.deps.storage.remove(body.imageUrl.replace(/^.*\/files\//, ''))
    await begin()
    expect(await ended(id)).toMatchObject({ status: 'FAILED', errorMessage: '图片已被删除，请重新上传' })
  })

  test('a waiting cutout task tells how many are before it, and how long they take by the last ones', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    before = async ({ type }) => (type === 'head' ? server.clock.advance(8_000) : held)
    await begin()
    // Another seller's first picture comes before this one's second, though it was asked for later.
    expect(await ended(await order({ ...(await picture(10)), type: 'head' }))).toMatchObject({ ahead: 0, seconds: null })
    const ids = [await order(await picture(20)), await order(await picture(30))]
    const other = await server.newAccount()
    const theirs = await order(await picture(40, other.token), other.token)
    await expect.poll(() => requests.length).toBe(2)
    const places = await Promise.all([...ids, theirs].map(async (id) => (await look(id)).body))
    expect(places.map(({ status, ahead, seconds }) => [status, ahead, seconds])).toEqual([
      ['RUNNING', 0, 8],
      ['RUNNING', 2, 24],
      ['RUNNING', 1, 16],
    ])
    release()
    await engine?.idle()
  })

  test('cutout tasks run one at a time, the oldest first', async () => {
    let running = 0
    before = async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
    const ids: string[] = []
    for (const size of [30, 31, 32]) {
      ids.push(await order(await picture(size)))
      server.clock.advance(1)
    }
    await begin()
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'SUCCESS' })
    const sizes = await Promise.all(requests.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
    expect(sizes).toEqual([30, 31, 32])
  })
})

describe('a ticket for a cutout', () => {
  test("a ticket is given for the account's own pictures only", async () => {
    const body = await picture()
    const stranger = await server.newAccount()
    const refused = await ticketFor(body, stranger.token)
    const unknown = await ticketFor({ ...body, imageUrl: `https://evil.example/files/${'0'.repeat(32)}/${'0'.repeat(16)}.png` })
    for (const reply of [refused, unknown]) {
      expect(reply.status).toBe(422)
      expect(reply.body.issues).toEqual([
        { path: 'body.imageUrl', code: 'rule', message: '图片不存在或尚未上传完成，请重新上传' },
      ])
    }
    for (const imageUrl of ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', '/files/../../etc/passwd']) {
      expect((await ticketFor({ ...body, imageUrl })).status).toBe(422)
    }
  })

  test('no ticket is given for a vector drawing, too many pixels, another format or an unknown type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
    const drawing = await server.upload(seller.token, fileKind.templateLayer, 'a.svg', svg)
    const body = await picture()
    expect((await ticketFor({ ...body, imageUrl: drawing.url })).body.message).toContain('矢量图不能抠图')
    const huge = await sharp({ create: { width: 6000, height: 4001, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const large = await server.upload(seller.token, fileKind.templateLayer, 'b.png', huge)
    expect((await ticketFor({ ...body, imageUrl: large.url })).body.message).toContain('抠图最多 2400 万像素')
    expect((await ticketFor({ ...body, outputImageFormat: 'jpg' })).status).toBe(422)
    expect((await ticketFor({ ...body, type: 'feet' })).status).toBe(422)
  })

  test('a ticket is valid for one task, for a limited time, and for the picture and type it was given for', async () => {
    const body = await picture()
    const { token } = (await ticketFor(body)).body
    for (const [asked, shown] of [
      [body, `${token}x`],
      [body, token.replace(/^./, 'f')],
      [body, 'none'],
      [body, `${token.split('.')[0]}.${'A'.repeat(43)}`],
      [{ ...body, type: 'head' }, token],
      [await picture(50), token],
    ] as const) {
      const reply = await show(asked, shown)
      expect([reply.status, reply.body.message]).toEqual([403, '抠图凭证已失效，请重试'])
    }
    const task = await show(body, token)
    expect((await show(body, token)).body.id).toBe(task.body.id)
    server.clock.advance(ticketLifeMs)
    expect((await show(body, token)).status).toBe(403)
  })
})

describe('the cutout host', () => {
  test('the cutout host limits the waiting tasks of one account, and other accounts are still accepted', async () => {
    const body = await picture()
    for (let count = 0; count < maxWaitingPerAccount; count++) await order(body)
    const full = await show(body, (await ticketFor(body)).body.token)
    expect([full.status, full.body.message]).toEqual([429, '同时最多 20 个抠图任务，请等前面的完成后再试'])
    const other = await server.newAccount()
    await order(await picture(40, other.token), other.token)
  })

  test('the cutout host answers 404 to unknown task ids', async () => {
    for (const id of ['1', '0'.repeat(32), '..%2f']) expect((await look(id)).status).toBe(404)
  })

  test('a stopped cutout host returns its running task to the queue, and the next one completes it', async () => {
    let begun = () => {}
    const cutting = new Promise<void>((resolve) => {
      begun = resolve
    })
    before = (_, signal) => {
      begun()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    }
    await begin()
    const id = await order(await picture())
    await cutting
    await stop()
    expect((await look(id)).body.status).toBe('RUNNING')
    before = async () => undefined
    await begin()
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test('the task of a killed cutout host runs again, and a picture that kills hosts fails after two attempts', async () => {
    const id = await order(await picture())
    await killIn(1)
    await begin()
    const next = await order(await picture(50))
    engine?.wake(cutoutQueue('seller'))
    await expect.poll(async () => (await look(next)).body.status).toBe('SUCCESS')
    expect((await look(id)).body.status).toBe('RUNNING')
    await stop()
    // At the start of the only process of the database nobody else can be working on the task.
    await begin(true)
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS' })
    await stop()

    const killer = await order(await picture(60))
    await killIn(2)
    await begin(true)
    await repair()
    expect(await ended(killer)).toMatchObject({ status: 'FAILED', errorMessage: '抠图服务中断，请重试；如仍出现请换一张图片' })
    expect(requests).toHaveLength(2)
  })

  test('a running task without a job, as an imported database or an older server leaves it, gets one', async () => {
    await begin()
    const id = await order(await picture())
    await engine?.idle()
    await server.deps.db.updateTable('cutout_task').set({ status: 'RUNNING' }).where('id', '=', id).execute()
    await repair()
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test("an account's second picture waits behind the first one of another account", async () => {
    const other = await server.newAccount()
    for (const size of [30, 31, 32]) await order(await picture(size))
    await order(await picture(50, other.token), other.token)
    await begin()
    await engine?.idle()
    const sizes = await Promise.all(requests.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
    expect(sizes).toEqual([30, 50, 31, 32])
  })

  test('a cutout task waits while the database or the storage is unreachable, and completes afterwards', async () => {
    await begin()
    before = () => Promise.reject(Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' }))
    const id = await order(await picture())
    for (let outages = 1; outages <= 4; outages += 1) {
      await expect.poll(() => requests.length).toBe(outages)
      await engine?.idle()
      expect((await look(id)).body.status).toBe('RUNNING')
      if (outages === 4) before = async () => undefined
      await endDelays()
    }
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test('tasks and results are deleted after a week, except a result that a younger task uses', async () => {
    await begin()
    const body = await picture()
    const first = await ended(await order(body))
    server.clock.advance(taskLifeMs / 2)
    const second = await ended(await order(body))
    const [url] = second.resultImageUrls
    expect(first.resultImageUrls).toEqual([url])
    server.clock.advance(taskLifeMs / 2)
    await sweepCutouts(server.deps)
    expect((await look(first.id)).status).toBe(404)
    expect((await server.app.request(url)).status).toBe(200)
    server.clock.advance(taskLifeMs / 2)
    await sweepCutouts(server.deps)
    expect((await look(second.id)).status).toBe(404)
    expect((await server.app.request(url)).status).toBe(404)
  })
})
