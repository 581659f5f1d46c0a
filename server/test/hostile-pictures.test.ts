/** A hostile picture is refused and delays no other seller. Uses real picture processes with low limits. */
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, thumbnailWidths } from '../../contract/constants'
import { picturePriority, startPictureProcess } from '../infra/content/child-process'
import { createPool } from '../infra/content/pool'
import { createExaminer, defaultLimits } from '../infra/content/work'
import type { Examiner } from '../ports/examiner'
import { laborious } from './hostile-drawings'
import { startTestServer, type TestAccount, type TestServer } from './server'

const reported: unknown[] = []
const limits = { ...defaultLimits, drawingSeconds: 0.5, memory: 300 * 1024 * 1024 }
const pool = createPool({
  size: 2,
  start: (report) => startPictureProcess(report, limits),
  report: (error) => reported.push(error),
})
const direct = createExaminer(pool.run)
let shrinks = 0
const examiner: Examiner = {
  ...direct,
  shrink(...asked) {
    shrinks += 1
    return direct.shrink(...asked)
  },
}
let server: TestServer
let seller: TestAccount
let stranger: TestAccount
beforeAll(async () => {
  server = await startTestServer({ examiner })
  seller = await server.newAccount()
  stranger = await server.newAccount()
})
afterAll(async () => {
  pool.close()
  await server.close()
  expect(reported).toEqual([])
})

const plain = (side: number, color: string): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 4, background: color } })
    .png()
    .toBuffer()

async function report(account: TestAccount, name: string, bytes: Buffer) {
  const { body: form } = await server.call('POST', '/api/files/upload_form', {
    token: account.token,
    body: { fileName: name, type: fileKind.templateLayer },
  })
  await server.post(form, bytes, name)
  const body = { success: true, fileId: form.fileId }
  return server.call('POST', '/api/files/upload_result', { token: account.token, body })
}

test.each(Object.entries(laborious))('%s are refused while another seller’s pictures are processed', async (_name, drawing) => {
  let refused = false
  // The account has one process at a time, so another seller's turn comes before the last of these, however fast the machine is.
  const hostile = Promise.all([1, 2, 3, 4].map(() => report(stranger, 'a.svg', Buffer.from(drawing)))).then((replies) => {
    refused = true
    return replies
  })
  // Uploads other pictures until the hostile ones are judged; at least one must be done before that.
  let shown = 0
  while (!refused) {
    const file = await server.upload(seller.token, fileKind.designAsset, 'a.png', await plain(30, `rgb(9,9,${shown % 256})`))
    expect((await server.call('GET', `${file.url}?w=100`)).headers.get('content-type')).toBe('image/webp')
    if (!refused) shown += 1
  }
  expect(shown).toBeGreaterThan(0)
  for (const { status, body } of await hostile) {
    expect([status, body.code, body.message]).toEqual([422, 'unsupported-file', '图片过于复杂，无法处理，请简化后重新上传'])
  }
})

test('a picture that needs too much memory is refused, and the next picture is processed', async () => {
  const turned = await sharp({ create: { width: 12_000, height: 8000, channels: 3, background: '#888' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await report(stranger, 'a.jpg', turned)).body).toMatchObject({ code: 'unsupported-file' })
  expect((await report(stranger, 'b.png', await plain(30, '#00f'))).status).toBe(200)
})

describe('a drawing that was stored before it could be judged', () => {
  test('a stored drawing that cannot be rendered is tried once for all widths and shown as it is', async () => {
    const file = await server.upload(
      seller.token,
      fileKind.templateLayer,
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    )
    const key = file.url.slice('/files/'.length)
    // A small picture of sixty dilations takes a fast machine less than the limit.
    await server.deps.storage.put(key, Buffer.from(laborious['twenty thousand blurs'] ?? ''), 'image/svg+xml')
    shrinks = 0
    const show = (width: number) => server.call('GET', `${file.url}?w=${width}`)
    expect((await show(100)).headers.get('content-type')).toBe('image/svg+xml')
    for (const width of [...thumbnailWidths, ...thumbnailWidths]) {
      const again = await show(width)
      expect([again.status, again.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
    expect(shrinks).toBe(1)
    server.logged.length = 0
  })
})

/** Ids of the processes that this one started to work on pictures. */
function pictureProcesses(): number[] {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      // A process may end while the list is read.
      return ''
    }
  }
  const children = readdirSync('/proc/self/task').flatMap((task) => read(`/proc/self/task/${task}/children`).match(/\d+/g) ?? [])
  return children.filter((pid) => read(`/proc/${pid}/cmdline`).includes('content/child.ts')).map(Number)
}

test.runIf(process.platform === 'linux')('pictures give way to calls: their processes run at a lower priority', async () => {
  await server.upload(seller.token, fileKind.designAsset, 'a.png', await plain(31, '#123456'))
  const priorities = pictureProcesses().map((pid) => getPriority(pid))
  expect(priorities.length).toBeGreaterThan(0)
  expect(new Set(priorities)).toEqual(new Set([picturePriority.nice]))
})
