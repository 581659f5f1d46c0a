/** The catalogue over HTTP: messages of the forms, real pictures, deletions, lists of a thousand ids. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { unusedLifeMs } from '../domain/files/unused'
import { listen } from '../http/listen'
import { sweep } from '../jobs/sweeper'
import { openShop, png, type Shop } from './security/shop'
import { startTestServer, type TestReply, type TestServer, throwError } from './server'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown): Promise<TestReply> =>
  server.call(method, path, { token: shop.token, body })
const failureOf = ({ status, body }: TestReply) => [status, body.issues?.[0]?.path, body.message]

describe('names in the catalogue', () => {
  const models = () => `/api/phone_brands/${shop.params.phoneBrands?.id}/phone_models`
  const colors = () => `/api/phone_case_materials/${shop.params.phoneCaseMaterials?.id}/colors`
  const forms: [what: string, path: () => string, blank: string, missing: string][] = [
    ['brand', () => '/api/phone_brands', '请填写品牌', '品牌名称必填'],
    ['model', models, '型号必填', '型号必填'],
    ['material', () => '/api/phone_case_materials', '材质名称必填', '材质名称必填'],
    ['colour', colors, '颜色名称必填', '颜色名称必填'],
  ]

  test.each(forms)(
    'a %s name that is missing or invisible is refused with the message of its form',
    async (_, path, blank, missing) => {
      for (const name of ['', '   ', '\u3000\t\n', '\u200b\u200d\ufeff']) {
        expect(failureOf(await call('POST', path(), { name }))).toEqual([422, 'body.name', blank])
      }
      expect(failureOf(await call('POST', path(), {}))).toEqual([422, 'body.name', missing])
      expect(failureOf(await call('POST', path(), { name: null }))).toEqual([422, 'body.name', missing])
    },
  )

  test.each(forms)('a %s name may have 100 characters, not 300', async (_, path) => {
    expect((await call('POST', path(), { name: '长'.repeat(100) })).status).toBe(200)
    expect(failureOf(await call('POST', path(), { name: '长'.repeat(300) }))).toEqual([
      422,
      'body.name',
      '名称不能超过 100 个字符',
    ])
  })

  test.each(forms)('a %s name is trimmed and normalized to NFC, and keeps emoji and every script', async (_, path) => {
    const name = '👨‍👩‍👧 Ünï “引号” <b>𠮷</b> %_\\'
    const made = await call('POST', path(), { name: `\u3000 ${name.normalize('NFD')} ` })
    expect([made.status, made.body.name]).toEqual([200, name])
    expect(failureOf(await call('POST', path(), { name }))[2]).toMatch(/已存在，请换一个名称$/)
  })
})

describe('many models in one call', () => {
  const names = async (path: string) => (await call('GET', path)).body.map((model: { name: string }) => model.name)

  test('models are added at the end, in the order of their names, and each points to the next', async () => {
    const brand = await call('POST', '/api/phone_brands', { name: '一次多个' })
    const path = `/api/phone_brands/${brand.body.id}/phone_models`
    await call('POST', path, { name: '第一个' })
    const added = await call('POST', `${path}/batch`, { names: [' 丙 ', '甲', '乙'] })
    expect(added.body.map(({ name }: { name: string }) => name)).toEqual(['丙', '甲', '乙'])
    expect(added.body.map(({ next }: { next: number | null }) => next)).toEqual([added.body[1].id, added.body[2].id, null])
    expect(await names(path)).toEqual(['第一个', '丙', '甲', '乙'])
  })

  test('when one name is refused, none is added, and the refusal names it', async () => {
    const brand = await call('POST', '/api/phone_brands', { name: '全有或全无' })
    const path = `/api/phone_brands/${brand.body.id}/phone_models`
    await call('POST', path, { name: '已有' })
    const add = (...list: string[]) => call('POST', `${path}/batch`, { names: list })
    expect(failureOf(await add('新', '已有'))).toEqual([422, 'body.names.1', '型号“已有”已存在，请换一个名称'])
    expect(failureOf(await add('新', ' 新'))).toEqual([422, 'body.names.1', '型号“新”已存在，请换一个名称'])
    expect(failureOf(await add('新', ' '))).toEqual([422, 'body.names.1', '型号必填'])
    expect(failureOf(await add())).toEqual([422, 'body.names', '请填写至少一个型号'])
    expect(await names(path)).toEqual(['已有'])
    expect((await call('POST', '/api/phone_brands/999999/phone_models/batch', { names: ['新'] })).status).toBe(404)
  })
})

describe('many SKUs in one call', () => {
  test('SKUs come with their wireframes, all or none, and a refusal names the field of its SKU', async () => {
    const brand = await call('POST', '/api/phone_brands', { name: '一次多个商品' })
    const path = `/api/phone_brands/${brand.body.id}/phone_models`
    const models = (await call('POST', `${path}/batch`, { names: ['甲', '乙', '丙'] })).body.map(({ id }: { id: number }) => id)
    const material = await call('POST', '/api/phone_case_materials', { name: '一次多个商品' })
    const color = await call('POST', `/api/phone_case_materials/${material.body.id}/colors`, { name: '黑' })
    const file = await server.upload(shop.token, fileKind.wireframe, 'w.png', png(50, 100))
    const skuOf = (phoneModelId: number, foregroundImageFileId = file.id) => ({
      ...{ phoneBrandId: brand.body.id, phoneModelId, materialId: material.body.id, materialColorId: color.body.id },
      ...{ wireframeId: null, enabled: false, wireframe: { width: 50, height: 100, foregroundImageFileId } },
    })
    const add = (...items: object[]) => call('POST', '/api/phone_case_skus/batch', { items })
    const list = async () => (await call('GET', `/api/phone_case_skus?phoneModelIds=${models.join(',')}`)).body
    const [first, second, third] = models

    expect(failureOf(await add(skuOf(first), skuOf(second, 999_999_999)))[1]).toBe('body.items.1.wireframe.foregroundImageFileId')
    expect((await add(skuOf(first), skuOf(first))).status).toBe(409)
    expect(await list()).toEqual([])

    const added = await add(skuOf(first), skuOf(second))
    expect(added.body.map((sku: { phoneModelId: number }) => sku.phoneModelId)).toEqual([first, second])
    expect(new Set(added.body.map((sku: { wireframeId: number }) => sku.wireframeId)).size).toBe(2)
    expect((await add(skuOf(third), skuOf(second))).status).toBe(409)
    expect(await list()).toHaveLength(2)
  })
})

describe('pictures of a wireframe', () => {
  const write = async (sizes: readonly (readonly [number, number])[], body: object) => {
    const [back, front] = await Promise.all(
      sizes.map(([width, height]) => server.upload(shop.token, fileKind.wireframe, 'w.png', png(width, height))),
    )
    return call('POST', '/api/phone_case_wireframes', {
      ...body,
      backgroundImageFileId: back?.id,
      foregroundImageFileId: front?.id,
    })
  }

  test('the two pictures of a wireframe must have the same size, read from their bytes', async () => {
    const sizes = [
      [50, 100],
      [50, 101],
    ] as const
    expect(failureOf(await write(sizes, { width: 50, height: 100 }))).toEqual([
      422,
      'body.backgroundImageFileId',
      '背景图宽高和前景图宽高必须相等',
    ])
    const mismatched = await write(
      [
        [50, 100],
        [50, 100],
      ],
      { width: 60, height: 100 },
    )
    expect(failureOf(mismatched)).toEqual([422, 'body.width', '线框图宽高必须与图片一致：图片为 50×100，填写的是 60×100'])
  })

  test('a wireframe needs at least one picture', async () => {
    expect(failureOf(await write([], { width: 50, height: 100 }))).toEqual([
      422,
      'body.foregroundImageFileId',
      '请上传背景图或前景图',
    ])
  })

  test('margins of a wireframe must be whole numbers that fit into the picture', async () => {
    const sizes = [[50, 100]] as const
    const size = { width: 50, height: 100 }
    expect(failureOf(await write(sizes, { ...size, printAreaLeft: 51 }))[2]).toBe('打印区域不能超过背景图宽度')
    expect(failureOf(await write(sizes, { ...size, printAreaTop: 60, printAreaBottom: 41 }))[2]).toBe(
      '打印区域不能超过背景图高度',
    )
    expect(failureOf(await write(sizes, { ...size, printAreaLeft: 1.5 }))[1]).toBe('body.printAreaLeft')
    expect(failureOf(await write(sizes, { ...size, printAreaLeft: -1 }))[1]).toBe('body.printAreaLeft')
  })

  test('a wireframe picture may come with its SHA-256, which must be a valid one', async () => {
    const file = await server.upload(shop.token, fileKind.wireframe, 'w.png', png(20, 20))
    const body = { width: 20, height: 20, foregroundImageFileId: file.id }
    const sum = 'AB'.repeat(32)
    const made = await call('POST', '/api/phone_case_wireframes', { ...body, foregroundImageSha256: sum })
    const read = await call('GET', `/api/phone_case_wireframes/${made.body.id}`)
    expect(read.body.layers).toEqual([{ imageUrl: file.url, index: 1, sha256: sum.toLowerCase() }])
    expect(failureOf(await call('POST', '/api/phone_case_wireframes', { ...body, foregroundImageSha256: 'abc' }))).toEqual([
      422,
      'body.foregroundImageSha256',
      '文件校验值必须是 64 位十六进制的 SHA-256',
    ])
  })
})

test('a deleted brand takes its models, SKUs and wireframes at once, and their pictures a week later', async () => {
  const own = await openShop(server)
  const request = (method: string, path: string) => server.call(method, path, { token: own.token })
  const address = `/api/phone_case_wireframes/${own.params.wireframes?.id}`
  const ordered = (await request('GET', address)).body.layers[0].imageUrl
  // The first picture stays, because the wireframe's snapshot in an order shows it; nothing shows the one that replaced it.
  const later = await server.upload(own.token, fileKind.wireframe, 'later.png', png(50, 104))
  const changed = { width: 50, height: 104, foregroundImageFileId: later.id }
  expect((await server.call('PATCH', address, { token: own.token, body: changed })).status).toBe(200)
  const url = (await request('GET', address)).body.layers[0].imageUrl
  expect(url).not.toBe(ordered)
  expect((await request('DELETE', `/api/phone_brands/${own.params.phoneBrands?.id}`)).status).toBe(200)
  expect((await request('GET', `/api/phone_case_wireframes/${own.params.wireframes?.id}`)).status).toBe(404)
  expect((await request('GET', `/api/phone_case_skus/${own.params.phoneCaseSkus?.key}`)).status).toBe(404)
  await sweep(server.deps, throwError)
  expect((await request('GET', url)).status).toBe(200)
  server.clock.advance(unusedLifeMs)
  await sweep(server.deps, throwError)
  expect((await request('GET', url)).status).toBe(404)
  expect((await request('GET', ordered)).status).toBe(200)
  shop = await openShop(server)
})

describe('a thousand ids in a query', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => 9_000_000_000_000_000 + n)
  const lists = [
    ['SKUs', '/api/phone_case_skus?phoneModelIds=', () => shop.params.phoneModels?.id],
    ['wireframes', '/api/phone_case_wireframes?ids=', () => shop.params.wireframes?.id],
  ] as const

  test.each(lists)('a thousand ids of %s with 16 digits each pass through a real port', async (_, path, own) => {
    const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
    try {
      const query = [...ids.slice(1), own()].join(',')
      const reply = await fetch(`http://127.0.0.1:${listening.port}${path}${query}`, {
        headers: { authorization: `Bearer ${shop.token}` },
      })
      expect(reply.status).toBe(200)
      expect(await reply.json()).toHaveLength(1)
    } finally {
      await listening.close(0)
    }
  })

  test.each(lists)('more than a thousand ids of %s, or a malformed list, are refused in Chinese', async (_, path) => {
    for (const list of [[...ids, 1].join(','), 'a', '1,', '', '0', '1;2']) {
      const reply = await call('GET', path + list)
      expect([reply.status, reply.body.message]).toEqual([422, '编号列表格式不正确：请用英文逗号分隔的正整数，一次最多 1000 个'])
    }
  })
})
