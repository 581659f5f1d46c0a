/** Tests cutouts against a real HTTP server; time advances only when the test says so. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DesignDoc } from '../../../design/model/types'
import { docOf, image } from '../../../design/test/make'
import { maxFailedPolls } from '../../../imaging/cutout/run'
import { networkTransport } from '../../api/transport'
import { openDesigner } from '../test/driver'
import { createBegunCutouts, type FoundCutout } from './begun-cutouts'
import { createCutoutCalls } from './calls'
import { createCutouts } from './cutouts'
import { createKeptCutouts } from './kept-cutouts'

interface Call {
  readonly method: string
  readonly path: string
  readonly bearer: string | undefined
  readonly body: unknown
}
/** An answer; a number is a status with an invalid body, 'cut' drops the connection. */
type Answer = object | number | 'cut'

let server: Server
let base: string
let calls: Call[]
/** Answers of the host, the creation first; the last one repeats. */
let script: Answer[]
let ticket: Answer

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += String(part)
  return text === '' ? undefined : JSON.parse(text)
}

async function serve(request: IncomingMessage, response: ServerResponse) {
  const { method = '', url: path = '', headers } = request
  calls.push({ method, path, bearer: headers.authorization, body: await readBody(request) })
  const send = (answer: Answer) => {
    if (answer === 'cut') return response.destroy()
    response.statusCode = typeof answer === 'number' ? answer : 200
    response.end(typeof answer === 'number' ? '<html>' : JSON.stringify(answer))
  }
  if (path === '/result.png') return response.end('a picture')
  if (path === '/api/image_cutout_task/token') return send(ticket)
  const [now = 404] = script
  if (script.length > 1) script.shift()
  send(now)
}

