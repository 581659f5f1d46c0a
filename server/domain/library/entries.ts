/**
 * Finds or creates the brands and models of phones that are added to a catalogue. Nothing is doubled: a brand that has the name, or
 * another name of the same maker, is taken, and so is a model that is the same phone by the matcher's rules.
 */
import { phoneNamed } from '../../../contract/library/library'
import { isSamePhone } from '../../../contract/rules/phone-difference'
import { brandKey, type Phone } from '../../../contract/rules/phone-names'
import type { Ctx } from '../../kernel/context'
import { requireLockedList } from '../../kernel/ordering'
import { createBrand } from '../catalogue/brands'
import { brandScope } from '../catalogue/lists'
import { createModels } from '../catalogue/models'

export interface WantedModel {
  readonly brand: string
  readonly name: string
}

export interface CatalogueModel {
  readonly brandId: number
  readonly modelId: number
  /** Whether it was created now. */
  readonly created: boolean
}

interface KnownModel extends WantedModel {
  readonly brandId: number
  readonly modelId: number
}

interface Known {
  readonly brands: { readonly id: number; readonly name: string }[]
  readonly models: readonly KnownModel[]
}

/**
 * Returns the model of each phone, in their order. Call it inside a transaction; the list of brands stays locked until its end.
 *
 * @param distinct keys of phones whose network is part of their names, see `differenceOf`.
 */
export async function ensureModels(
  ctx: Ctx,
  wanted: readonly WantedModel[],
  distinct?: ReadonlySet<string>,
): Promise<readonly CatalogueModel[]> {
  // Two calls at once would not see each other's brands and models.
  await requireLockedList(ctx.db, brandScope(ctx))
  const known = await readKnown(ctx)
  const found = wanted.map((phone) => findModel(known, phone, distinct))
  const missing = new Map<number, Set<string>>()
  const brandOf = new Map<WantedModel, number>()
  for (const [at, phone] of wanted.entries()) {
    if (found[at]) continue
    const brandId = await ensureBrand(ctx, known, phone)
    brandOf.set(phone, brandId)
    missing.set(brandId, (missing.get(brandId) ?? new Set()).add(phone.name))
  }
  const createdIds = new Map<string, number>()
  for (const [brandId, names] of missing) {
    for (const { id, name } of await createModels(ctx, brandId, [...names])) createdIds.set(`${brandId} ${name}`, id)
  }
  return wanted.map((phone, at) => {
    const model = found[at]
    if (model) return { brandId: model.brandId, modelId: model.modelId, created: false }
    const brandId = brandOf.get(phone) as number
    return { brandId, modelId: createdIds.get(`${brandId} ${phone.name}`) as number, created: true }
  })
}

async function readKnown({ db, actor }: Ctx): Promise<Known> {
  const rows = await db
    .selectFrom('phone_brand')
    .leftJoin('phone_model', 'phone_model.phone_brand_id', 'phone_brand.id')
    .select(['phone_brand.id as brandId', 'phone_brand.name as brand', 'phone_model.id as modelId', 'phone_model.name as name'])
    .where('phone_brand.account_id', '=', actor.accountId)
    .orderBy('phone_brand.position')
    .orderBy('phone_model.position')
    .execute()
  const brands = new Map(rows.map(({ brandId, brand }) => [brandId, { id: brandId, name: brand }]))
  const models = rows.flatMap(({ brandId, brand, modelId, name }) =>
    modelId === null || name === null ? [] : [{ brandId, brand, modelId, name }],
  )
  return { brands: [...brands.values()], models }
}

function findModel(
  { brands, models }: Known,
  { brand, name }: WantedModel,
  distinct?: ReadonlySet<string>,
): KnownModel | undefined {
  const reading = phoneNamed(brand, name)
  const brandIds = new Set(brands.filter((one) => isSameBrand(one.name, brand)).map(({ id }) => id))
  const isIt = (model: KnownModel): boolean => {
    if (model.name === name && brandIds.has(model.brandId)) return true
    if (reading === null || !mayBe(model, reading)) return false
    const other = phoneNamed(model.brand, model.name)
    return other !== null && isSamePhone(other, reading, distinct)
  }
  return models.find(isIt)
}

/** Reading a name takes a tenth of a millisecond, and a catalogue has thousands: a phone has at least the numbers of its name. */
const mayBe = ({ name }: KnownModel, { numbers }: Phone): boolean =>
  numbers === '' || numbers.split(' ').every((number) => name.includes(number))

const isSameBrand = (one: string, other: string): boolean =>
  one === other || (brandKey(one) !== null && brandKey(one) === brandKey(other))

/** Returns the brand under which a new model belongs, and creates it if there is none. */
async function ensureBrand(ctx: Ctx, { brands, models }: Known, { brand, name }: WantedModel): Promise<number> {
  const same = brands.find((one) => one.name === brand) ?? brands.find((one) => isSameBrand(one.name, brand))
  if (same) return same.id
  // A seller may list Redmi under 小米, and iQOO under vivo.
  const line = phoneNamed(brand, name)
  const sibling =
    line &&
    line.line !== '' &&
    models.find((model) => model.name.length < 40 && sameLine(phoneNamed(model.brand, model.name), line))
  if (sibling) return sibling.brandId
  const { id } = await createBrand(ctx, { name: brand })
  brands.push({ id, name: brand })
  return id
}

const sameLine = (one: Phone | null, other: Phone): boolean => one?.brand === other.brand && one.line === other.line
