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

/** The address of the picture that a line has already, which is not a buyer's. */
function storedPicture(stored: ItemWrite | null): string | null {
  const made = stored === null ? [] : readContent(stored.content, stored.originalId)
  return made.find(({ key }) => !key.startsWith(`id:${attachedPrefix}`))?.customizedImageUrl ?? null
}

/** Content with the designs of buyers that the stored one has, which the seller cannot change here. */
function attachedInfos(stored: ItemWrite | null): readonly unknown[] {
  if (stored === null || readContent(stored.content, stored.originalId).length === 0) return []
  const json: unknown = JSON.parse(stored.content ?? '')
  const infos = isFields(json) && Array.isArray(json.phoneCaseCustomizationInfos) ? json.phoneCaseCustomizationInfos : []
  return infos.filter((info) => isFields(info) && typeof info.id === 'string' && info.id.startsWith(attachedPrefix))
}

/** Rejects with 'not-found' (model, colour, file) or 'invalid' (file). */
export async function writtenLine(
  ctx: Ctx,
  originalId: string,
  { title, phoneModelId, materialColorId, quantity, design, stored }: LineWrite,
): Promise<GivenItem> {
  const model = await readModel(ctx, phoneModelId)
  const color = await readColor(ctx, materialColorId)
  const customizedImageUrl = design.kind === 'picture' ? await pictureUrl(ctx, design.fileId) : storedPicture(stored)
  const info = {
    id: `manual-${originalId}`,
    phoneBrandId: model.brand_id,
    phoneModelId: model.model_id,
    phoneCaseMaterialId: color.material_id,
    phoneCaseMaterialColorId: color.color_id,
    phoneBrandName: model.brand_name,
    phoneModelName: model.model_name,
    phoneCaseMaterialName: color.material_name,
    phoneCaseMaterialColorName: color.color_name,
    customizedImageUrl,
    previewImageUrl: null,
  }
  const infos = [...(customizedImageUrl === null ? [] : [info]), ...attachedInfos(stored)]
  return {
    originalId,
    productOriginalId: null,
    skuOriginalId: null,
    title: storable(title) || '定制手机壳',
    imageUrl: null,
    propertiesName: `适用手机型号:${value(`${model.brand_name} ${model.model_name}`)};材质:${value(color.material_name)};颜色分类:${value(color.color_name)}`,
    quantity,
    content: infos.length === 0 ? null : JSON.stringify({ v: 1, phoneCaseCustomizationInfos: infos }),
    merchantSku: null,
    ...itemStateOf({ state: 'toMake' }),
  }
}
