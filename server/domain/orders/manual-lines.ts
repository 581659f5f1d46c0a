/** Makes items of the lines that a seller writes by hand: the choice from the catalogue, the design from an uploaded picture. */

import { fileKind } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { isFields } from '../../../contract/ground/fields'
import { itemStateOf } from '../../../contract/rules/item-state'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { attachedPrefix } from './attached-id'
import { readContent, storable } from './content'
import type { ItemWrite } from './items'
import { readColor, readModel } from './set-case'
import type { GivenItem } from './stored-facts'

/** A line as the seller wrote it; `stored`: the item that it changes. */
export type LineWrite = Parsed<AppContract['manualOrders']['create']>['body']['lines'][number] & {
  readonly stored: ItemWrite | null
}

/** Separators of properties do not stand in a value. */
const value = (name: string): string => name.replace(/[;；:：]/g, ' ')

/** Address of the picture as orders name stored ones. Rejects with 'not-found', or 'invalid' for what is no finished picture. */
async function pictureUrl(ctx: Ctx, fileId: number): Promise<string> {
  const file = await requireOwned(ctx, 'file', fileId, '图片')
  if (file.kind !== fileKind.order || file.status !== 'ready' || file.width === null)
    throw invalid('design', '这张图片不能用作定制图，请重新上传 JPG 或 PNG 图片')
  return `/files/${file.storage_key}`
}

/** The design that a line has already and that is not a buyer's, as its content holds it; null without one. */
function storedDesign(stored: ItemWrite | null): Readonly<Record<string, unknown>> | null {
  return infosOf(stored).find(({ id }) => !isAttached(id)) ?? null
}

const isAttached = (id: unknown): boolean => typeof id === 'string' && id.startsWith(attachedPrefix)

/** The designs in the content of an item; none where it cannot be read. */
function infosOf(stored: ItemWrite | null): readonly Readonly<Record<string, unknown>>[] {
  if (stored === null || readContent(stored.content, stored.originalId).length === 0) return []
  const json: unknown = JSON.parse(stored.content ?? '')
  return isFields(json) && Array.isArray(json.phoneCaseCustomizationInfos)
    ? json.phoneCaseCustomizationInfos.filter(isFields)
    : []
}

/** Returns a line's design as the content of an item holds it, without pictures. Rejects with 'not-found' (model, colour). */
export async function designOfLine(
  ctx: Ctx,
  originalId: string,
  { phoneModelId, materialColorId }: Pick<LineWrite, 'phoneModelId' | 'materialColorId'>,
) {
  const model = await readModel(ctx, phoneModelId)
  const color = await readColor(ctx, materialColorId)
  return {
    id: `manual-${originalId}`,
    phoneBrandId: model.brand_id,
    phoneModelId: model.model_id,
    phoneCaseMaterialId: color.material_id,
    phoneCaseMaterialColorId: color.color_id,
    phoneBrandName: model.brand_name,
    phoneModelName: model.model_name,
    phoneCaseMaterialName: color.material_name,
    phoneCaseMaterialColorName: color.color_name,
  }
}

/**
 * Returns what a line's design becomes: the picture that was uploaded, or the design that it has. For another case that one keeps its
 * layers and its print file, which are drawn again by hand, and loses its effect image, which shows the former case.
 */
async function designFor(ctx: Ctx, made: Awaited<ReturnType<typeof designOfLine>>, { design, stored }: LineWrite) {
  if (design.kind === 'picture')
    return { ...made, customizedImageUrl: await pictureUrl(ctx, design.fileId), previewImageUrl: null }
  const before = storedDesign(stored)
  if (before === null) return null
  const isSameCase =
    before.phoneModelId === made.phoneModelId && before.phoneCaseMaterialColorId === made.phoneCaseMaterialColorId
  return { ...before, ...made, previewImageUrl: isSameCase ? (before.previewImageUrl ?? null) : null }
}

/** Rejects with 'not-found' (model, colour, file) or 'invalid' (file). */
export async function writtenLine(ctx: Ctx, originalId: string, line: LineWrite): Promise<GivenItem> {
  const made = await designOfLine(ctx, originalId, line)
  const own = await designFor(ctx, made, line)
  const infos = [...(own === null ? [] : [own]), ...infosOf(line.stored).filter(({ id }) => isAttached(id))]
  const { title, quantity } = line
  return {
    originalId,
    productOriginalId: null,
    skuOriginalId: null,
    title: storable(title) || '定制手机壳',
    imageUrl: null,
    propertiesName: `适用手机型号:${value(`${made.phoneBrandName} ${made.phoneModelName}`)};材质:${value(made.phoneCaseMaterialName)};颜色分类:${value(made.phoneCaseMaterialColorName)}`,
    quantity,
    content: infos.length === 0 ? null : JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos }),
    merchantSku: null,
    ...itemStateOf({ state: 'toMake' }),
  }
}
