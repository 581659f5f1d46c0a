/** An in-memory catalogue for tests: it answers the import's calls by the server's rules, each asynchronously. */

import { ConflictError, InvalidError, OfflineError } from '../../../../../contract/call-errors'
import { brandRow, colorRow, materialRow, modelRow, skuRow, wireframeRow } from '../../../../../contract/test/catalogue'
import type { MaterialColor, PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku, Wireframe } from '../../../../../contract/types'
import type { Catalogue } from '../catalogue'
import type { ImportServices } from '../wireframe-import-task'

type Writable<T> = { -readonly [K in keyof T]: T[K] }
interface LayerFile {
  readonly id: number
  readonly width: number
  readonly height: number
  readonly sha256: string
}

export interface MemoryShop {
  readonly services: ImportServices
  readonly catalogue: Catalogue
  /** Every write that had an effect, in order: `phoneBrands.create 苹果`. */
  readonly writes: string[]
  addBrand(name: string): PhoneBrand
  addModel(brandId: number, name: string): PhoneModel
  addMaterial(name: string, needBackground?: boolean): PhoneCaseMaterial
  addColor(materialId: number, name: string, background?: string): MaterialColor
  addSku(modelId: number, colorId: number, wireframeId: number | null): Sku
  addWireframe(wireframe: Omit<Wireframe, 'id' | 'widthMm' | 'heightMm' | 'standard'>): Wireframe
}

const call = { method: 'POST', url: '/api/test' }
const invalid = (field: string, code = 'rule') => {
  const issues = [{ path: `body.${field}`, code, message: field }]
  return new InvalidError(`${field} 不正确`, call, { status: 422, issues })
}

export interface MemoryOptions {
  /** Awaited before every response; by default one turn of the event loop. */
  readonly beforeAnswer?: (what: string) => Promise<void>
  /** Loses a call `before` the server acts or its response `after` it acted; null loses nothing. */
  readonly lossOf?: (what: string) => 'before' | 'after' | null
}

/** A picture whose Blob holds its width, height and hash as JSON. */
export const pictureBlob = (facts: { width: number; height: number; sha256: string }): Blob =>
  new Blob([JSON.stringify(facts)], { type: 'image/png' })

