/**
 * Finds or creates the brand, model, material and colour of a combination: each once, however many groups ask concurrently. Names
 * are unique within a list on the server; when it refuses a duplicate, the list is read again and the other window's row is used.
 */
import type { PhoneModel } from '../../../../contract/types'
import type { Api } from '../../../api/services'
import { InvalidError } from '../../../base/errors'
import { backgroundFor, findBrand, findColor, findMaterial, findModel } from './catalogue'
import { type Combination, combinationKey } from './file-name'

/** Ids of the rows that make up the combination's SKU. */
export interface SkuIds {
  readonly phoneBrandId: number
  readonly phoneModelId: number
  readonly materialId: number
  readonly materialColorId: number
}

type CatalogueApi = Pick<Api, 'phoneBrands' | 'phoneModels' | 'phoneCaseMaterials' | 'materialColors'>

/** A list read within this many ms is reused, so that hundreds of groups do not each read it. */
const freshForMs = 2000

const isDuplicate = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ code }) => code === 'duplicate')

/** Reads a list once at a time and shares the result with everybody who asks for it soon enough. */
function createReader(now: () => number) {
  const reads = new Map<string, { readonly at: number; readonly rows: Promise<unknown> }>()
  return {
    read<T>(key: string, ask: () => Promise<T>): Promise<T> {
      const last = reads.get(key)
      if (last && now() - last.at < freshForMs) return last.rows as Promise<T>
      const rows = ask()
      reads.set(key, { at: now(), rows })
      rows.catch(() => reads.delete(key))
      return rows
    },
    forget: () => reads.clear(),
  }
}

export type EnsureRows = (combination: Combination) => Promise<SkuIds>

/** @param now current time in ms, to tell the age of a list. */
export function createEnsureRows(api: CatalogueApi, now: () => number = Date.now): EnsureRows {
  const quiet = { quiet: true }
  const { read, forget } = createReader(now)
  const brands = () => read('brands', () => api.phoneBrands.list({}, quiet))
  const models = (brandId: number) =>
    read(`models ${brandId}`, () => api.phoneModels.list({ params: { brandId } }, quiet) as Promise<readonly PhoneModel[]>)
  const materials = () => read('materials', () => api.phoneCaseMaterials.list({}, quiet))

  const made = new Map<string, Promise<unknown>>()
  /** Does the work for a name once and shares the result; a failure is forgotten, so that a retry can succeed. */
  const once = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const running = made.get(name) as Promise<T> | undefined
    if (running) return running
    const mine = work()
    made.set(name, mine)
    mine.catch(() => made.delete(name))
    return mine
  }

  const queues = new Map<string, Promise<unknown>>()
  /** Creates rows of a list one after another, so that new rows have the order of the files. */
  const inLine = <T>(list: string, work: () => Promise<T>): Promise<T> => {
    const mine = (queues.get(list) ?? Promise.resolve()).then(() =>
      work().catch((error: unknown) => {
        // Another window made the row, or the response to our own creation was lost: the lists must be read again.
        forget()
        if (isDuplicate(error)) return work()
        throw error
      }),
    )
    queues.set(
      list,
      mine.catch(() => undefined),
    )
    return mine
  }

  const makeBrand = (name: string) =>
    once(`brand ${name}`, () => inLine('brands', () => api.phoneBrands.create({ body: { name } }, quiet)))

  const ensureModel = (wanted: Combination) =>
    once(`model ${wanted.brand}-${wanted.model}`, () =>
      inLine(`models of ${wanted.brand}`, async () => {
        const rows = await brands()
        const alike = rows.filter((row) => findBrand([row], [], wanted))
        const siblings = (await Promise.all(alike.map(({ id }) => models(id)))).flat()
        const brand = findBrand(rows, siblings, wanted) ?? (await makeBrand(wanted.brand))
        const model =
          findModel(siblings, brand.id, wanted.model) ??
          (await api.phoneModels.create({ params: { brandId: brand.id }, body: { name: wanted.model } }, quiet))
        return { phoneBrandId: brand.id, phoneModelId: model.id }
      }),
    )

  const makeMaterial = (name: string) =>
    once(`material ${name}`, () => inLine('materials', () => api.phoneCaseMaterials.create({ body: { name } }, quiet)))

  const ensureColor = (wanted: Combination) =>
    once(`color ${wanted.material}-${wanted.color}`, () =>
      inLine(`colors of ${wanted.material}`, async () => {
        const material = findMaterial(await materials(), wanted) ?? (await makeMaterial(wanted.material))
        const defaultBackgroundColor = backgroundFor(wanted.color)
        const color =
          findColor(material.colors, wanted.color) ??
          (await api.materialColors.create(
            { params: { materialId: material.id }, body: { name: wanted.color, defaultBackgroundColor } },
            quiet,
          ))
        return { materialId: material.id, materialColorId: color.id }
      }),
    )

  return (wanted) =>
    once(combinationKey(wanted), async () => {
      const [inBrand, inMaterial] = await Promise.all([ensureModel(wanted), ensureColor(wanted)])
      return { ...inBrand, ...inMaterial }
    })
}
