import { describe, expect, test } from 'vitest'
import type { Sku, WireframeWrite } from '../../../contract/types'
import type { Api } from '../../api/services'
import { ConflictError, NotFoundError, ServerError } from '../../base/errors'
import type { WireframeRow } from './rows'
import { type Saved, saveWireframe } from './save-wireframe'

const call = { method: 'POST', url: '/' }
const write: WireframeWrite = { width: 300, height: 600, foregroundImageFileId: 9 }
const sku = (wireframeId: number | null, enabled = false): Sku => ({
  id: 1,
  phoneBrandId: 1,
  phoneModelId: 2,
  materialId: 3,
  materialColorId: 4,
  wireframeId,
  enabled,
})
const rowWith = (of: Sku | null): WireframeRow => {
  const color = { id: 4, name: '黑', defaultBackgroundColor: null, enabled: true, next: null }
  return {
    id: 1,
    key: '2-4',
    brand: { id: 1, name: '小米', next: null },
    model: { id: 2, phoneBrandId: 1, name: '14', favorited: false, next: null },
    material: { id: 3, name: '硅胶', needBackground: false, colors: [color], next: null },
    color,
    sku: of,
  }
}

/** Remembers the calls; those named in `failing` fail once each. */
function calls(failing: Record<string, Error> = {}) {
  const asked: string[] = []
  const keys: (string | undefined)[] = []
  const answer = <T>(name: string, value: T) => {
    asked.push(name)
    const error = failing[name]
    delete failing[name]
    return error ? Promise.reject(error) : Promise.resolve(value)
  }
  const api = {
    wireframes: {
      create: (_: unknown, options: { idempotencyKey?: string } = {}) => {
        keys.push(options.idempotencyKey)
        return answer('create wireframe', { id: 70 })
      },
      update: ({ params }: { params: { id: number } }) => answer(`update wireframe ${params.id}`, {}),
    },
    phoneCaseSkus: {
      create: ({ body }: { body: { wireframeId: number } }) => answer(`create sku ${body.wireframeId}`, {}),
      update: ({ body }: { body: { wireframeId: number } }) => answer(`update sku ${body.wireframeId}`, {}),
    },
  }
  return { api: api as unknown as Pick<Api, 'wireframes' | 'phoneCaseSkus'>, asked, keys, failing }
}

describe('saving', () => {
  test('a first upload makes a wireframe and a SKU', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, { row: rowWith(null), write, enabled: false }, {})
    expect(asked).toEqual(['create wireframe', 'create sku 70'])
  })

  test('an edit changes the wireframe, and the SKU only when its shelf changes', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, { row: rowWith(sku(50)), write, enabled: false }, {})
    await saveWireframe(api, { row: rowWith(sku(50)), write, enabled: true }, {})
    expect(asked).toEqual(['update wireframe 50', 'update wireframe 50', 'update sku 50'])
  })

  test('another try goes on with the wireframe that was made', async () => {
    const { api, asked } = calls({ 'create sku 70': new ServerError('坏了', call) })
    const saved: Saved = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, write, enabled: false }, saved)).rejects.toThrow('坏了')
    await saveWireframe(api, { row, write, enabled: false }, saved)
    expect(asked).toEqual(['create wireframe', 'create sku 70', 'create sku 70'])
  })

  test('what was changed between two tries is stored too', async () => {
    const { api, asked } = calls({ 'create sku 70': new ServerError('坏了', call) })
    const saved: Saved = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, write, enabled: false }, saved)).rejects.toThrow()
    await saveWireframe(api, { row, write: { ...write, printAreaLeft: 5 }, enabled: false }, saved)
    expect(asked.slice(2)).toEqual(['update wireframe 70', 'create sku 70'])
  })

  test('a lost answer is asked for again under the same key, other contents under another', async () => {
    const lost = new ServerError('断了', call)
    const { api, keys, failing } = calls({ 'create wireframe': lost })
    const saved: Saved = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, write, enabled: false }, saved)).rejects.toBe(lost)
    failing['create wireframe'] = lost
    await expect(saveWireframe(api, { row, write, enabled: false }, saved)).rejects.toBe(lost)
    await saveWireframe(api, { row, write: { ...write, width: 301 }, enabled: false }, saved)
    expect(keys[0]).toBeDefined()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('a SKU made or deleted in another window is met where it is', async () => {
    const made = calls({ 'create sku 70': new ConflictError('已存在', call) })
    await saveWireframe(made.api, { row: rowWith(null), write, enabled: false }, {})
    expect(made.asked).toEqual(['create wireframe', 'create sku 70', 'update sku 70'])
    const gone = calls({ 'update sku 70': new NotFoundError('没有', call) })
    await saveWireframe(gone.api, { row: rowWith(sku(null)), write, enabled: false }, {})
    expect(gone.asked).toEqual(['create wireframe', 'update sku 70', 'create sku 70'])
  })
})
