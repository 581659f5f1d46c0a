/** 从工厂机型创建: models of a factory become brands, models, bindings and, where the camera is known, wireframes for its moulds. */
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { brandNamed, libraryPhoneOf, phoneNamed } from '../../../contract/library/library'
import type { LibraryPhone } from '../../../contract/library/types'
import { phoneKey } from '../../../contract/rules/phone-difference'
import { readName } from '../../../contract/rules/phone-names'
import { millimetresText } from '../../../contract/rules/sizes'
import { type Ctx, requireAny } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { requireFew } from '../library/add'
import { ensureColors } from '../library/colors'
import { type CatalogueModel, ensureModels, type WantedModel } from '../library/entries'
import { fitsBody, type Mould } from '../library/standard-case'
import { makeFrames } from '../library/standard-wireframes'
import { requireListedFactory } from './factories'
import { readModels, type StoredModel } from './lists'
import { putMatchedBindings } from './model-bindings'

type Call = AppContract['phoneLibrary']['addFromFactory']
type Added = Reply<Call>['models'][number]

/** A model of the factory as it goes into the catalogue. */
interface Source extends WantedModel {
  readonly listed: StoredModel
  /** The phone of the library that it surely is; null leaves its camera unknown. */
  readonly phone: LibraryPhone | null
}

const otherBrand = '其他品牌'

/**
 * Adds what is missing, and binds each model to the code that it was made from alone, unless it is bound already; the same call again
 * changes nothing. Rejects with 'invalid' for a code that the factory does not list.
 */
export async function addFromFactory(ctx: Ctx, body: Parsed<Call>['body']): Promise<Reply<Call>> {
  requireAny(ctx, ['catalogue'])
  requireFew(body, body.codes.length)
  const factory = await requireListedFactory(ctx, body.factoryId)
  const listed = (await readModels(ctx, factory)).filter(({ gone }) => !gone)
  const distinct = distinctKeys(listed)
  const byCode = new Map(listed.map((model) => [model.code, model]))
  const sources = body.codes.map((code, at) => {
    const model = byCode.get(code)
    if (!model) throw invalid(`codes.${at}`, `工厂没有列出机型“${code}”，请同步机型后重新选择`)
    return sourceOf(model, distinct)
  })
  const { models, colors, notes } = await transact(ctx, async (inner) => {
    const found = await ensureModels(inner, sources, distinct)
    return {
      models: found,
      colors: await ensureColors(inner, body),
      notes: await bind(inner, body.factoryId, sources, found),
    }
  })
  const added: Added[] = []
  for (const [at, source] of sources.entries()) {
    const model = models[at]
    if (!model) continue
    const { code } = source.listed
    const note = notes.get(at) ?? null
    const plan = body.wireframes && note === null ? framePlan(source) : { mould: null, note: null, phone: null }
    const frames =
      plan.phone === null
        ? { made: 0, kept: 0 }
        : await makeFrames(ctx, { model, phone: plan.phone, colors, mould: plan.mould, enabled: body.enabled })
    added.push({ code, ...model, bound: note === null, ...frames, note: note ?? plan.note })
  }
  return { models: added, colorIds: colors.map(({ id }) => id) }
}

/** Returns the keys of phones that the factory lists both with and without a network: two moulds, which no name may mix up. */
function distinctKeys(listed: readonly StoredModel[]): ReadonlySet<string> {
  const networks = new Map<string, Set<string>>()
  for (const { name } of listed) {
    for (const phone of readName(name)) {
      const key = phoneKey(phone)
      networks.set(key, (networks.get(key) ?? new Set()).add(phone.network ?? ''))
    }
  }
  return new Set([...networks].flatMap(([key, found]) => (found.size > 1 ? [key] : [])))
}

function sourceOf(listed: StoredModel, distinct: ReadonlySet<string>): Source {
  const phone = libraryPhoneOf('', listed.name, distinct)
  if (phone) return { listed, phone, brand: phone.brand, name: phone.name }
  const reading = phoneNamed('', listed.name) ?? readName(listed.name)[0]
  return { listed, phone: null, brand: (reading && brandNamed(reading)) ?? otherBrand, name: listed.name }
}

/** Binds each model to the code it was made from; returns why one was not bound, by its index. */
async function bind(
  ctx: Ctx,
  factoryId: number,
  sources: readonly Source[],
  models: readonly CatalogueModel[],
): Promise<ReadonlyMap<number, string>> {
  const notes = new Map<number, string>()
  const firstOf = new Map<number, number>()
  for (const [at, { modelId }] of models.entries()) {
    const first = firstOf.get(modelId)
    if (first === undefined) firstOf.set(modelId, at)
    else notes.set(at, `与“${sources[first]?.listed.name}”是同一个机型，没有重复绑定`)
  }
  const bindings = [...firstOf].map(([phoneModelId, at]) => ({ phoneModelId, erpPhoneModelCode: sources[at]?.listed.code ?? '' }))
  const { kept } = await putMatchedBindings(ctx, { factoryId, bindings, automatic: false })
  for (const { phoneModelId, erpPhoneModelCode } of kept) {
    const at = firstOf.get(phoneModelId) as number
    if (sources[at]?.listed.code !== erpPhoneModelCode) notes.set(at, `这个机型已绑定工厂的“${erpPhoneModelCode}”，没有改动`)
  }
  return notes
}

interface FramePlan {
  readonly phone: LibraryPhone | null
  readonly mould: Mould | null
  readonly note: string | null
}

/** Decides what a wireframe is drawn for. A factory's program gives no pictures of moulds, so the camera is the library's or unknown. */
function framePlan({ listed: { widthMm, heightMm }, phone }: Source): FramePlan {
  const none = (note: string): FramePlan => ({ phone: null, mould: null, note })
  if (phone === null) return none('常用机型里没有它，摄像头位置未知，请自己上传线框图')
  if (widthMm === null || heightMm === null) return { phone, mould: null, note: '工厂没有给出尺寸，按机身画了标准线框' }
  const mould = { widthMm, heightMm }
  if (fitsBody(phone, mould)) return { phone, mould, note: null }
  const body = millimetresText({ widthMm: phone.width, heightMm: phone.height })
  return none(`工厂的尺寸 ${millimetresText(mould)} 与机身 ${body} 相差太多，没有画线框图，请与工厂核对`)
}
