import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { fontBytes, png } from '../../test/security/shop'
import { startTestServer, type TestServer } from '../../test/server'
import { sweepUnused, unusedLifeMs } from '../files/unused'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function seller() {
  const { token } = await server.newAccount()
  const call = (method: string, path: string, body?: unknown) => server.call(method, `/api/${path}`, { token, body })
  const fontFile = await server.upload(token, fileKind.font, '楷体.ttf', fontBytes)
  const preview = await server.upload(token, fileKind.templateThumbnail, 'p.png', png(60, 32))
  const body = { name: '楷体', fontFileId: fontFile.id, previewImageFileId: preview.id, activePreviewImageFileId: preview.id }
  return { token, call, fontFile, preview, body }
}

describe('fonts', () => {
  test('fonts are listed in order with their file and pictures, renamed, switched and deleted', async () => {
    const { call, body, fontFile, preview } = await seller()
    const first = (await call('POST', 'shop_fonts', body)).body
    const second = (await call('POST', 'shop_fonts', { ...body, name: '  宋体  ' })).body
    expect(first).toMatchObject({ name: '楷体', enabled: true, fontUrl: fontFile.url, previewImageUrl: preview.url, next: null })
    expect(first.fileKey).toMatch(/\.ttf$/)
    await call('PATCH', `shop_fonts/${second.id}/ordering`, { activeId: second.id, next: first.id })
    const { body: listed } = await call('GET', 'shop_fonts')
    expect(listed.map(({ name, next }: { name: string; next: number | null }) => [name, next])).toEqual([
      ['宋体', first.id],
      ['楷体', null],
    ])
    expect((await call('PATCH', `shop_fonts/${second.id}`, { enabled: false })).body).toMatchObject({
      name: '宋体',
      enabled: false,
    })
    expect((await call('DELETE', `shop_fonts/${first.id}`)).body).toEqual({ ok: true })
    expect((await call('DELETE', `shop_fonts/${first.id}`)).status).toBe(404)
    expect((await call('GET', 'shop_fonts')).body).toHaveLength(1)
  })

  test.each([
    [{ name: ' ' }, 'body.name', '请输入字体名称'],
    [{ name: '十一个字的字体名称太长了' }, 'body.name', '字体名称不能超过 10 个字'],
    [{ fontFileId: 999_999 }, 'body.fontFileId', '文件不存在或尚未上传完成，请重新上传'],
  ])('a font with %j is refused', async (change, path, message) => {
    const { call, body } = await seller()
    const reply = await call('POST', 'shop_fonts', { ...body, ...change })
    expect([reply.status, reply.body.issues[0]]).toEqual([422, expect.objectContaining({ path, message })])
  })

  test('creating a font accepts neither a picture as the font nor a font as the picture', async () => {
    const { call, body, fontFile, preview } = await seller()
    expect((await call('POST', 'shop_fonts', { ...body, fontFileId: preview.id })).body.issues[0].path).toBe('body.fontFileId')
    const swapped = await call('POST', 'shop_fonts', { ...body, previewImageFileId: fontFile.id })
    expect(swapped.body.issues[0].path).toBe('body.previewImageFileId')
  })

  test('a renamed font gets new pictures, which must be pictures of the account', async () => {
    const { token, call, body, fontFile } = await seller()
    const font = (await call('POST', 'shop_fonts', body)).body
    const fresh = await server.upload(token, fileKind.templateThumbnail, 'q.png', png(70, 32))
    const pictures = { previewImageFileId: fresh.id, activePreviewImageFileId: fresh.id }
    expect((await call('PATCH', `shop_fonts/${font.id}`, { name: '行楷', ...pictures })).body).toMatchObject({
      name: '行楷',
      previewImageUrl: fresh.url,
      activePreviewImageUrl: fresh.url,
    })
    const stranger = await seller()
    for (const [path, fileId] of [
      ['previewImageFileId', fontFile.id],
      ['activePreviewImageFileId', stranger.preview.id],
    ] as const) {
      const reply = await call('PATCH', `shop_fonts/${font.id}`, { name: '不改', [path]: fileId })
      expect([reply.status, reply.body.issues[0].path]).toEqual([422, `body.${path}`])
    }
    expect((await call('GET', 'shop_fonts')).body).toMatchObject([{ name: '行楷', previewImageUrl: fresh.url }])
  })

  test('a font requested twice with one key is created once', async () => {
    const { token, call, body } = await seller()
    const ask = () =>
      server.call('POST', '/api/shop_fonts', { token, body, headers: { 'idempotency-key': `font-file-${body.fontFileId}` } })
    const replies = await Promise.all([ask(), ask(), ask()])
    expect(new Set(replies.map(({ body: font }) => font.id)).size).toBe(1)
    expect((await call('GET', 'shop_fonts')).body).toHaveLength(1)
  })

  test('an upload that is no TrueType or OpenType file, or too large, does not become a font', async () => {
    const { token } = await seller()
    for (const start of ['wOFF', 'wOF2', 'ttcf', 'GIF8']) {
      const file = Buffer.concat([Buffer.from(start, 'latin1'), fontBytes.subarray(4)])
      await expect(server.upload(token, fileKind.font, '字体.ttf', file)).rejects.toThrow('请上传ttf、otf格式的字体文件')
    }
    const large = Buffer.concat([fontBytes, Buffer.alloc(fileSizeLimit[fileKind.font] - fontBytes.length + 1)])
    await expect(server.upload(token, fileKind.font, '字体.ttf', large)).rejects.toThrow(/30 MB/)
  })

  test('fonts keep their order through moves to the front, the end, the same position and over one another', async () => {
    const { call, body } = await seller()
    const ids: number[] = []
    for (const name of ['一', '二', '三', '四']) ids.push((await call('POST', 'shop_fonts', { ...body, name })).body.id)
    const [one, two, three, four] = ids
    const order = async () => (await call('GET', 'shop_fonts')).body.map(({ name }: { name: string }) => name).join('')
    const move = (activeId: number | undefined, next: number | null | undefined) =>
      call('PATCH', `shop_fonts/${activeId}/ordering`, { activeId, next })
    await move(one, null)
    expect(await order()).toBe('二三四一')
    await move(four, two)
    expect(await order()).toBe('四二三一')
    await move(three, one)
    expect(await order()).toBe('四二三一')
    expect((await move(three, 999_999)).status).toBe(422)
    await Promise.all([move(one, two), move(two, four), move(three, null), move(four, null)])
    expect([...(await order())].sort().join('')).toBe('一三二四')
  })

  test('moving a font is refused when the body names another font', async () => {
    const { call, body } = await seller()
    const font = (await call('POST', 'shop_fonts', body)).body
    const reply = await call('PATCH', `shop_fonts/${font.id}/ordering`, { activeId: font.id + 1, next: null })
    expect(reply.body.issues[0].path).toBe('body.activeId')
  })

  test('the file of a font stays while the account has the font, and a week longer', async () => {
    const { call, body, fontFile } = await seller()
    const isServed = async () => (await server.call('GET', fontFile.url)).status === 200
    const font = (await call('POST', 'shop_fonts', body)).body
    const unusedSince = async () =>
      (await server.deps.db.selectFrom('file').select('unused_since').where('id', '=', fontFile.id).executeTakeFirstOrThrow())
        .unused_since
    await sweepUnused(server.deps)
    expect(await unusedSince()).toBeNull()
    await call('DELETE', `shop_fonts/${font.id}`)
    await sweepUnused(server.deps)
    expect(await isServed()).toBe(true)
    server.clock.advance(unusedLifeMs + 1)
    await sweepUnused(server.deps)
    expect(await isServed()).toBe(false)
  })
})

