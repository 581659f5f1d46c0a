/** Listing pictures: a run of many, its archive, what fails and is tried again, and whose it is. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { crc32 } from '../../contract/ground/crc32'
import type { ListingRun, ListingStart } from '../../contract/types'
import { listingLifeMs, sweepRuns } from '../domain/listing-pictures/runs'
import { listingWork } from '../jobs/listing-pictures'
import { heldJob } from './buyer-shop'
import { openCaseSeller } from './case-pictures'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let seller: Awaited<ReturnType<typeof openCaseSeller>>
beforeAll(async () => {
  server = await startTestServer()
  seller = await openCaseSeller(server)
})
afterAll(() => server.close())

const settings: ListingStart['settings'] = { background: { kind: 'studio' }, margin: 8, fitted: true, mark: null, text: null }
const wanted = (of: Partial<ListingStart> = {}): ListingStart => ({
  settings,
  templateIds: [seller.template.id],
  cases: [{ phoneModelId: seller.phone.id, materialColorId: seller.color.id }],
  poses: ['front', 'standing'],
  sizes: ['800x800', '750x1000'],
  ...of,
})
const start = (body: ListingStart, token = seller.token) => server.call('POST', '/api/listing_pictures', { token, body })

/** Draws the runs that wait, as their jobs do; returns one as it is then. */
async function drawn(id: number): Promise<ListingRun> {
  const [queue] = listingWork(server.deps, () => undefined)
  await queue?.run(heldJob(seller.accountId, { taskId: id }))
  const { body } = await server.call('GET', '/api/listing_pictures', { token: seller.token })
  return body.find((run: ListingRun) => run.id === id)
}

