import { describe, expect, test } from 'vitest'
import { ConflictError, NotFoundError, ServerError } from '../../../contract/call-errors'
import type { Sku, Wireframe, WireframeWrite } from '../../../contract/types'
import type { Api } from '../../api/services'
import type { WireframeRow } from './rows'
import { ChangedElsewhereError, type SaveProgress, saveWireframe } from './save-wireframe'

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
    material: {
      id: 3,
      name: '硅胶',
      needBackground: false,
      look: 'glossy' as const,
      effectPose: 'front' as const,
      colors: [color],
      next: null,
    },
    color,
    sku: of,
  }
}

const opened: Wireframe = {
  id: 50,
  width: 300,
  height: 600,
  layers: [{ imageUrl: '/files/a.png', index: 1, sha256: null }],
  printArea: null,
  widthMm: null,
  heightMm: null,
}

/** Records the writes; those named in `failing` fail once each. `there` is what the server returns when it is read. */
function calls(failing: Record<string, Error> = {}, there: { wireframe?: Wireframe; sku?: Sku } = {}) {
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
      get: () => Promise.resolve(there.wireframe ?? opened),
      create: (_: unknown, options: { idempotencyKey?: string } = {}) => {
        keys.push(options.idempotencyKey)
        return answer('create wireframe', { id: 70 })
      },
      update: ({ params }: { params: { id: number } }) => answer(`update wireframe ${params.id}`, there.wireframe ?? opened),
    },
    phoneCaseSkus: {
      list: () => Promise.resolve(there.sku ? [there.sku] : []),
      create: ({ body }: { body: { wireframeId: number } }) => answer(`create sku ${body.wireframeId}`, {}),
      update: ({ body }: { body: { wireframeId: number } }) => answer(`update sku ${body.wireframeId}`, {}),
    },
  }
  return { api: api as unknown as Pick<Api, 'wireframes' | 'phoneCaseSkus'>, asked, keys, failing }
}

describe('saving', () => {
  test('a first upload makes a wireframe and a SKU', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, { row: rowWith(null), opened: null, write, enabled: false }, {})
    expect(asked).toEqual(['create wireframe', 'create sku 70'])
  })

  test('an edit changes the wireframe, and the SKU only when its shelf state changes', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, { row: rowWith(sku(50)), opened, write, enabled: false }, {})
    await saveWireframe(api, { row: rowWith(sku(50)), opened, write, enabled: true }, {})
    expect(asked).toEqual(['update wireframe 50', 'update wireframe 50', 'update sku 50'])
  })

  test('a retry uses the wireframe that the first attempt made', async () => {
    const { api, asked } = calls({ 'create sku 70': new ServerError('坏了', call) })
    const saved: SaveProgress = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, opened: null, write, enabled: false }, saved)).rejects.toThrow('坏了')
    await saveWireframe(api, { row, opened: null, write, enabled: false }, saved)
    expect(asked).toEqual(['create wireframe', 'create sku 70', 'create sku 70'])
  })

  test('changes between two attempts are stored too', async () => {
    const { api, asked } = calls({ 'create sku 70': new ServerError('坏了', call) })
    const saved: SaveProgress = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, opened: null, write, enabled: false }, saved)).rejects.toThrow()
    await saveWireframe(api, { row, opened: null, write: { ...write, printAreaLeft: 5 }, enabled: false }, saved)
    expect(asked.slice(2)).toEqual(['update wireframe 70', 'create sku 70'])
  })

  test('a retry after a lost response repeats the idempotency key, and other contents get another key', async () => {
    const lost = new ServerError('断了', call)
    const { api, keys, failing } = calls({ 'create wireframe': lost })
    const saved: SaveProgress = {}
    const row = rowWith(null)
    await expect(saveWireframe(api, { row, opened: null, write, enabled: false }, saved)).rejects.toBe(lost)
    failing['create wireframe'] = lost
    await expect(saveWireframe(api, { row, opened: null, write, enabled: false }, saved)).rejects.toBe(lost)
    await saveWireframe(api, { row, opened: null, write: { ...write, width: 301 }, enabled: false }, saved)
    expect(keys[0]).toBeDefined()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('a SKU that another window made or deleted is handled', async () => {
    const made = calls({ 'create sku 70': new ConflictError('已存在', call) })
    await saveWireframe(made.api, { row: rowWith(null), opened: null, write, enabled: false }, {})
    expect(made.asked).toEqual(['create wireframe', 'create sku 70', 'update sku 70'])
    const gone = calls({ 'update sku 70': new NotFoundError('没有', call) })
    await saveWireframe(gone.api, { row: rowWith(sku(null)), opened: null, write, enabled: false }, {})
    expect(gone.asked).toEqual(['create wireframe', 'update sku 70', 'create sku 70'])
  })

  test('a change by another window is not overwritten unless the seller confirms it', async () => {
    const moved = { ...opened, printArea: { left: 9, right: 9, top: 9, bottom: 9 } }
    const edited = { row: rowWith(sku(50)), opened, write, enabled: false }
    const { api, asked } = calls({}, { wireframe: moved })
    await expect(saveWireframe(api, edited, {})).rejects.toBeInstanceOf(ChangedElsewhereError)
    expect(asked).toEqual([])
    await saveWireframe(api, { ...edited, overwrite: true }, {})
    expect(asked).toEqual(['update wireframe 50'])

    const first = { row: rowWith(null), opened: null, write, enabled: false }
    const made = calls({}, { sku: sku(88) })
    await expect(saveWireframe(made.api, first, {})).rejects.toBeInstanceOf(ChangedElsewhereError)
    expect(made.asked).toEqual([])
  })

  test('a save by this form itself does not count as a change by another window', async () => {
    const after = { ...opened, printArea: { left: 1, right: 1, top: 1, bottom: 1 } }
    const { api, asked } = calls({ 'update sku 50': new ServerError('坏了', call) }, { wireframe: after })
    const saved: SaveProgress = { stored: after }
    const edited = { row: rowWith(sku(50)), opened, write, enabled: true }
    await expect(saveWireframe(api, edited, saved)).rejects.toThrow('坏了')
    await saveWireframe(api, edited, saved)
    expect(asked).toEqual(['update wireframe 50', 'update sku 50', 'update wireframe 50', 'update sku 50'])
    const bound = calls({}, { sku: sku(70) })
    await saveWireframe(
      bound.api,
      { row: rowWith(null), opened: null, write, enabled: false },
      { created: { id: 70, body: JSON.stringify(write) } },
    )
    expect(bound.asked).toEqual(['create sku 70'])
  })
})
