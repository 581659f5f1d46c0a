/**
 * A template with the texts of one row of a name list in its layers. Check, picture and print file of a row are all made of what this
 * returns, so that what the seller looked at is what is printed.
 */
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type * as schemas from '../../../../contract/schemas/name-lists'
import type { Wireframe } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { requireOwned } from '../../../kernel/owned'
import type { Database } from '../../../kernel/tables'
import type { PlacedText, TextOutline } from '../../../ports/renderer'
import { findWireframeOf } from '../../catalogue/wireframes'
import { wordsIn } from '../../fonts/text-pictures'
import { type KeyedLayer, readKeyedLayers } from '../../templates/layers'
import { readStored } from '../picture-bytes'

export type NameRowWrite = z.output<typeof schemas.nameRow>
type TextLayer = KeyedLayer & { readonly type: 'TEXT' }

export const isTextLayer = (layer: KeyedLayer): layer is TextLayer => layer.type === 'TEXT' && !layer.hidden

/** Why nothing can be made of a template with these layers by a list; null when something can. */
export const templateProblem = (layers: readonly KeyedLayer[]): string | null =>
  cutoutProblem(layers) ?? (layers.some(isTextLayer) ? null : '模板里没有文字图层，请在设计器里加上名字的文字')

/** A place for a cut-out shows a silhouette, which nobody wants printed. */
function cutoutProblem(layers: readonly KeyedLayer[]): string | null {
  const place = layers.find(({ type, hidden }) => type === 'AI_CUTOUT' && !hidden)
  if (!place) return null
  return `模板里的「${place.name || '人像照片'}」要等买家的照片，不能按名单定制；请换一个模板，或在设计器里换成图片`
}

export interface NameSource {
  readonly template: Selectable<Database['template']>
  /** From the bottom to the top; they follow no component. */
  readonly layers: readonly KeyedLayer[]
  /** Finds the font of a layer once for all rows. Rejects with 'conflict' when it is gone. */
  fontOf(layer: TextLayer): Promise<() => Promise<Buffer>>
  /** Returns the wireframe of a case; null without one. */
  wireframeOf(row: Pick<NameRowWrite, 'phoneModelId' | 'materialColorId'>): Promise<Wireframe | null>
}

/** Reads a template for the rows of a list. Rejects with 'not-found', or with 'conflict' when nothing can be made of it. */
export async function openNameSource(ctx: Ctx, templateId: number): Promise<NameSource> {
  const read = async (inner: Ctx) => ({
    template: await requireOwned(inner, 'template', templateId, '模板'),
    layers: await readKeyedLayers(inner.db, inner.actor.accountId, templateId),
  })
  // A save in between must not mix two revisions.
  const reading = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { template, layers } = await reading.execute((db) => read({ ...ctx, db }))
  const problem = cutoutProblem(layers)
  if (problem !== null) throw new Failure('conflict', problem)
  const fonts = new Map<number, Promise<() => Promise<Buffer>>>()
  const findFont = async (fontId: number, gone: Failure) => {
    const font = await requireOwned(ctx, 'shop_font', fontId, gone)
    const file = await requireOwned(ctx, 'file', font.font_file_id, gone)
    let bytes: Promise<Buffer> | undefined
    return () => {
      bytes ??= readStored(ctx, file.storage_key)
      return bytes
    }
  }
  const cases = new Map<string, Promise<Wireframe | null>>()
  return {
    template,
    layers: layers.map(({ component: _, ...layer }) => layer),
    async fontOf({ fontId, name }) {
      const gone = new Failure('conflict', `图层「${name ?? ''}」的字体已被删除，请在设计器里给它换一个字体`)
      if (fontId == null) throw gone
      const found = fonts.get(fontId) ?? findFont(fontId, gone)
      fonts.set(fontId, found)
      return found
    },
    wireframeOf(row) {
      const key = `${row.phoneModelId}-${row.materialColorId}`
      const found = cases.get(key) ?? findWireframeOf(ctx, row)
      cases.set(key, found)
      return found
    },
  }
}

export interface FilledText extends Pick<PlacedText, 'scale' | 'isCut'> {
  readonly uuid: string
  /** Characters that the font lacks; the layer is as it was then. */
  readonly missing: readonly string[]
}

/** A layer of a filled template; `svg` is its drawing where it is not stored yet. */
export type FilledLayer = KeyedLayer & { readonly svg: string | null }

export interface FilledTemplate {
  readonly canvas: { readonly width: number; readonly height: number }
  readonly layers: readonly FilledLayer[]
  readonly texts: readonly FilledText[]
  readonly wireframe: Wireframe | null
}

/** A text that is drawn in the style of a layer. */
interface LayerText {
  readonly layer: TextLayer
  readonly text: string
}
const textKey = ({ layer, text }: LayerText): string => `${layer.uuid} ${text}`

/** Returns the texts of a row by the uuids of their layers. Throws a Failure 'conflict' where the template lacks one. */
function textsOf({ layers }: NameSource, { texts }: NameRowWrite): ReadonlyMap<string, string> {
  const wanted = new Map(texts.map(({ uuid, text }) => [uuid, text.trim()]))
  const unknown = [...wanted.keys()].find((uuid) => !layers.some((layer) => layer.uuid === uuid && isTextLayer(layer)))
  if (unknown !== undefined) throw new Failure('conflict', '模板里没有名单用到的文字图层了，请重新对应列')
  return wanted
}

