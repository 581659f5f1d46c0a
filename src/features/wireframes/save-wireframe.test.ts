import { describe, expect, test } from 'vitest'
import { ConflictError, NotFoundError, ServerError } from '../../../contract/call-errors'
import { brandRow, colorRow, materialRow, modelRow, skuRow, wireframeRow } from '../../../contract/test/catalogue'
import type { Sku, Wireframe, WireframeWrite } from '../../../contract/types'
import type { Api } from '../../api/services'
import type { WireframeRow } from './rows'
import { ChangedElsewhereError, type SaveProgress, saveWireframe } from './save-wireframe'

const call = { method: 'POST', url: '/' }
const write: WireframeWrite = { width: 300, height: 600, foregroundImageFileId: 9 }
const sku = (wireframeId: number | null, enabled = false) => skuRow({ wireframeId, enabled })
const rowWith = (of: Sku | null): WireframeRow => {
  const color = colorRow()
  const material = materialRow({ colors: [color] })
  return { id: 1, key: '2-4', brand: brandRow(), model: modelRow(), material, color, sku: of }
}

const opened = wireframeRow({ layers: [{ imageUrl: '/files/a.png', index: 1, sha256: null }] })

/** Records the writes; those named in `failing` fail once each. `there` is what the server returns when it is read. */
function calls(failing: Record<string, Error> = {}, there: { wireframe?: Wireframe; sku?: Sku } = {}) {
  const asked: string[] = []
  const answer = <T>(name: string, value: T) => {
    asked.push(name)
    const error = failing[name]
    delete failing[name]
    return error ? Promise.reject(error) : Promise.resolve(value)
  }
  interface Body {
    readonly wireframeId?: number | null
    readonly wireframe?: WireframeWrite
    readonly enabled: boolean
  }
  const nameOf = ({ wireframeId, wireframe, enabled }: Body) =>
    `${wireframe ? `with a wireframe ${wireframe.width} wide` : `of ${wireframeId}`}${enabled ? ', on shelf' : ''}`
  const api = {
    wireframes: {
      get: () => Promise.resolve(there.wireframe ?? opened),
      update: ({ params }: { params: { id: number } }) => answer(`update wireframe ${params.id}`, there.wireframe ?? opened),
    },
    phoneCaseSkus: {
      list: () => Promise.resolve(there.sku ? [there.sku] : []),
      create: ({ body }: { body: Body }) => answer(`create sku ${nameOf(body)}`, {}),
      update: ({ body }: { body: Body }) => answer(`update sku ${nameOf(body)}`, {}),
    },
  }
  return { api: api as unknown as Pick<Api, 'wireframes' | 'phoneCaseSkus'>, asked, failing, there }
}

const first = { row: rowWith(null), opened: null, write, enabled: false }
const edited = { row: rowWith(sku(50)), opened, write, enabled: false }

