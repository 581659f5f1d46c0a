import { describe, expect, test } from 'vitest'
import { groupPictures } from './groups'
import { importInput } from './import-input'
import { planImport } from './plan'
import { createMemoryShop, type MemoryShop, pictureBlob } from './test/memory-shop'
import task, { type ConfirmedArea, type ConfirmedSize } from './wireframe-import-task'

const facts = { sha256: 'f', width: 500, height: 1044 }
const front = { id: '1', name: '苹果-15-硅胶-黑-前景图.png', facts, blob: pictureBlob(facts) }
const area = { left: 24, right: 24, top: 30, bottom: 30 }

/** A shop whose wireframe of this case has another foreground and this print area. */
function shopWith(printArea: typeof area | null): MemoryShop {
  const shop = createMemoryShop()
  const model = shop.addModel(shop.addBrand('苹果').id, '15')
  const color = shop.addColor(shop.addMaterial('硅胶').id, '黑')
  const layers = [{ index: 1, imageUrl: '', sha256: 'old' }]
  shop.addSku(model.id, color.id, shop.addWireframe({ width: 500, height: 1044, layers, printArea }).id)
  return shop
}

async function importWith(shop: MemoryShop, confirmed: { readonly area?: ConfirmedArea; readonly mm?: ConfirmedSize }) {
  const [row] = planImport(groupPictures([front]), shop.catalogue).rows
  const input = row && importInput(row, { enabled: false })
  if (input?.what !== 'send') throw new Error('one row')
  const context = {
    ...{ signal: new AbortController().signal, progress: () => undefined, saved: undefined },
    checkpoint: async () => undefined,
  }
  await task.run({ ...input, ...confirmed }, context, shop.services, [])
}

/** Imports the foreground with this area; returns the print area that the wireframe has then. */
async function areaAfter(shop: MemoryShop, confirmed: ConfirmedArea) {
  await importWith(shop, { area: confirmed })
  return shop.catalogue.wireframes[0]?.printArea
}

describe('what was confirmed before an import', () => {
  test('a confirmed area is written to a new wireframe and to an existing one without any', async () => {
    expect(await areaAfter(createMemoryShop(), { area, isTyped: false })).toEqual(area)
    expect(await areaAfter(shopWith(null), { area, isTyped: false })).toEqual(area)
  })

  test('proposed millimetres are written where there are none, and those of the seller always', async () => {
    const mmAfter = async (stored: number | null, isTyped: boolean) => {
      const shop = shopWith(area)
      const [row] = shop.catalogue.wireframes
      Object.assign(row ?? {}, { widthMm: stored, heightMm: stored })
      await importWith(shop, { mm: { widthMm: 71.5, heightMm: 147.6, isTyped } })
      return shop.catalogue.wireframes[0]?.widthMm
    }
    expect(await mmAfter(null, false)).toBe(71.5)
    expect(await mmAfter(80, false)).toBe(80)
    expect(await mmAfter(80, true)).toBe(71.5)
  })

  test('a proposed area replaces none that the wireframe has; the choice of the seller does, also if it is no area', async () => {
    const other = { left: 1, right: 1, top: 1, bottom: 1 }
    expect(await areaAfter(shopWith(other), { area, isTyped: false })).toEqual(other)
    expect(await areaAfter(shopWith(other), { area, isTyped: true })).toEqual(area)
    expect(await areaAfter(shopWith(other), { area: null, isTyped: true })).toBeNull()
  })
})
