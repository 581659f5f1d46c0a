/** Everything that can be known of designs before anything is paid for. Asking changes nothing. */
import { sql } from 'kysely'
import { type DecidedPieces, piecesOf } from '../../../contract/rules/pieces'
import { type Finding, itemFindings, pictureFindings } from '../../../contract/rules/preflight'
import type { PreflightRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { type PrintSource, seePictures } from './picture-looks'

/** Longest looking at the pictures of one call, ms: below the time limit of a call. */
const limitMs = 40_000

interface Row extends PrintSource {
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly items: readonly {
    readonly hold: string | null
    readonly quantity: number
    readonly decidedPieces: readonly DecidedPieces[] | null
    readonly designs: readonly number[]
  }[]
}

/** In the order given; what is not the account's is left out. A design that several items show has the findings of all of them. */
export async function preflight(ctx: Ctx, customizationIds: readonly number[]): Promise<PreflightRow[]> {
  const rows = await readRows(ctx, customizationIds)
  const seen = await seePictures(ctx, rows, limitMs)
  const found = new Map(
    rows.map((row): [number, PreflightRow] => {
      const { customizationId, widthMm, heightMm } = row
      const picture = seen.get(customizationId)
      const area = { name: '手机壳', widthMm, heightMm }
      const findings = [...ofItems(row), ...(picture ? pictureFindings(picture, area) : [])]
      return [customizationId, { customizationId, findings: distinct(findings) }]
    }),
  )
  return [...new Set(customizationIds)].flatMap((id) => found.get(id) ?? [])
}

const ofItems = ({ customizationId, items }: Row): Finding[] =>
  items.flatMap(({ hold, quantity, decidedPieces, designs }): Finding[] => {
    const item = { hold, quantity, decidedPieces, customizations: designs.map((id) => ({ id })) }
    const pieces = piecesOf(item)
    const isLeftOut = quantity > 0 && pieces?.get(customizationId) === 0
    return [...itemFindings(item, pieces), ...(isLeftOut ? [{ code: 'noPieces' as const, text: '的件数填的是 0' }] : [])]
  })

const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [one.code + one.text, one])).values(),
]

async function readRows({ db, actor }: Ctx, ids: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select made.id as "customizationId", made.customized_image_url as url, file.id as "fileId", file.storage_key as "storageKey",
      made.width_mm as "widthMm", made.height_mm as "heightMm",
      (select json_agg(json_build_object('hold', item.hold, 'quantity', item.quantity, 'decidedPieces', item.decided_pieces,
          'designs', (select json_agg(own.customization_id order by own.place) from order_item_customization own
            where own.order_item_id = item.id)) order by item.id)
        from order_item_customization link join order_item item on item.id = link.order_item_id
        where link.customization_id = made.id) as items
    from customization made left join file on file.id = made.customized_file_id and file.status = 'ready'
    where made.account_id = ${actor.accountId} and made.id = any(${[...ids]}::bigint[])
      and exists (select from order_item_customization link where link.customization_id = made.id)`.execute(db)
  return rows
}