describe('saving', () => {
  test('a first upload makes a wireframe and its SKU in one call', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, { ...first, enabled: true }, {})
    await saveWireframe(api, { ...first, row: rowWith(sku(null)) }, {})
    expect(asked).toEqual(['create sku with a wireframe 300 wide, on shelf', 'update sku with a wireframe 300 wide'])
  })

  test('an edit changes the wireframe, and the SKU only when its shelf state changes', async () => {
    const { api, asked } = calls()
    await saveWireframe(api, edited, {})
    await saveWireframe(api, { ...edited, enabled: true }, {})
    expect(asked).toEqual(['update wireframe 50', 'update wireframe 50', 'update sku of 50, on shelf'])
  })

  test('a SKU that another window made or deleted is handled', async () => {
    const made = calls({ 'create sku with a wireframe 300 wide': new ConflictError('已存在', call) })
    await saveWireframe(made.api, first, {})
    expect(made.asked).toEqual(['create sku with a wireframe 300 wide', 'update sku with a wireframe 300 wide'])
    const gone = calls({ 'update sku with a wireframe 300 wide': new NotFoundError('没有', call) })
    await saveWireframe(gone.api, { ...first, row: rowWith(sku(null)) }, {})
    expect(gone.asked).toEqual(['update sku with a wireframe 300 wide', 'create sku with a wireframe 300 wide'])
  })

  test('a change by another window is not overwritten unless the seller confirms it', async () => {
    const moved = { ...opened, printArea: { left: 9, right: 9, top: 9, bottom: 9 } }
    const { api, asked } = calls({}, { wireframe: moved })
    await expect(saveWireframe(api, edited, {})).rejects.toBeInstanceOf(ChangedElsewhereError)
    expect(asked).toEqual([])
    await saveWireframe(api, { ...edited, overwrite: true }, {})
    expect(asked).toEqual(['update wireframe 50'])

    const made = calls({}, { sku: sku(88) })
    await expect(saveWireframe(made.api, first, {})).rejects.toBeInstanceOf(ChangedElsewhereError)
    expect(made.asked).toEqual([])
  })

  test('a save by this form itself does not count as a change by another window', async () => {
    const after = { ...opened, printArea: { left: 1, right: 1, top: 1, bottom: 1 } }
    const { api, asked } = calls({ 'update sku of 50, on shelf': new ServerError('坏了', call) }, { wireframe: after })
    const saved: SaveProgress = { stored: after }
    const onShelf = { ...edited, enabled: true }
    await expect(saveWireframe(api, onShelf, saved)).rejects.toThrow('坏了')
    await saveWireframe(api, onShelf, saved)
    const twice = ['update wireframe 50', 'update sku of 50, on shelf']
    expect(asked).toEqual([...twice, ...twice])
  })
})

describe('a first upload whose answer was lost', () => {
  const withFiles: WireframeWrite = {
    ...write,
    foregroundImageSha256: 'f'.repeat(64),
    backgroundImageFileId: 8,
    backgroundImageSha256: 'b'.repeat(64),
    printAreaLeft: 2,
    printAreaRight: 2,
    printAreaTop: 2,
    printAreaBottom: 2,
    widthMm: 70,
    heightMm: 140,
  }
  const layers = [
    { imageUrl: '/files/b.png', index: 0, sha256: 'b'.repeat(64) },
    { imageUrl: '/files/f.png', index: 1, sha256: 'f'.repeat(64) },
  ]
  const asSent: Wireframe = {
    ...opened,
    layers,
    printArea: { left: 2, right: 2, top: 2, bottom: 2 },
    widthMm: 70,
    heightMm: 140,
  }
  const lose = async () => {
    const opening = calls({ 'create sku with a wireframe 300 wide': new ServerError('断了', call) })
    const saved: SaveProgress = {}
    await expect(saveWireframe(opening.api, { ...first, write: withFiles }, saved)).rejects.toThrow('断了')
    opening.there.sku = sku(70)
    return { ...opening, saved }
  }

  test('a first upload without an answer is found by its files and sizes, and takes what was changed meanwhile', async () => {
    const { api, asked, failing, there, saved } = await lose()
    there.wireframe = asSent
    failing['create sku with a wireframe 301 wide'] = new ConflictError('已存在', call)
    await saveWireframe(api, { ...first, write: { ...withFiles, width: 301 } }, saved)
    expect(asked.slice(1)).toEqual(['create sku with a wireframe 301 wide', 'update sku with a wireframe 301 wide'])
  })

  test.each<[string, Partial<Wireframe>]>([
    ['another picture', { layers: layers.map((layer) => ({ ...layer, sha256: 'c'.repeat(64) })) }],
    ['a picture less', { layers: layers.slice(1) }],
    ['another size', { widthMm: 71 }],
    ['another print area', { printArea: { left: 2, right: 2, top: 2, bottom: 3 } }],
    ['no print area', { printArea: null }],
  ])('a first upload without an answer does not hide a change by another window: %s', async (_, change) => {
    const { api, there, saved } = await lose()
    there.wireframe = { ...asSent, ...change }
    await expect(saveWireframe(api, { ...first, write: withFiles }, saved)).rejects.toBeInstanceOf(ChangedElsewhereError)
  })
})