describe('text colours', () => {
  test('text colours are stored once each, in one spelling', async () => {
    const { call } = await seller()
    expect((await call('POST', 'shop_font_colors', { hexCode: ' #ABC ' })).body).toMatchObject({
      hexCode: '#aabbcc',
      enabled: true,
    })
    const again = await call('POST', 'shop_font_colors', { hexCode: '#AABBCC' })
    expect(again.body).toMatchObject({ message: '颜色“#aabbcc”已存在', issues: [{ path: 'body.hexCode', code: 'duplicate' }] })
    const other = (await call('POST', 'shop_font_colors', { hexCode: '#000000' })).body
    expect((await call('PATCH', `shop_font_colors/${other.id}`, { hexCode: '#abc' })).status).toBe(422)
    expect((await call('PATCH', `shop_font_colors/${other.id}`, { hexCode: '#000', enabled: false })).body).toMatchObject({
      hexCode: '#000000',
      enabled: false,
    })
  })

  test.each([
    ['', '请输入颜色'],
    ['red', '颜色格式不正确'],
    ['#12', '颜色格式不正确'],
  ])('the text colour %j is refused', async (hexCode, message) => {
    const { call } = await seller()
    expect((await call('POST', 'shop_font_colors', { hexCode })).body.issues[0].message).toBe(message)
  })

  test('the same text colour added by two windows at once is one', async () => {
    const { call } = await seller()
    const replies = await Promise.all(Array.from({ length: 6 }, () => call('POST', 'shop_font_colors', { hexCode: '#123123' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await call('GET', 'shop_font_colors')).body).toHaveLength(1)
  })

  test('text colours are moved and deleted', async () => {
    const { call } = await seller()
    const ids: number[] = []
    for (const hexCode of ['#111', '#222', '#333']) ids.push((await call('POST', 'shop_font_colors', { hexCode })).body.id)
    await call('PATCH', `shop_font_colors/${ids[2]}/ordering`, { next: ids[0] })
    await call('DELETE', `shop_font_colors/${ids[0]}`)
    const { body } = await call('GET', 'shop_font_colors')
    expect(body.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]])
  })
})

describe('placeholder pictures', () => {
  test('placeholder images are stored per type, once each, with the file that a layer needs', async () => {
    const { token, call } = await seller()
    const picture = await server.upload(token, fileKind.templateLayer, 'head.png', png(30, 40))
    const add = (aiCutoutType: string, url = picture.url) => call('POST', 'ai_cutout_placeholder_images', { aiCutoutType, url })
    const made = (await add('head')).body
    expect(made).toMatchObject({ aiCutoutType: 'head', url: picture.url, fileId: picture.id, width: 30, height: 40 })
    expect((await add('head')).body.id).toBe(made.id)
    await add('body')
    expect((await call('GET', 'ai_cutout_placeholder_images?aiCutoutType=head')).body).toHaveLength(1)
    expect((await call('DELETE', `ai_cutout_placeholder_images/${made.id}`)).body).toEqual({ ok: true })
    expect((await call('GET', 'ai_cutout_placeholder_images?aiCutoutType=head')).body).toEqual([])
    expect((await add('arm')).body.issues[0].message).toBe('抠图类型不正确')
  })

  test('placeholder images must be finished PNG or JPEG files of this account', async () => {
    const { token, call } = await seller()
    const stranger = await server.newAccount()
    const theirs = await server.upload(stranger.token, fileKind.templateLayer, 'a.png', png(3, 4))
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
    const svg = await server.upload(token, fileKind.templateLayer, 'a.svg', drawing)
    for (const url of [theirs.url, 'https://example.com/files/x.png', '/files/', svg.url]) {
      expect((await call('POST', 'ai_cutout_placeholder_images', { aiCutoutType: 'head', url })).status).toBe(422)
    }
  })
})
