/**
 * Lets sellers set model, material and colour of designs that the catalogue does not know (any more), or that were ordered
 * wrongly. Later imports do not change them, and downloads and pushes use them.
 */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure, notFound } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { decidePhoneFits } from './phone-fits'
import { type FrozenWireframe, readWireframes } from './referenced-rows'
import { wireframeOf } from './snapshot'

type Calls = AppContract['orders']
type CaseRequest = Parsed<Calls['setCase']>['body']

interface ModelNames {
  readonly brand_id: number
  readonly brand_name: string
  readonly model_id: number
  readonly model_name: string
}

interface ColorNames {
  readonly material_id: number
  readonly material_name: string
  readonly color_id: number
  readonly color_name: string
}

interface LockedCustomization {
  readonly id: number
  readonly material_color_id: number | null
  readonly name: string
  readonly sent: boolean
}

export async function readModel({ db, actor }: Ctx, modelId: number): Promise<ModelNames> {
  const { rows } = await sql<ModelNames>`
    select brand.id as brand_id, brand.name as brand_name, model.id as model_id, model.name as model_name
    from phone_model model join phone_brand brand on brand.id = model.phone_brand_id
    where model.account_id = ${actor.accountId} and model.id = ${modelId}`.execute(db)
  return rows[0] ?? throwNotFound('型号')
}

export async function readColor({ db, actor }: Ctx, colorId: number): Promise<ColorNames> {
  const { rows } = await sql<ColorNames>`
    select material.id as material_id, material.name as material_name, color.id as color_id, color.name as color_name
    from material_color color join material on material.id = color.material_id
    where color.account_id = ${actor.accountId} and color.id = ${colorId}`.execute(db)
  return rows[0] ?? throwNotFound('颜色')
}

function throwNotFound(what: string): never {
  throw notFound(what)
}

/** Returns the named designs and, with `alike`, those with the same names that no factory has; locked in one order. */
async function lockCustomizations(
  ctx: Ctx,
  { customizationIds, alike, phoneCaseMaterialColorId }: CaseRequest,
): Promise<LockedCustomization[]> {
  const { db, actor } = ctx
  const isNamed = sql`customization.id = any(${customizationIds}::bigint[])`
  const sameColor =
    phoneCaseMaterialColorId == null
      ? sql``
      : sql`and (one.material_name, one.material_color_name) = (customization.material_name, customization.material_color_name)`
  const isSelected = alike
    ? sql`(${isNamed} or exists (select from customization one where one.account_id = customization.account_id
        and one.id = any(${customizationIds}::bigint[])
        and (one.phone_brand_name, one.phone_model_name) = (customization.phone_brand_name, customization.phone_model_name)
        and one.phone_model_id is not distinct from customization.phone_model_id ${sameColor}))`
    : isNamed
  // Imports and push claims lock the shop row, too, so neither runs at the same time.
  await sql`select id from shop where account_id = ${actor.accountId} and id in (
    select shop_id from customization where customization.account_id = ${actor.accountId} and ${isSelected})
    order by id for no key update`.execute(db)
  const { rows } = await sql<LockedCustomization>`
    select customization.id, customization.material_color_id,
      trim(customization.phone_brand_name || ' ' || customization.phone_model_name) as name,
      exists (select from push_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id
        and line.status <> 'failed') as sent
    from customization
    where customization.account_id = ${actor.accountId} and ${isSelected} order by customization.id`.execute(db)
  const found = new Set(rows.map((row) => row.id))
  if (customizationIds.some((id) => !found.has(id))) throw notFound('定制')
  return rows
}

const wireframeJson = (frame: FrozenWireframe | undefined): string => JSON.stringify(wireframeOf(frame))

/**
 * Sets the model of designs and, with a colour, also their material.
 *
 * @returns how many were changed. Rejects with 'conflict' when a named design is at a factory or on its way there; other designs
 * that are there are skipped.
 */
export function setCase(ctx: Ctx, request: CaseRequest): Promise<Reply<Calls['setCase']>> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const model = await readModel(inner, request.phoneModelId)
    const color = request.phoneCaseMaterialColorId == null ? null : await readColor(inner, request.phoneCaseMaterialColorId)
    const customizations = await lockCustomizations(inner, request)
    const namedIds = new Set(request.customizationIds)
    const alreadySent = customizations.find((one) => one.sent && namedIds.has(one.id))
    if (alreadySent) throw new Failure('conflict', `「${alreadySent.name}」已经推送到工厂，不能再换型号；请联系工厂取消后再换`)
    const wireframes = await readWireframes(inner, [model.model_id])
    const rows = customizations
      .filter((one) => !one.sent)
      .map(({ id, material_color_id }) => {
        const wireframe = wireframes.get(`${model.model_id}-${color?.color_id ?? material_color_id}`)
        return {
          id,
          width_mm: wireframe?.widthMm ?? null,
          height_mm: wireframe?.heightMm ?? null,
          frame: wireframeJson(wireframe),
        }
      })
    await sql`
      update customization set phone_brand_id = ${model.brand_id}, phone_brand_name = ${model.brand_name},
        phone_model_id = ${model.model_id}, phone_model_name = ${model.model_name}, case_by_hand = true,
        material_id = coalesce(${color?.material_id ?? null}::bigint, customization.material_id),
        material_name = coalesce(${color?.material_name ?? null}, customization.material_name),
        material_color_id = coalesce(${color?.color_id ?? null}::bigint, customization.material_color_id),
        material_color_name = coalesce(${color?.color_name ?? null}, customization.material_color_name),
        width_mm = row.width_mm, height_mm = row.height_mm,
        snapshot = jsonb_set(customization.snapshot, '{wireframe}', row.frame::jsonb)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (id bigint, width_mm double precision, height_mm double precision, frame text)
      where customization.id = row.id and customization.account_id = ${actor.accountId}`.execute(db)
    await linkWireframePictures(
      inner,
      rows.map(({ id }) => id),
      [...wireframes.values()],
    )
    await decidePhoneFits(inner)
    return { changed: rows.length }
  })
}

/** Links the pictures of the new wireframe to the designs, so that they are retained as long as a design shows them. */
async function linkWireframePictures(
  { db, actor }: Ctx,
  ids: readonly number[],
  frames: readonly FrozenWireframe[],
): Promise<void> {
  const files = [...new Set(frames.flatMap(({ background, foreground }) => [background?.id, foreground?.id]))].filter(
    (id) => id !== undefined,
  )
  if (ids.length === 0 || files.length === 0) return
  await sql`
    insert into customization_file (account_id, customization_id, file_id)
    select ${actor.accountId}::bigint, customization.id, file.id
    from unnest(${ids}::bigint[]) as customization (id), unnest(${files}::bigint[]) as file (id)
    on conflict do nothing`.execute(db)
}
