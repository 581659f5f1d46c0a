/** Checks designs before they are paid for, and collects everything that can be known. Changes nothing that sellers see. */
import { sql } from 'kysely'
import { type DecidedPieces, piecesOf } from '../../../contract/rules/pieces'
import {
  caseFindings,
  contentFindings,
  type Finding,
  type ItemStanding,
  itemFindings,
  namedFindings,
  type PictureContent,
  pictureFindings,
  resubmittedFinding,
  stateFindings,
} from '../../../contract/rules/preflight'
import type { PreflightRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { hasBegun, readUnplaced } from '../buyer/unplaced'
import { designIdOf } from './attached-id'
import { examinePictures, type PrintSource } from './picture-analysis'
import { readUnfinished } from './unfinished'

/** Time limit for examining the pictures of one call, ms: below the time limit of a call. */
const limitMs = 40_000

interface Design extends PrintSource {
  /** Result of examining the stored file; null: it was not examined, or there is none. */
  readonly content: PictureContent | null
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly phoneBrandName: string
  readonly phoneModelName: string
  readonly caseByHand: boolean
  /** Whether its buyer submitted another design after the seller had corrected this one. */
  readonly isResubmitted: boolean
}

interface Item extends ItemStanding {
  readonly orderId: number
  readonly quantity: number
  readonly propertiesName: string
  readonly decidedPieces: readonly DecidedPieces[] | null
  readonly customizations: readonly { readonly id: number; readonly remakeOf: number | null }[]
}

/**
 * Returns the findings in the given order, without designs of other accounts. A design that several items show has the findings
 * of all of them.
 */
export async function preflight(ctx: Ctx, customizationIds: readonly number[]): Promise<PreflightRow[]> {
  const designs = await readDesigns(ctx, customizationIds)
  const ofItems = await itemsFindings(ctx, designs)
  const examined = await examinePictures(ctx, designs, limitMs)
  const rows = new Map(
    designs.map(({ customizationId, widthMm, heightMm }): [number, PreflightRow] => {
      const picture = examined.get(customizationId)
      const area = { name: '手机壳', widthMm, heightMm }
      const findings = [...(ofItems.get(customizationId) ?? []), ...(picture ? pictureFindings(picture, area) : [])]
      return [customizationId, { customizationId, findings: distinctFindings(findings) }]
    }),
  )
  return [...new Set(customizationIds)].flatMap((id) => rows.get(id) ?? [])
}

/** Returns the findings that are known without reading a picture, by customization; ignores those of other accounts. */
export async function knownFindings(ctx: Ctx, customizationIds: readonly number[]): Promise<ReadonlyMap<number, Finding[]>> {
  const designs = await readDesigns(ctx, customizationIds)
  const ofItems = await itemsFindings(ctx, designs)
  const whyUnfinished = await readUnfinished(
    ctx,
    designs.filter(({ url }) => url === null).map(({ customizationId }) => customizationId),
  )
  return new Map(
    designs.map(({ customizationId, url, content }) => {
      const why = url === null ? whyUnfinished(customizationId) : null
      const unfinished: Finding[] = why === null ? [] : [{ code: why.kind, text: `的定制图${why.reason}` }]
      const blank = content === null ? [] : contentFindings(content)
      return [customizationId, distinctFindings([...(ofItems.get(customizationId) ?? []), ...unfinished, ...blank])]
    }),
  )
}

/** Returns the findings about the items that show the designs, by customization. */
async function itemsFindings(ctx: Ctx, designs: readonly Design[]): Promise<ReadonlyMap<number, Finding[]>> {
  const designOf = new Map(designs.map((design) => [design.customizationId, design]))
  const findingsOf = new Map<number, Finding[]>(
    designs.map(({ customizationId, isResubmitted }) => [customizationId, isResubmitted ? [resubmittedFinding] : []]),
  )
  const items = await readItems(ctx, [...designOf.keys()])
  const named = await readNamedFindings(
    ctx,
    items.map(({ orderId }) => orderId),
  )
  for (const item of items) {
    const pieces = piecesOf(item)
    const findings = [...itemFindings(item, pieces), ...stateFindings(item)]
    for (const { id } of item.customizations) {
      const design = designOf.get(id)
      const isLeftOut = item.quantity > 0 && pieces?.get(id) === 0
      const isRemade = item.customizations.some(({ remakeOf }) => remakeOf === id)
      const text = isRemade ? '已经重做，件数算在重做的那张上' : '的件数填的是 0'
      if (isLeftOut) findingsOf.get(id)?.push({ code: 'noPieces', text })
      if (design) findingsOf.get(id)?.push(...findings, ...caseFindings(item, design), ...(named.get(item.orderId) ?? []))
    }
  }
  return findingsOf
}

/** Returns the findings about designs that these orders name, or that were begun for them, by order. */
export async function readNamedFindings(ctx: Ctx, orderIds: readonly number[]): Promise<ReadonlyMap<number, Finding[]>> {
  const orders = await ctx.db
    .selectFrom('shop_order')
    .select(['id', 'shop_id', 'original_id', 'design_codes'])
    .select(hasBegun('shop_order').as('has_begun'))
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${[...new Set(orderIds)]}::bigint[])`)
    .execute()
  const unplaced = await readUnplaced(ctx, orders)
  return new Map([...unplaced].map(([id, codes]) => [id, namedFindings(codes)]))
}

const distinctFindings = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [one.code + one.text, one])).values(),
]

async function readDesigns({ db, actor }: Ctx, ids: readonly number[]): Promise<readonly Design[]> {
  const { rows } = await sql<Design>`
    select customization.id as "customizationId", customization.customized_image_url as url,
      file.id as "fileId", file.storage_key as "storageKey",
      customization.width_mm as "widthMm", customization.height_mm as "heightMm", look.content,
      customization.case_by_hand as "caseByHand",
      exists (select from buyer_design design where design.account_id = customization.account_id and design.under_review
        and design.id = ${designIdOf(sql.ref('customization'))}) as "isResubmitted",
      customization.phone_brand_name as "phoneBrandName", customization.phone_model_name as "phoneModelName"
    from customization left join file on file.id = customization.customized_file_id and file.status = 'ready'
      left join picture_look look on look.file_id = file.id
    where customization.account_id = ${actor.accountId} and customization.id = any(${[...ids]}::bigint[])
      and exists (select from order_item_customization link where link.customization_id = customization.id)`.execute(db)
  return rows
}

/** Returns every item that shows one of these, with all its designs. */
async function readItems({ db, actor }: Ctx, ids: readonly number[]): Promise<readonly Item[]> {
  const { rows } = await sql<Item>`
    select item.order_id as "orderId", item.state, item.hold, item.made_as as change, item.quantity, item.properties_name as "propertiesName", item.decided_pieces as "decidedPieces",
      (select json_agg(json_build_object('id', own.customization_id, 'remakeOf', made.remake_of) order by own.place)
        from order_item_customization own join customization made on made.id = own.customization_id
        where own.order_item_id = item.id) as customizations
    from order_item item
    where item.account_id = ${actor.accountId}
      and item.id in (select order_item_id from order_item_customization where customization_id = any(${[...ids]}::bigint[]))
    order by item.id`.execute(db)
  return rows
}
