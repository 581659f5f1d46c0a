/**
 * Finds or creates the brand, model, material and colour of a combination: each once, however many groups ask concurrently. Names
 * are unique within a list on the server; when it refuses a duplicate, the list is read again and the other window's row is used.
 */

import { InvalidError } from '../../../../contract/call-errors'
import type { PhoneModel } from '../../../../contract/types'
import type { Api } from '../../../api/services'
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

/** Number of models that one call makes at most: those of the next combinations, so that a cancelled import leaves few behind. */
const maxModels = 20

const isDuplicate = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ code }) => code === 'duplicate')

/** Reads a list once at a time and shares the result with everybody who asks for it soon enough. */
function createReader(now: () => number) {
  const reads = new Map<string, { readonly at: number; readonly rows: Promise<unknown> }>()
  return {
    read<T>(key: string, request: () => Promise<T>): Promise<T> {
      const last = reads.get(key)
      if (last && now() - last.at < freshForMs) return last.rows as Promise<T>
      const rows = request()
      reads.set(key, { at: now(), rows })
      rows.catch(() => reads.delete(key))
      return rows
    },
    clear: () => reads.clear(),
  }
}

/** @param upcoming combinations of the same import, in order: models that they lack, too, are made in the same call. */
export type EnsureRows = (combination: Combination, upcoming?: readonly Combination[]) => Promise<SkuIds>

/** @param now current time in ms, to tell the age of a list. */
export function createEnsureRows(api: CatalogueApi, now: () => number = Date.now): EnsureRows {
  const quiet = { quiet: true }
  const { read, clear } = createReader(now)
  const brands = () => read('brands', () => api.phoneBrands.list({}, quiet))
  const models = (brandId: number) =>
    read(`models ${brandId}`, () => api.phoneModels.list({ params: { brandId } }, quiet) as Promise<readonly PhoneModel[]>)
  const materials = () => read('materials', () => api.phoneCaseMaterials.list({}, quiet))

  const sharedWork = new Map<string, Promise<unknown>>()
  /** Does the work for a name once and shares the result; a failure is forgotten, so that a retry can succeed. */
  const shareOnce = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const running = sharedWork.get(name) as Promise<T> | undefined
    if (running) return running
    const started = work()
    sharedWork.set(name, started)
    started.catch(() => sharedWork.delete(name))
    return started
  }

  const queues = new Map<string, Promise<unknown>>()
  /** Creates rows of a list one after another, so that new rows have the order of the files. */
  const enqueue = <T>(list: string, work: () => Promise<T>): Promise<T> => {
    const queuedWork = (queues.get(list) ?? Promise.resolve()).then(() =>
      work().catch((error: unknown) => {
        // Another window made the row, or the response to our own creation was lost: the lists must be read again.
        clear()
        if (isDuplicate(error)) return work()
        throw error
      }),
    )
    queues.set(
      list,
      queuedWork.catch(() => undefined),
    )
    return queuedWork
  }

  const makeBrand = (name: string) =>
    shareOnce(`brand ${name}`, () => enqueue('brands', () => api.phoneBrands.create({ body: { name } }, quiet)))

  /** Models that were made here; lists that were read before do not have them. */
  const madeModels: PhoneModel[] = []

  /** Makes the model of a combination and those that the next ones of its brand lack; returns the first. */
  const makeModels = async (
    brandId: number,
    combination: Combination,
    upcoming: readonly Combination[],
    siblings: readonly PhoneModel[],
  ): Promise<PhoneModel> => {
    const names = new Set([combination.model])
    for (const { brand, model } of upcoming) {
      if (names.size === maxModels) break
      if (brand === combination.brand && !findModel(siblings, brandId, model)) names.add(model)
    }
    const params = { brandId }
    if (names.size > 1) {
      try {
        const made = await api.phoneModels.createMany({ params, body: { names: [...names] } }, quiet)
        madeModels.push(...made)
        return made[0] as PhoneModel
      } catch (error) {
        // One of the other names may be refused.
        if (!(error instanceof InvalidError)) throw error
      }
    }
    return api.phoneModels.create({ params, body: { name: combination.model } }, quiet)
  }

  const ensureModel = (combination: Combination, upcoming: readonly Combination[]) =>
    shareOnce(`model ${combination.brand}-${combination.model}`, () =>
      enqueue(`models of ${combination.brand}`, async () => {
        const rows = await brands()
        const sameNamed = rows.filter((row) => findBrand([row], [], combination))
        const siblings = [...(await Promise.all(sameNamed.map(({ id }) => models(id)))).flat(), ...madeModels]
        const brand = findBrand(rows, siblings, combination) ?? (await makeBrand(combination.brand))
        const model =
          findModel(siblings, brand.id, combination.model) ?? (await makeModels(brand.id, combination, upcoming, siblings))
        return { phoneBrandId: brand.id, phoneModelId: model.id }
      }),
    )

  const makeMaterial = (name: string) =>
    shareOnce(`material ${name}`, () => enqueue('materials', () => api.phoneCaseMaterials.create({ body: { name } }, quiet)))

  const ensureColor = (combination: Combination) =>
    shareOnce(`color ${combination.material}-${combination.color}`, () =>
      enqueue(`colors of ${combination.material}`, async () => {
        const material = findMaterial(await materials(), combination) ?? (await makeMaterial(combination.material))
        const defaultBackgroundColor = backgroundFor(combination.color)
        const color =
          findColor(material.colors, combination.color) ??
          (await api.materialColors.create(
            { params: { materialId: material.id }, body: { name: combination.color, defaultBackgroundColor } },
            quiet,
          ))
        return { materialId: material.id, materialColorId: color.id }
      }),
    )

  return (combination, upcoming = []) =>
    shareOnce(combinationKey(combination), async () => {
      const [inBrand, inMaterial] = await Promise.all([ensureModel(combination, upcoming), ensureColor(combination)])
      return { ...inBrand, ...inMaterial }
    })
}
