/** The choices of a link: cases that are on sale, templates, fonts. Everything else is refused. */
import { sql } from 'kysely'
import { startOf } from '../../../contract/rules/buyer-rights'
import { beginRefusal, changeRefusal } from '../../../contract/rules/link-dates'
import { guessLook, type Look } from '../../../contract/rules/look'
import type { BuyerLink, Wireframe } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { countUses } from '../../kernel/shared-limit'
import { getWireframe } from '../catalogue/wireframes'
import { fileAddress } from '../files/addresses'
import { countForLink } from '../shops/link-counts'
import { casePicturesOf } from '../templates/case-pictures'
import { type Link, openDesign, openLink, openShownLink } from './access'
import { popularModels } from './popular'
import { shownLinkOf } from './state'

/** Templates and fonts in one answer; a buyer looks through no more. */
const maxTemplates = 300
const maxFonts = 60
const maxColors = 60

interface CaseRow {
  readonly brandId: number
  readonly brandName: string
  readonly modelId: number
  readonly modelName: string
  readonly materialId: number
  readonly materialName: string
  readonly look: Look | null
  readonly colorId: number
  readonly colorName: string
  readonly color: string | null
  readonly wireframeId: number | null
}

/** Returns the cases on sale that the link allows, in the order of the catalogue. */
async function readCases({ db, actor }: Ctx, link: Link, modelId: number | null = null): Promise<readonly CaseRow[]> {
  const brands = link.bindingPhoneBrands
  const whole = brands.flatMap(({ id, modelIds }) => (modelIds.length === 0 ? [id] : []))
  const models = brands.flatMap(({ modelIds }) => modelIds)
  const { rows } = await sql<CaseRow>`
    select brand.id as "brandId", brand.name as "brandName", model.id as "modelId", model.name as "modelName",
      material.id as "materialId", material.name as "materialName", material.look, color.id as "colorId", color.name as "colorName",
      color.default_background_color as color, sku.wireframe_id as "wireframeId"
    from sku
    join phone_model model on model.id = sku.phone_model_id
    join phone_brand brand on brand.id = model.phone_brand_id
    join material on material.id = sku.material_id
    join material_color color on color.id = sku.material_color_id and color.enabled
    where sku.account_id = ${actor.accountId} and sku.enabled
      and (${modelId}::bigint is null or model.id = ${modelId}::bigint)
      and (${brands.length === 0} or brand.id = any(${whole}::bigint[]) or model.id = any(${models}::bigint[]))
      and (${link.bindingMaterialIds.length === 0} or material.id = any(${link.bindingMaterialIds}::bigint[]))
    order by brand.position, model.position, material.position, color.position`.execute(db)
  return rows
}

/** Returns values by their ids, in the order in which they first appear. */
function distinctBy<T, V>(rows: readonly T[], idOf: (row: T) => number, toValue: (row: T) => V): V[] {
  const seen = new Map<number, V>()
  for (const row of rows) if (!seen.has(idOf(row))) seen.set(idOf(row), toValue(row))
  return [...seen.values()]
}

export async function readOffer(publicCtx: PublicCtx, token: string, canCutOut: boolean): Promise<BuyerLink> {
  const { link, ctx } = await openShownLink(publicCtx, token)
  return offerOf(ctx, link, canCutOut)
}

const hour = 60 * 60 * 1000
/** Openings from one address that count in an hour: a program that opens a link again and again is no crowd of buyers. A guess. */
const maxOpeningsPerHour = 100

/** Counts one load of a link's page. */
export async function countOpening(publicCtx: PublicCtx, token: string): Promise<void> {
  const { link, ctx } = await openLink(publicCtx, token)
  const { used } = await countUses(ctx.db, `buyer:opened:${link.id}:${publicCtx.address}`, 1, hour)
  if (used <= maxOpeningsPerHour) await countForLink(ctx, link.id, 'opened')
}

/** Returns what the link of a design offers now. Its address may have been replaced since the design was begun. */
export async function readOfferOfDesign(publicCtx: PublicCtx, id: number, canCutOut: boolean): Promise<BuyerLink> {
  const { row, ctx } = await openDesign(publicCtx, id)
  return offerOf(ctx, await shownLinkOf(ctx, row), canCutOut)
}