/** Reads an archive by its own headers: the name and the bytes of each file. */
function filesOf(zip: Buffer): { name: string; bytes: Buffer }[] {
  const files: { name: string; bytes: Buffer }[] = []
  for (let at = 0; zip.readUInt32LE(at) === 0x0403_4b50; ) {
    const [crc, size, nameLength] = [zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const name = zip.subarray(at + 30, at + 30 + nameLength).toString()
    const bytes = zip.subarray(at + 30 + nameLength, at + 30 + nameLength + size)
    expect(crc32(bytes)).toBe(crc)
    files.push({ name, bytes })
    at += 30 + nameLength + size
  }
  return files
}
const fetchArchive = async (url: string) => {
  const reply = await server.app.request(url)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

describe('a run of listing pictures', () => {
  test('each template on each case in each pose and size is a JPEG in one archive', async () => {
    const { status, body } = await start(wanted())
    expect([status, body.total, body.done, body.archiveUrl]).toEqual([200, 4, 0, null])
    const run = await drawn(body.id)
    expect(run).toMatchObject({ status: 'done', total: 4, done: 4, failed: [] })
    const { headers, bytes } = await fetchArchive(run.archiveUrl ?? '')
    expect(headers.get('content-type')).toBe('application/zip')
    expect([Number(headers.get('content-length')), run.size]).toEqual([bytes.length, bytes.length])
    const files = filesOf(bytes)
    expect(files.map(({ name }) => name.replace(/^.* - iPhone 15 - /, ''))).toEqual([
      '正面 - 800x800.jpg',
      '正面 - 750x1000.jpg',
      '站立 - 800x800.jpg',
      '站立 - 750x1000.jpg',
    ])
    for (const { name, bytes: picture } of files) {
      const { format, width, height } = await sharp(picture).metadata()
      expect(name).toContain(`${width}x${height}`)
      expect(format).toBe('jpeg')
    }
  })

  test('the background is the colour of the shop, and its mark lies in the corner', async () => {
    const mark = await server.upload(seller.token, fileKind.designAsset, 'mark.png', await seller.picture('#0000ff', 60, 30))
    const { body } = await start(
      wanted({
        ...{ poses: ['front'], sizes: ['800x800'] },
        settings: {
          ...settings,
          background: { kind: 'color', color: '#ffe08a' },
          mark: { fileId: mark.id, corner: 'top-right', width: 20 },
        },
      }),
    )
    const run = await drawn(body.id)
    const [file] = filesOf((await fetchArchive(run.archiveUrl ?? '')).bytes)
    const { data, info } = await sharp(file?.bytes).raw().toBuffer({ resolveWithObject: true })
    const px = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    const [red = 0, , blue = 0] = px(20, 60)
    expect(red).toBeGreaterThan(blue + 60)
    expect(px(740, 60)[2]).toBeGreaterThan(200)
    const [r = 0, g = 0] = px(400, 450)
    expect(r - g).toBeGreaterThan(80)
  })

  test('a failed picture is listed with its reason, does not stop the others, and is tried again alone', async () => {
    const other = await seller.createTemplate({ name: '会坏的' })
    const { body } = await start(wanted({ templateIds: [other.id, seller.template.id], poses: ['front'], sizes: ['800x800'] }))
    const { renderer } = server.deps
    let calls = 0
    const drawListing: typeof renderer.drawListing = (input) =>
      ++calls === 1 ? Promise.reject(new Error('broken')) : renderer.drawListing(input)
    Object.assign(server.deps, { renderer: { ...renderer, drawListing } })
    const first = await drawn(body.id)
    Object.assign(server.deps, { renderer })
    expect(first).toMatchObject({ status: 'done', done: 1 })
    expect(first.failed).toEqual([
      { name: '会坏的 - iPhone 15 - 正面 - 800x800.jpg', reason: '这张图没有画出来，请重试；如仍出现请联系客服' },
    ])
    await server.call('POST', `/api/listing_pictures/${body.id}/retry`, { token: seller.token })
    expect(await drawn(body.id)).toMatchObject({ status: 'done', done: 2, failed: [] })
  })

  test('too many pictures, a phone without a wireframe and files of others are refused in words', async () => {
    const many = Array.from({ length: 200 }, (_, index) => index + 1)
    const tooMany = await start(wanted({ templateIds: many }))
    expect(tooMany.body.message).toBe('一次最多生成 500 张，现在是 800 张，请减少模板、机型、姿势或尺寸')
    const bare = await start(wanted({ cases: [{ phoneModelId: seller.bare.id, materialColorId: seller.color.id }] }))
    expect(bare.body.message).toBe('有机型没有线框图，或已被删除，请重新选择机型')
    const stranger = await openCaseSeller(server)
    const theirs = await server.upload(stranger.token, fileKind.designAsset, 'm.png', await seller.picture('#00f', 9, 9))
    const mark = { fileId: theirs.id, corner: 'top-left' as const, width: 10 }
    expect((await start(wanted({ settings: { ...settings, mark } }))).status).toBe(422)
    expect((await start(wanted(), stranger.token)).status).toBe(422)
  })

  test('nobody else sees, tries again or removes a run, and a changed or old address opens nothing', async () => {
    const { body } = await start(wanted({ poses: ['front'], sizes: ['800x800'] }))
    const run = await drawn(body.id)
    const { token } = await openCaseSeller(server)
    expect((await server.call('GET', '/api/listing_pictures', { token })).body).toEqual([])
    expect((await server.call('POST', `/api/listing_pictures/${run.id}/retry`, { token })).status).toBe(404)
    expect((await server.call('DELETE', `/api/listing_pictures/${run.id}`, { token })).status).toBe(404)
    const url = run.archiveUrl ?? ''
    expect((await fetchArchive(url.replace(`${run.id}-`, `${run.id + 1}-`))).status).toBe(404)
    server.clock.advance(3 * 24 * 60 * 60 * 1000)
    expect((await fetchArchive(url)).status).toBe(403)
  })

  test('a preview is one picture that is not stored', async () => {
    const { phone, color, token, template } = seller
    const ids = { templateId: template.id, phoneModelId: phone.id, materialColorId: color.id }
    const body = { settings, ...ids, pose: 'turned', size: '750x1000' }
    const reply = await server.call('POST', '/api/listing_pictures/preview', { token, body })
    const bytes = Buffer.from(reply.body.imageUrl.replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 750, height: 1000 })
  })

  test('pictures are removed with their run, and after a week', async () => {
    const { body } = await start(wanted({ poses: ['front'], sizes: ['800x800'] }))
    const run = await drawn(body.id)
    server.clock.advance(listingLifeMs)
    await sweepRuns(server.deps)
    expect((await fetchArchive(run.archiveUrl ?? '')).status).not.toBe(200)
    expect(await server.deps.db.selectFrom('listing_run').select('id').execute()).toEqual([])
    const stored: string[] = []
    for await (const key of server.deps.storage.list('listing/')) stored.push(key)
    expect(stored).toEqual([])
  })
})
