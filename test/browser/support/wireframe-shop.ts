/** A shop for journeys through wireframes: one brand, one material of six colours, and a new model for each test. */
import { beforeAll, beforeEach } from 'vitest'
import type { Journey } from './journey'
import { jpegPicture, type Picture, pngPicture } from './pictures'
import { type Made, uploadPicture } from './shop'

const colors = ['黑', '白', '红', '蓝', '绿', '紫']

interface SkuRow {
  readonly materialColorId: number
  readonly wireframeId: number | null
  readonly enabled: boolean
}
interface Frame {
  readonly id: number
  readonly layers: readonly unknown[]
  readonly printArea: unknown
}

/**
 * Registers the hooks that fill the seller's shop; call it once, at the top of a test file. No other file may use the same seller:
 * the wireframe screen has a row for each colour of all materials.
 */
export function wireframeShop({ baseUrl, call }: Pick<Journey, 'baseUrl' | 'call'>) {
  const colorIds = new Map<string, number>()
  let brandId: number
  let materialId: number
  let front: Picture
  let back: Picture
  let model: Made
  let modelCount = 0
  beforeAll(async () => {
    brandId = (await call<Made>('POST', '/api/phone_brands', { name: '小米' })).id
    materialId = (await call<Made>('POST', '/api/phone_case_materials', { name: '硅胶' })).id
    for (const name of colors) {
      const body = { name, defaultBackgroundColor: '#336699' }
      colorIds.set(name, (await call<Made>('POST', `/api/phone_case_materials/${materialId}/colors`, body)).id)
    }
    front = await pngPicture('前.png', 300, 600)
    back = await jpegPicture('后.jpg', 300, 600)
  })
  beforeEach(async () => {
    const body = { name: `小米 ${++modelCount} 号` }
    model = await call<Made>('POST', `/api/phone_brands/${brandId}/phone_models`, body)
  })

  /** Returns the SKUs of the current model as the server has them, by colour. */
  const stored = async () => {
    const skus = await call<SkuRow[]>('GET', `/api/phone_case_skus?phoneModelIds=${model.id}`)
    return new Map(colors.map((name) => [name, skus.find((sku) => sku.materialColorId === colorIds.get(name))]))
  }
  return {
    colorIds,
    get front() {
      return front
    },
    get back() {
      return back
    },
    /** The model that the current test uses alone. */
    get model() {
      return model
    },
    /** Returns the address of the wireframe screen for the current model. */
    path: (query = '') => `/app/phone_case_material/wireframe?brand=${brandId}&model=${model.id}${query}`,
    stored,
    frameOf: async (color: string) => {
      const id = (await stored()).get(color)?.wireframeId
      return id == null ? null : call<Frame>('GET', `/api/phone_case_wireframes/${id}`)
    },
    /** Creates a wireframe and a SKU for each of these colours, off shelf unless listed in `enabled`. */
    fill: async (names: readonly string[], enabled: readonly string[] = []) => {
      const { id: foregroundImageFileId } = await uploadPicture(call, baseUrl, 4, front)
      for (const name of names) {
        const write = { width: 300, height: 600, foregroundImageFileId }
        const { id: wireframeId } = await call<Made>('POST', '/api/phone_case_wireframes', write)
        await call('POST', '/api/phone_case_skus', {
          wireframeId,
          enabled: enabled.includes(name),
          materialColorId: colorIds.get(name),
          materialId,
          phoneBrandId: brandId,
          phoneModelId: model.id,
        })
      }
    },
  }
}