beforeEach(async () => {
  calls = []
  ticket = { token: 'ticket-1' }
  script = []
  server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const task = (status: string, more: object = {}) => ({ id: 7, status, errorMessage: null, resultImageUrls: [], ...more })

const picture = image('a', { left: 100, top: 100, width: 100, height: 100 })

/** Opens a store like the one in which a machine keeps cutouts between two designers. */
function openMachine(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly size: () => number } {
  const values = new Map<string, string>()
  return {
    size: () => values.size,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Opens what the server keeps of a template's cutouts, for all machines of the seller. */
function openAccount() {
  const rows = new Map<string, FoundCutout>()
  return {
    rows: () => [...rows.values()].map(({ uuid, taskId }) => `${uuid} ${taskId}`),
    calls: {
      list: async () => [...rows.values()],
      put: async ({ params: { uuid }, body }: { params: { uuid: string }; body: Omit<FoundCutout, 'uuid' | 'host'> }) => {
        rows.set(uuid, { uuid, ...body, host: null })
        return { ok: true as const }
      },
      remove: async ({ params: { uuid, taskId } }: { params: { uuid: string; taskId: string } }) => {
        if (rows.get(uuid)?.taskId === taskId) rows.delete(uuid)
        return { ok: true as const }
      },
    },
  }
}

/** A seller with one picture. `clock` counts the waits and can be paused. */
function openSeller({
  doc = docOf(picture),
  machine = openMachine(),
  account = openAccount(),
  ...origin
}: { doc?: DesignDoc; machine?: ReturnType<typeof openMachine>; account?: ReturnType<typeof openAccount> } & Parameters<
  typeof openDesigner
>[1] = {}) {
  const seller = openDesigner(doc, origin)
  const waits: number[] = []
  const clock = { held: false }
  const uploads: { name: string; type: string }[] = []
  const admin = networkTransport(base)
  const cutouts = createCutouts({
    session: seller.session,
    username: 'demo',
    kept: createKeptCutouts(machine),
    begun: createBegunCutouts({ session: seller.session, calls: account.calls }),
    now: () => 1_000 * waits.length,
    calls: createCutoutCalls({ admin, host: networkTransport, bearer: () => 'session' }),
    wait: (ms, signal) => {
      waits.push(ms)
      if (!clock.held) return Promise.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    },
    source: async (layer) => ({
      url: `https://shop.example${layer.imageUrl}`,
      storedUrl: layer.imageUrl,
      fileId: layer.imageFileId,
      ...{ fileName: 'a.png', fileSize: 2048, width: layer.originalWidth, height: layer.originalHeight },
    }),
    download: async ({ url, host }, signal) => (await fetch(new URL(url, host ?? base), { signal })).blob(),
    // The subject is the lower half of the picture.
    trim: async (part) => ({ cropped: part, width: 400, height: 200, untrimmed: { width: 400, height: 400, left: 0, top: 200 } }),
    upload: async ({ name, blob }) => {
      uploads.push({ name, type: blob.type })
      return { fileId: 50, url: '/files/cut.png', contentType: 'image/png', size: blob.size, width: null, height: null }
    },
  })
  const cut = () => cutouts.start('a', 'body')
  const failure = () => {
    const state = cutouts.getState().get('a')
    return state?.kind === 'failed' ? state.reason : null
  }
  return { ...seller, cutouts, cut, failure, waits, uploads, clock, machine, account }
}

describe('an AI cut-out', () => {
  test('an AI cutout gets a ticket, creates a task, polls every 1500 ms and replaces the picture in one step', async () => {
    script = [task('RUNNING'), task('RUNNING'), task('SUCCESS', { resultImageUrls: [`${base}/result.png`] })]
    const seller = openSeller()
    await seller.cut()
    const request = {
      ...{ imageUrl: 'https://shop.example/files/a.png', type: 'body', fileName: 'a.png', fileSize: 2048 },
      ...{ width: 400, height: 400, outputImageFormat: 'png' },
    }
    expect(calls).toEqual([
      { method: 'POST', path: '/api/image_cutout_task/token', bearer: 'Bearer session', body: request },
      { method: 'POST', path: '/api/image_cutout_tasks', bearer: undefined, body: { ...request, token: 'ticket-1' } },
      { method: 'GET', path: '/api/image_cutout_tasks/7', bearer: undefined, body: undefined },
      { method: 'GET', path: '/api/image_cutout_tasks/7', bearer: undefined, body: undefined },
      { method: 'GET', path: '/result.png', bearer: undefined, body: undefined },
    ])
    expect(seller.waits).toEqual([1500, 1500])
    expect(seller.uploads).toEqual([{ name: 'a.png', type: 'image/png' }])
    expect(seller.layer('a')).toMatchObject({ imageFileId: 50, left: 100, top: 150, width: 100, height: 50, originalHeight: 200 })
    expect(seller.cutouts.getState().size).toBe(0)
    seller.undo()
    expect(seller.layer('a')).toMatchObject({ imageFileId: 7, top: 100, height: 100 })
  })

  test('an AI cutout uses the host that the ticket names, and loads the result from there', async () => {
    ticket = { token: 'ticket-1', host: base }
    script = [task('RUNNING'), task('SUCCESS', { resultImageUrls: ['/result.png'] })]
    const seller = openSeller()
    await seller.cut()
    expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/api/image_cutout_task/token', 'Bearer session'],
      ['/api/image_cutout_tasks', undefined],
      ['/api/image_cutout_tasks/7', undefined],
      ['/result.png', undefined],
    ])
    expect(seller.layer('a').imageFileId).toBe(50)
  })

  test.each([
    ['an empty result', [task('SUCCESS')], '抠图发生错误'],
    ['a failure without a reason', [task('RUNNING'), task('FAILED')], '抠图任务失败'],
    ['a failure with its reason', [task('FAILED', { errorMessage: '图片中没有人像' })], '图片中没有人像'],
    ['a status nobody knows', [task('RUNNING'), task('PAUSED')], '抠图失败，未知错误'],
    ['an answer that is none', [{ hello: 1 }], '抠图服务的回复无法识别，请稍后重试'],
    ['a refused ticket', [403], '抠图凭证已失效，请重试'],
  ] as const)('an AI cutout that ends with %s shows the reason, and the layer stays unchanged', async (_, answers, reason) => {
    script = [...answers]
    const seller = openSeller()
    const before = seller.doc()
    await seller.cut()
    expect(seller.failure()).toBe(reason)
    expect(seller.doc()).toBe(before)
    expect(seller.session.getState().canUndo).toBe(false)
  })

  test('an AI cutout survives dropped connections and a restarting host, but not for ever', async () => {
    const bad: Answer[] = ['cut', 502, 'cut', 500]
    script = [task('RUNNING'), ...bad, task('RUNNING'), ...bad, task('SUCCESS', { resultImageUrls: [`${base}/result.png`] })]
    const seller = openSeller()
    await seller.cut()
    expect(seller.layer('a').imageFileId).toBe(50)

    script = [task('RUNNING'), 'cut']
    const other = openSeller()
    await other.cut()
    expect(other.failure()).toBe('抠图服务连接不上，请检查网络后重试')
    expect(other.waits).toHaveLength(maxFailedPolls)
  })

  test('a failed AI cutout can be retried with one call, and starting it twice has no effect', async () => {
    script = [task('FAILED')]
    const seller = openSeller()
    await Promise.all([seller.cut(), seller.cut()])
    expect(calls.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1)
    script = [task('SUCCESS', { resultImageUrls: [`${base}/result.png`] })]
    await seller.cut()
    expect(seller.failure()).toBeNull()
    expect(seller.layer('a').imageFileId).toBe(50)
  })

  test('an AI cutout that the seller cancels changes nothing afterwards', async () => {
    script = [task('RUNNING')]
    const seller = openSeller()
    seller.clock.held = true
    const cutting = seller.cut()
    await expect.poll(() => seller.waits.length).toBe(1)
    expect(seller.cutouts.getState().get('a')).toEqual({
      kind: 'running',
      stepText: '正在抠图…',
      shortText: '抠图中…',
      share: null,
    })
    seller.cutouts.cancel('a')
    await cutting
    expect(seller.cutouts.getState().size).toBe(0)
    expect(seller.cutouts.running()).toBe(0)
    expect(seller.layer('a').imageFileId).toBe(7)
  })

  test('an AI cutout does not overwrite a picture that was changed meanwhile', async () => {
    script = [task('SUCCESS', { resultImageUrls: [`${base}/result.png`] })]
    const seller = openSeller()
    const cutting = seller.cut()
    seller.session.run(
      { id: 'x', label: 'x', run: () => ({ ok: true, doc: docOf(image('a', { imageUrl: '/files/b.png' })) }) },
      {},
    )
    await cutting
    expect(seller.layer('a').imageUrl).toBe('/files/b.png')
    expect(seller.notice()).toBe('抠图完成，但图层的图片已经更换，没有使用抠图结果')
  })
})

describe('an AI cutout that runs when its designer closes', () => {
  /** Leaves the designer while the host works on the cutout. */
  async function leave(seller: ReturnType<typeof openSeller>) {
    seller.clock.held = true
    const cutting = seller.cut()
    await expect.poll(() => seller.waits.length).toBe(1)
    seller.cutouts.dispose()
    await seller.session.dispose()
    await cutting
    return seller.machine
  }
  const success = task('SUCCESS', { resultImageUrls: ['/result.png'] })
  const waiting = task('RUNNING', { ahead: 3, seconds: 40 })

  test('a running cutout lands in its layer when the design is opened again, without another task', async () => {
    script = [waiting]
    const machine = await leave(openSeller())
    script = [waiting, success]
    calls = []
    const later = openSeller({ machine })
    await expect.poll(() => later.layer('a').imageFileId).toBe(50)
    expect(calls.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/api/image_cutout_tasks/7'],
      ['GET', '/api/image_cutout_tasks/7'],
      ['GET', '/result.png'],
    ])
    expect(later.notice()).toBe('「a」抠好了')
    await expect.poll(() => later.cutouts.running()).toBe(0)
    expect(machine.size()).toBe(0)
    later.undo()
    expect(later.layer('a').imageFileId).toBe(7)
  })

  test('a waiting cutout shows its place in the queue, and lands in the template that a first save made of the new design', async () => {
    script = [waiting]
    const seller = openSeller({ templateId: null, revision: null })
    seller.clock.held = true
    const cutting = seller.cut()
    await expect.poll(() => seller.waits.length).toBe(1)
    expect(seller.cutouts.getState().get('a')).toEqual({
      kind: 'running',
      stepText: '排队抠图，前面还有 3 张，大约 40 秒',
      shortText: '前面 3 张，约 40 秒',
      share: 0,
    })
    const { saveProtocol } = seller.session
    const begun = saveProtocol.begin()
    if (!begun.ok) throw new Error(begun.message)
    saveProtocol.saved(begun.ticket, {
      subject: 'template',
      doc: begun.ticket.doc,
      templateId: 31,
      collectionId: 10,
      revision: 1,
    })
    seller.cutouts.dispose()
    await cutting
    script = [success]
    const newOne = openSeller({ machine: seller.machine, templateId: null, revision: null })
    await newOne.session.ready
    expect(newOne.cutouts.running()).toBe(0)
    const later = openSeller({ machine: seller.machine, templateId: 31 })
    await expect.poll(() => later.layer('a').imageFileId).toBe(50)
  })

  test('a running cutout waits for the decision about a draft, whose layer it may belong to', async () => {
    script = [waiting]
    const seller = openSeller({ doc: docOf(), templateId: null, revision: null })
    seller.session.run({ id: 'x', label: 'x', run: () => ({ ok: true, doc: docOf(picture) }) }, {})
    const machine = await leave(seller)
    script = [success]
    const later = openSeller({
      ...{ doc: docOf(), machine, templateId: null, revision: null },
      ports: { drafts: seller.drafts.nextDesigner() },
    })
    await later.session.ready
    expect(later.session.getState().draftOffer).not.toBeNull()
    expect(later.cutouts.running()).toBe(0)
    later.session.acceptDraft()
    await expect.poll(() => later.layer('a').imageFileId).toBe(50)
  })

  test('the seller reads a message when the layer shows another picture by then, and no result is requested for a layer that is gone', async () => {
    script = [waiting]
    const changed = openSeller({ machine: await leave(openSeller()), doc: docOf(image('a', { imageUrl: '/files/b.png' })) })
    await expect.poll(() => changed.notice()).toBe('抠图完成，但图层的图片已经更换，没有使用抠图结果')
    calls = []
    const gone = openSeller({ machine: await leave(openSeller()), doc: docOf(image('b')) })
    await gone.session.ready
    expect(gone.notice()).toBeNull()
    for (const { machine } of [changed, gone]) await expect.poll(machine.size).toBe(0)
  })

  test('the reason is shown when the host could not cut out the picture meanwhile', async () => {
    script = [waiting]
    const machine = await leave(openSeller())
    script = [task('FAILED', { errorMessage: '图片中没有人像' })]
    const later = openSeller({ machine })
    await expect.poll(() => later.failure()).toBe('图片中没有人像')
    expect(machine.size()).toBe(0)
  })

  describe('on another machine of the seller', () => {
    const leftOn = async (doc = docOf(picture)) => {
      script = [waiting]
      const seller = openSeller({ doc })
      await leave(seller)
      expect(seller.account.rows()).toEqual(['a 7'])
      script = [success]
      return seller.account
    }

    test('a cutout left elsewhere lands in its layer, with one undo step, and is kept no longer', async () => {
      const account = await leftOn()
      const there = openSeller({ account })
      await expect.poll(() => there.layer('a').imageFileId).toBe(50)
      await expect.poll(account.rows).toEqual([])
      there.undo()
      expect(there.layer('a').imageFileId).toBe(7)
    })

    test('a cutout left elsewhere does not touch another picture that the layer has by then, and says so', async () => {
      const account = await leftOn()
      const there = openSeller({ account, doc: docOf(image('a', { imageFileId: 8, imageUrl: '/files/b.png' })) })
      await expect.poll(() => there.notice()).toBe('抠图完成，但图层的图片已经更换，没有使用抠图结果')
      expect(there.layer('a').imageFileId).toBe(8)
      await expect.poll(account.rows).toEqual([])
    })

    test('a cutout left elsewhere waits for a layer that comes only with a draft', async () => {
      const account = await leftOn()
      const there = openSeller({ account, doc: docOf(image('b')) })
      await there.session.ready
      expect(account.rows()).toEqual(['a 7'])
      there.session.takeDraft(docOf(image('b'), picture), 1, '打开草稿')
      await expect.poll(() => there.layer('a').imageFileId).toBe(50)
    })
  })
})