/** The layers whose text a row changes. */
const changedTexts = ({ layers }: NameSource, wanted: ReadonlyMap<string, string>): readonly LayerText[] =>
  layers.filter(isTextLayer).flatMap((layer) => {
    const text = wanted.get(layer.uuid) ?? layer.text ?? ''
    return text === '' || text === layer.text ? [] : [{ layer, text }]
  })

/** Draws texts, each once and those in one font together, by {@link textKey}. */
async function drawTexts(ctx: Ctx, source: NameSource, texts: readonly LayerText[]): Promise<ReadonlyMap<string, TextOutline>> {
  const distinct = [...new Map(texts.map((one) => [textKey(one), one])).values()]
  const inOneFont = async (group: readonly LayerText[], readFont: () => Promise<Buffer>) => {
    const words = group.map(({ layer, text }) => wordsIn(layer, text, layer.fontColor ?? '#000000'))
    const outlines = await ctx.renderer.outlineTexts({ owner: ctx.actor.accountId, readFont }, words)
    return outlines.flatMap((outline, at) => {
      const one = group[at]
      return one ? [[textKey(one), outline] as const] : []
    })
  }
  const drawn = await Promise.all(
    [...new Map(distinct.map(({ layer }) => [layer.fontId, layer])).values()].map(async (first) =>
      inOneFont(
        distinct.filter(({ layer }) => layer.fontId === first.fontId),
        await source.fontOf(first),
      ),
    ),
  )
  return new Map(drawn.flat())
}

/** Puts the texts of a row into the layers. Rejects as {@link fillTemplates} does. */
export async function fillTemplate(ctx: Ctx, source: NameSource, row: NameRowWrite): Promise<FilledTemplate> {
  const [filled] = await fillTemplates(ctx, source, [row])
  if (!filled) throw new Error('a row was not filled in')
  return filled
}

/**
 * Puts the texts of each row into the layers. Rejects with 'not-found' (model, colour), or with 'conflict' when a layer or its font is gone.
 */
export async function fillTemplates(
  ctx: Ctx,
  source: NameSource,
  rows: readonly NameRowWrite[],
): Promise<readonly FilledTemplate[]> {
  const wanted = rows.map((row) => ({ texts: textsOf(source, row), row }))
  const drawn = await drawTexts(
    ctx,
    source,
    wanted.flatMap(({ texts }) => changedTexts(source, texts)),
  )
  return Promise.all(
    wanted.map(async ({ texts, row }) => placeTexts(ctx, source, { texts, drawn, wireframe: await source.wireframeOf(row) })),
  )
}

interface DrawnRow {
  readonly texts: ReadonlyMap<string, string>
  readonly drawn: ReadonlyMap<string, TextOutline>
  readonly wireframe: Wireframe | null
}

function placeTexts(ctx: Ctx, { template, layers }: NameSource, { texts: wanted, drawn: outlines, wireframe }: DrawnRow) {
  const canvas = { width: template.width, height: template.height }
  const texts: FilledText[] = []
  const filled: FilledLayer[] = []
  for (const layer of layers) {
    const text = wanted.get(layer.uuid)
    if (text === '') continue
    const drawn = text === undefined || !isTextLayer(layer) ? undefined : outlines.get(textKey({ layer, text }))
    if (text === undefined || drawn === undefined || 'missing' in drawn) {
      filled.push({ ...layer, svg: null })
      if (text !== undefined)
        texts.push({ uuid: layer.uuid, missing: drawn && 'missing' in drawn ? drawn.missing : [], scale: 1, isCut: false })
      continue
    }
    const { scale, isCut, ...placement } = ctx.renderer.placeText({ canvas, layers, uuid: layer.uuid, drawn, wireframe })
    texts.push({ uuid: layer.uuid, missing: [], scale, isCut })
    filled.push({
      ...layer,
      ...placement,
      text,
      name: layer.name === layer.text ? text : layer.name,
      originalWidth: drawn.width,
      originalHeight: drawn.height,
      // An outline was drawn for the letters of the template.
      stroke: null,
      strokeSvgData: null,
      svg: drawn.svg,
    })
  }
  return { canvas, layers: filled, texts, wireframe }
}

/** Returns whether the account has these models and colours. */
export async function requireCases({ db, actor }: Ctx, rows: readonly NameRowWrite[]): Promise<void> {
  const models = [...new Set(rows.map(({ phoneModelId }) => phoneModelId))]
  const colors = [...new Set(rows.map(({ materialColorId }) => materialColorId))]
  const { rows: found } = await sql<{ models: number; colors: number }>`
    select (select count(*)::int from phone_model where account_id = ${actor.accountId} and id = any(${models}::bigint[])) as models,
      (select count(*)::int from material_color where account_id = ${actor.accountId} and id = any(${colors}::bigint[])) as colors`.execute(
    db,
  )
  if (found[0]?.models !== models.length) throw new Failure('not-found', '型号不存在或已被删除')
  if (found[0]?.colors !== colors.length) throw new Failure('not-found', '颜色不存在或已被删除')
}
