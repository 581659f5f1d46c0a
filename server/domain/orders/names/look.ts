/** Shows a name list before anything is made: the templates, the doubts about rows, and the picture of a row. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AppContract } from '../../../../contract/contract'
import type { Reply } from '../../../../contract/core'
import { templateName } from '../../../../contract/rules/case-names'
import { printDpi } from '../../../../contract/rules/print-resolution'
import type * as schemas from '../../../../contract/schemas/name-lists'
import type { Ctx } from '../../../kernel/context'
import { fileAddress } from '../../files/addresses'
import { type KeyedLayer, readKeyedLayers } from '../../templates/layers'
import { drawWithEffect } from '../design/effect-image'
import { readStored } from '../picture-bytes'
import { readWireframes } from '../referenced-rows'
import { readColor } from '../set-case'
import { wireframeOf } from '../snapshot'
import {
  type FilledTemplate,
  fillTemplate,
  fillTemplates,
  isTextLayer,
  openNameSource,
  requireCases,
  templateProblem,
} from './filled-template'

type Calls = AppContract['nameLists']
type Query = z.output<typeof schemas.nameTemplateQuery>

/** Templates of one answer: more are found by their names. */
const maxTemplates = 30

/** Lists the templates that were changed last, those with a text layer alone unless one is asked for by its id. */
export async function listNameTemplates(
  { db, actor, ...ctx }: Ctx,
  { id, keyword = '' }: Query,
): Promise<Reply<Calls['templates']>> {
  const rows = await db
    .selectFrom('template')
    .leftJoin('file', 'file.id', 'template.thumbnail_file_id')
    .select([
      'template.id',
      'template.name',
      'template.revision',
      'template.preview_phone_model_id',
      'template.preview_material_color_id',
      'file.storage_key',
    ])
    .where('template.account_id', '=', actor.accountId)
    .$if(id !== undefined, (query) => query.where('template.id', '=', id ?? 0))
    .$if(id === undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from template_layer layer where layer.template_id = template.id and layer.data ->> 'type' = 'TEXT')`,
      ),
    )
    .where(sql<boolean>`position(lower(${keyword}) in lower(template.name)) > 0`)
    .orderBy('template.updated_at', 'desc')
    .orderBy('template.id', 'desc')
    .limit(maxTemplates)
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const layers = await readKeyedLayers(db, actor.accountId, row.id)
      const texts = layers.filter(isTextLayer).reverse()
      return {
        id: row.id,
        name: templateName(row),
        revision: row.revision,
        thumbnailUrl: row.storage_key === null ? null : fileAddress(ctx, row.storage_key),
        previewPhoneModelId: row.preview_phone_model_id,
        previewMaterialColorId: row.preview_material_color_id,
        problem: templateProblem(layers),
        layers: texts.map((layer) => ({
          uuid: layer.uuid,
          name: layer.name ?? '',
          text: layer.text ?? '',
          problem: layer.fontId == null ? '这个文字没有字体，请在设计器里给它选一个字体' : null,
          note: strokeNote(layer),
        })),
      }
    }),
  )
}

const strokeNote = ({ stroke }: KeyedLayer): string | null =>
  stroke ? '这个文字的描边是照原来的字画的，换成名单里的字后没有描边；要描边请在设计器里改用「效果 · 边框」' : null

/** Says what may be wrong with rows. Rejects with 'not-found' (template, model, colour) or 'conflict' (a layer, a font). */
export async function checkNames(
  ctx: Ctx,
  { templateId, rows }: z.output<typeof schemas.nameCheck>,
): Promise<Reply<Calls['check']>> {
  const source = await openNameSource(ctx, templateId)
  await requireCases(ctx, rows)
  const checked = (await fillTemplates(ctx, source, rows)).map(({ texts, wireframe }) => ({
    hasSize: wireframe !== null && (wireframe.widthMm ?? wireframe.heightMm) !== null,
    texts: texts.map((text) => ({ ...text, missing: [...text.missing] })),
  }))
  return { revision: source.template.revision, rows: checked }
}

/** The size of a row's picture on its case, px, and the resolution of the print in it: enough for a screen. */
const shown = { picture: { width: 540, height: 720 }, dpi: printDpi.fair } as const

/** Draws a row on its case, as its print file and effect image are drawn, only smaller. Rejects as `checkNames` does. */
export async function drawNamePicture(
  ctx: Ctx,
  { templateId, row }: z.output<typeof schemas.namePictureRequest>,
): Promise<Reply<Calls['picture']>> {
  const source = await openNameSource(ctx, templateId)
  await requireCases(ctx, [row])
  const { print, effect } = await drawFilled(ctx, await fillTemplate(ctx, source, row), row.phoneModelId, row.materialColorId)
  const [type, bytes] = effect === null ? (['png', print] as const) : (['webp', effect] as const)
  return { picture: `data:image/${type};base64,${bytes.toString('base64')}`, isOnCase: effect !== null }
}

async function drawFilled(ctx: Ctx, { canvas, layers }: FilledTemplate, phoneModelId: number, materialColorId: number) {
  const shownCase = await readShownCase(ctx, phoneModelId, materialColorId)
  const drawings = new Map(layers.flatMap(({ uuid, svg }) => (svg === null ? [] : [[uuid, svg] as const])))
  return drawWithEffect(
    ctx,
    {
      canvas,
      layers: layers.map(({ svg, ...layer }, at) => (svg === null ? layer : { ...layer, imageFileId: -1 - at })),
      ...shownCase,
    },
    shownCase,
    {
      ...shown,
      readPicture: async ({ uuid, imageKey }) => {
        const svg = drawings.get(uuid)
        return svg === undefined ? readStored(ctx, imageKey) : Buffer.from(svg)
      },
    },
  )
}

/** Returns the case on which a row is printed, as an order would freeze it. */
export async function readShownCase(ctx: Ctx, phoneModelId: number, materialColorId: number) {
  const wireframe = (await readWireframes(ctx, [phoneModelId])).get(`${phoneModelId}-${materialColorId}`)
  const { material_id, material_name } = await readColor(ctx, materialColorId)
  return {
    wireframe: wireframeOf(wireframe),
    widthMm: wireframe?.widthMm ?? null,
    heightMm: wireframe?.heightMm ?? null,
    materialId: material_id,
    materialName: material_name,
  }
}
