/** The models that a set-up names: own ones by id, and phones of the library, which are created where the catalogue has none. */
import { libraryPhone, libraryPhoneOf } from '../../../contract/library/library'
import type { LibraryPhone } from '../../../contract/library/types'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { ensureModels } from '../library/entries'
import type { Body } from './body'

/** A model that is in the catalogue, with its phone of the library; without one nothing can be drawn for it. */
export interface Model {
  readonly brandId: number
  readonly modelId: number
  readonly phone: LibraryPhone | null
}

/** A model that may not be in the catalogue yet. */
export type WantedPhone = Model | { readonly phone: LibraryPhone; readonly modelId: null }

/** Rejects with 'invalid' for a model that the account does not have, and for a phone that the library does not have. */
export async function readWanted({ db, actor }: Ctx, models: Body['models']): Promise<readonly WantedPhone[]> {
  const ids = models.flatMap(({ phoneModelId }) => phoneModelId ?? [])
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('phone_model')
          .innerJoin('phone_brand', 'phone_brand.id', 'phone_model.phone_brand_id')
          .select(['phone_model.id', 'phone_model.name', 'phone_brand.id as brandId', 'phone_brand.name as brand'])
          .where('phone_model.account_id', '=', actor.accountId)
          .where('phone_model.id', 'in', [...new Set(ids)])
          .execute()
  const own = new Map(rows.map((row) => [row.id, row]))
  return models.map(({ phoneModelId, phone: name }, at) => {
    if (phoneModelId !== null) {
      const row = own.get(phoneModelId)
      if (!row) throw invalid(`models.${at}.phoneModelId`, '型号不存在或已被删除，请刷新后重试')
      return { brandId: row.brandId, modelId: row.id, phone: libraryPhoneOf(row.brand, row.name) }
    }
    const phone = libraryPhone(name ?? '')
    if (!phone) throw invalid(`models.${at}.phone`, `常用机型里没有“${name ?? ''}”，请刷新后重新选择`)
    return { modelId: null, phone }
  })
}

/** Returns the models in the order of `wanted`; creates those that are missing. Call it inside a transaction. */
export async function ensureAll(ctx: Ctx, wanted: readonly WantedPhone[]): Promise<readonly Model[]> {
  const phones = wanted.flatMap((one) => (one.modelId === null ? [one.phone] : []))
  const found = phones.length === 0 ? [] : await ensureModels(ctx, phones)
  let next = 0
  return wanted.map((one) => {
    if (one.modelId !== null) return one
    const model = found[next++]
    if (!model) throw new Error('a phone of the library got no model')
    return { brandId: model.brandId, modelId: model.modelId, phone: one.phone }
  })
}