async function offerOf(ctx: Ctx, link: Link, canCutOut: boolean): Promise<BuyerLink> {
  const now = ctx.clock.now().getTime()
  const cases = await readCases(ctx, link)
  const { mode, imageUploadEnabled, stickerAssetEnabled, imageAssetEnabled, textEnabled, backgroundEnabled } = link
  return {
    shopName: link.shopName,
    closedText: beginRefusal(link.dates, now),
    endedText: changeRefusal(link.dates, now),
    mode,
    customizationTiming: link.customizationTiming,
    imageUploadEnabled,
    cutoutEnabled: canCutOut && imageUploadEnabled,
    stickerAssetEnabled,
    imageAssetEnabled,
    textEnabled,
    backgroundEnabled,
    brands: distinctBy(
      cases,
      ({ brandId }) => brandId,
      ({ brandId, brandName }) => ({
        id: brandId,
        name: brandName,
        models: distinctBy(
          cases.filter((row) => row.brandId === brandId),
          ({ modelId }) => modelId,
          ({ modelId, modelName }) => ({ id: modelId, name: modelName }),
        ),
      }),
    ),
    materials: distinctBy(
      cases,
      ({ materialId }) => materialId,
      ({ materialId, materialName, look }) => ({
        id: materialId,
        name: materialName,
        look: look ?? guessLook(materialName),
        colors: distinctBy(
          cases.filter((row) => row.materialId === materialId),
          ({ colorId }) => colorId,
          ({ colorId, colorName, color }) => ({ id: colorId, name: colorName, color }),
        ),
      }),
    ),
    cases: cases.map(({ modelId, colorId }) => [modelId, colorId]),
    popularModelIds: await popularModels(ctx, link.shopId, cases),
    templates: await readTemplates(ctx, link),
    ...(textEnabled ? await readFonts(ctx) : { fonts: [], fontColors: [] }),
  }
}

async function readTemplates(ctx: Ctx, link: Link): Promise<BuyerLink['templates']> {
  const rows = await templatesOf(ctx, link)
    .leftJoin('file', 'file.id', 'template.thumbnail_file_id')
    .innerJoin('template_collection as collection', 'collection.id', 'template.collection_id')
    .select(['template.id', 'template.name', 'template.width', 'template.height', 'file.storage_key as key'])
    .orderBy('collection.position')
    .orderBy('template.position')
    .limit(maxTemplates)
    .execute()
  const onCases = await casePicturesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ key, ...template }) => ({
    ...template,
    thumbnailUrl: key && fileAddress(ctx, key),
    casePicture: onCases.get(template.id) ?? null,
  }))
}

function templatesOf({ db, actor }: Ctx, link: Link) {
  const { templates } = startOf(link.mode)
  const ids = templates === 'one' && link.bindingTemplateId !== null ? [link.bindingTemplateId] : []
  const collections = templates === 'collections' ? link.bindingTemplateCollectionIds : []
  return db
    .selectFrom('template')
    .where('template.account_id', '=', actor.accountId)
    .where('template.enabled', '=', true)
    .where(
      sql<boolean>`(${templates === 'all'} or template.id = any(${ids}::bigint[]) or template.collection_id = any(${[...collections]}::bigint[]))`,
    )
}

/** Rejects with 'invalid' unless the link offers this template, or an empty design for null. */
export async function requireTemplate(ctx: Ctx, link: Link, templateId: number | null): Promise<void> {
  if (templateId === null) {
    if (!startOf(link.mode).blank) throw invalid('templateId', '请先选择一个模板')
    return
  }
  const found = await templatesOf(ctx, link).select('template.id').where('template.id', '=', templateId).executeTakeFirst()
  if (!found) throw invalid('templateId', '这个模板已经下架，请换一个')
}

async function readFonts(ctx: Ctx): Promise<Pick<BuyerLink, 'fonts' | 'fontColors'>> {
  const fonts = await ctx.db
    .selectFrom('shop_font')
    .innerJoin('file', 'file.id', 'shop_font.preview_file_id')
    .select(['shop_font.id', 'shop_font.name', 'file.storage_key as key'])
    .where('shop_font.account_id', '=', ctx.actor.accountId)
    .where('shop_font.enabled', '=', true)
    .orderBy('shop_font.position')
    .limit(maxFonts)
    .execute()
  const colors = await ctx.db
    .selectFrom('shop_font_color')
    .select('hex_code')
    .where('account_id', '=', ctx.actor.accountId)
    .where('enabled', '=', true)
    .orderBy('position')
    .limit(maxColors)
    .execute()
  return {
    fonts: fonts.map(({ id, name, key }) => ({ id, name, previewImageUrl: fileAddress(ctx, key) })),
    fontColors: colors.map(({ hex_code }) => hex_code),
  }
}

/** A model in a colour that a buyer chose. */
export interface Case {
  readonly phoneModelId: number
  readonly materialColorId: number
}

export interface ChosenCase extends CaseRow {
  readonly wireframe: Wireframe | null
}

/** Returns the case as it is on sale behind the link. Rejects with 'invalid' when it is not. */
export async function requireCase(ctx: Ctx, link: Link, { phoneModelId, materialColorId }: Case): Promise<ChosenCase> {
  const cases = await readCases(ctx, link, phoneModelId)
  const found = cases.find(({ colorId }) => colorId === materialColorId)
  if (!found) throw invalid('phoneModelId', '这个机型或颜色已经下架，请重新选择')
  return { ...found, wireframe: found.wireframeId === null ? null : await getWireframe(ctx, found.wireframeId) }
}