export function createMemoryShop({ beforeAnswer = async () => {}, lossOf = () => null }: MemoryOptions = {}): MemoryShop {
  let lastId = 0
  const id = () => ++lastId
  const brands: PhoneBrand[] = []
  const models: PhoneModel[] = []
  const materials: (Writable<PhoneCaseMaterial> & { colors: MaterialColor[] })[] = []
  const skus: Writable<Sku>[] = []
  const wireframes: Writable<Wireframe>[] = []
  const files = new Map<number, LayerFile>()
  const writes: string[] = []

  const append = <T>(list: T[], row: T): T => {
    list.push(row)
    return row
  }
  const requireFree = (list: readonly { readonly name: string }[], name: string) => {
    if (list.some((row) => row.name === name)) throw invalid('name', 'duplicate')
  }
  const addBrand = (name: string) => append(brands, brandRow({ id: id(), name }))
  const addModel = (phoneBrandId: number, name: string) => append(models, modelRow({ id: id(), phoneBrandId, name }))
  const addMaterial = (name: string, needBackground = false) =>
    append(materials, { ...materialRow({ id: id(), name, needBackground }), colors: [] as MaterialColor[] })
  const addColor = (materialId: number, name: string, background?: string) => {
    const material = materials.find((row) => row.id === materialId)
    if (!material) throw invalid('materialId')
    if (material.needBackground && !background) throw invalid('defaultBackgroundColor')
    return append(material.colors, colorRow({ id: id(), name, defaultBackgroundColor: background ?? null }))
  }
  const addSku = (phoneModelId: number, materialColorId: number, wireframeId: number | null, enabled = false): Sku => {
    const model = models.find((row) => row.id === phoneModelId)
    const material = materials.find((row) => row.colors.some((color) => color.id === materialColorId))
    if (!model) throw invalid('phoneModelId')
    if (!material) throw invalid('materialColorId')
    if (wireframeId !== null && !wireframes.some((row) => row.id === wireframeId)) throw invalid('wireframeId')
    const ids = { phoneBrandId: model.phoneBrandId, phoneModelId, materialId: material.id, materialColorId }
    return append(skus, skuRow({ id: id(), ...ids, wireframeId, enabled }))
  }
  const addWireframe: MemoryShop['addWireframe'] = (row) => append(wireframes, wireframeRow({ id: id(), ...row }))

  type Write = Parameters<ImportServices['api']['wireframes']['update']>[0]['body']
  function applyWrite(row: Writable<Wireframe>, write: Write): void {
    const sizes = new Map(row.layers.map((layer) => [layer.index, { width: row.width, height: row.height }]))
    let layers = row.layers
    for (const [index, fileId, sum] of [
      [-1, write.backgroundImageFileId, write.backgroundImageSha256],
      [1, write.foregroundImageFileId, write.foregroundImageSha256],
    ] as const) {
      if (fileId === undefined || fileId === null) continue
      const file = files.get(fileId)
      if (!file) throw invalid(index > 0 ? 'foregroundImageFileId' : 'backgroundImageFileId')
      sizes.set(index, file)
      layers = [...layers.filter((layer) => layer.index !== index), { imageUrl: '', index, sha256: sum ?? file.sha256 }]
    }
    const [width, height] = [write.width ?? row.width, write.height ?? row.height]
    if (layers.length === 0) throw invalid('foregroundImageFileId')
    for (const size of sizes.values()) if (size.width !== width || size.height !== height) throw invalid('width')
    const area = row.printArea
    const printArea =
      write.printAreaLeft === undefined
        ? area
        : write.printAreaLeft === null
          ? null
          : {
              left: write.printAreaLeft ?? 0,
              right: write.printAreaRight ?? 0,
              top: write.printAreaTop ?? 0,
              bottom: write.printAreaBottom ?? 0,
            }
    if (printArea && (printArea.left + printArea.right > width || printArea.top + printArea.bottom > height)) {
      throw invalid('printAreaRight')
    }
    const { widthMm = row.widthMm, heightMm = row.heightMm } = write
    Object.assign(row, { width, height, layers, printArea, widthMm, heightMm })
  }

  function createWireframe(write: Write): Wireframe {
    const row = { id: 0, width: 0, height: 0, layers: [], printArea: null, widthMm: null, heightMm: null, standard: null }
    applyWrite(row, write)
    row.id = id()
    return append(wireframes, row)
  }

  type SkuWrite = Omit<Sku, 'id'> & { wireframe?: Write }
  const skuKey = ({ phoneModelId, materialColorId }: SkuWrite) => `${phoneModelId}-${materialColorId}`
  function createSku({ wireframe, ...sku }: SkuWrite): Sku {
    if (skus.some((row) => skuKey(row) === skuKey(sku))) throw new ConflictError('已存在', call, { status: 409 })
    const wireframeId = wireframe ? createWireframe(wireframe).id : sku.wireframeId
    return addSku(sku.phoneModelId, sku.materialColorId, wireframeId, sku.enabled)
  }

  /** Handles one call: the response takes time, may be lost, and is a copy. */
  const answerCall = async <T>(what: string, work: () => T, isWrite = true): Promise<T> => {
    await beforeAnswer(what)
    const loss = lossOf(what)
    if (loss === 'before') throw new OfflineError('断网', call)
    const reply = work()
    if (isWrite) writes.push(what)
    await beforeAnswer(what)
    if (loss === 'after') throw new OfflineError('断网', call)
    return JSON.parse(JSON.stringify(reply)) as T
  }
  const answerRead = <T>(what: string, work: () => T) => answerCall(what, work, false)
  const idsOf = (text: string) => text.split(',').map(Number)

  const api = {
    phoneBrands: {
      list: () => answerRead('phoneBrands.list', () => brands),
      create: ({ body }: { body: { name: string } }) =>
        answerCall(`phoneBrands.create ${body.name}`, () => {
          requireFree(brands, body.name)
          return addBrand(body.name)
        }),
    },
    phoneModels: {
      list: ({ params }: { params: { brandId: number } }) =>
        answerRead('phoneModels.list', () => models.filter((row) => row.phoneBrandId === params.brandId)),
      create: ({ params, body }: { params: { brandId: number }; body: { name: string } }) =>
        answerCall(`phoneModels.create ${body.name}`, () => {
          const siblings = models.filter((row) => row.phoneBrandId === params.brandId)
          requireFree(siblings, body.name)
          return addModel(params.brandId, body.name)
        }),
      createMany: ({ params, body }: { params: { brandId: number }; body: { names: readonly string[] } }) =>
        answerCall(`phoneModels.createMany ${body.names.join('、')}`, () => {
          const siblings = models.filter((row) => row.phoneBrandId === params.brandId)
          for (const name of body.names) requireFree(siblings, name)
          return body.names.map((name) => addModel(params.brandId, name))
        }),
    },
    phoneCaseMaterials: {
      list: () => answerRead('phoneCaseMaterials.list', () => materials),
      create: ({ body }: { body: { name: string } }) =>
        answerCall(`materials.create ${body.name}`, () => {
          requireFree(materials, body.name)
          return addMaterial(body.name)
        }),
    },
    materialColors: {
      create: (input: { params: { materialId: number }; body: { name: string; defaultBackgroundColor?: string | null } }) =>
        answerCall(`colors.create ${input.body.name}`, () => {
          const { materialId } = input.params
          requireFree(materials.find((row) => row.id === materialId)?.colors ?? [], input.body.name)
          return addColor(materialId, input.body.name, input.body.defaultBackgroundColor ?? undefined)
        }),
    },
    phoneCaseSkus: {
      list: ({ query }: { query: { phoneModelIds: string } }) =>
        answerRead('skus.list', () => skus.filter((row) => idsOf(query.phoneModelIds).includes(row.phoneModelId))),
      create: ({ body }: { body: SkuWrite }) => answerCall(`skus.create ${skuKey(body)}`, () => createSku(body)),
      createMany: ({ body }: { body: { items: readonly SkuWrite[] } }) =>
        answerCall(`skus.createMany ${body.items.map(skuKey).join('、')}`, () => {
          // A refused call changes nothing, as on the server.
          const before = [skus.length, wireframes.length] as const
          try {
            return body.items.map(createSku)
          } catch (error) {
            skus.length = before[0]
            wireframes.length = before[1]
            throw error
          }
        }),
      update: ({ params, body }: { params: { key: string }; body: { wireframe?: Write } }) =>
        answerCall(`skus.update ${params.key}`, () => {
          const row = skus.find((one) => `${one.phoneModelId}-${one.materialColorId}` === params.key)
          if (!row) throw invalid('key')
          if (body.wireframe) row.wireframeId = createWireframe(body.wireframe).id
          return row
        }),
    },
    wireframes: {
      list: ({ query }: { query: { ids: string } }) =>
        answerRead('wireframes.list', () => wireframes.filter((row) => idsOf(query.ids).includes(row.id))),
      update: ({ params, body }: { params: { id: number }; body: Write }) =>
        answerCall(`wireframes.update ${params.id}`, () => {
          const row = wireframes.find((one) => one.id === params.id)
          if (!row) throw invalid('id')
          const next = { ...row }
          applyWrite(next, body)
          return Object.assign(row, next)
        }),
    },
  }

  const uploadFile: ImportServices['platform']['uploadFile'] = async (file, _kind, options) => {
    const facts = JSON.parse(await file.blob.text()) as Omit<LayerFile, 'id'>
    options?.onProgress?.({ stage: 'send', loaded: file.blob.size })
    const stored = await answerCall(`upload ${file.name}`, () => {
      const row = { id: id(), ...facts }
      files.set(row.id, row)
      return row
    })
    const { width, height } = facts
    return { fileId: stored.id, url: '', contentType: 'image/png', size: file.blob.size, width, height }
  }

  return {
    services: {
      // The double has only the calls that the import uses, with the fields of the contract that it reads.
      api: api as unknown as ImportServices['api'],
      platform: { uploadFile },
      queries: { invalidateQueries: async () => undefined },
    },
    catalogue: { brands, models, materials, skus, wireframes },
    writes,
    addBrand,
    addModel,
    addMaterial,
    addColor,
    addSku,
    addWireframe,
  }
}
