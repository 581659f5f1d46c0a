/** Creates starter templates: finished designs of our own that a seller changes, drawn for a phone that the account sells. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { defaultWireframe, type FileKind, fileKind, type StarterKey, starterKeys } from '../../../../contract/constants'
import { mmPerInch } from '../../../../contract/rules/lengths'
import type * as schemas from '../../../../contract/schemas/templates'
import type { Template, TemplateLayer, TemplateLayerWrite } from '../../../../contract/types'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { requireOwned } from '../../../kernel/owned'
import { storeOwnFile } from '../../files/service'
import { createFont } from '../../fonts/fonts'
import { createCollection } from '../collections'
import { createTemplate } from '../service'
import type { Size } from './art'
import { type StarterLayer, type StarterText, starters } from './designs'

/** The collection that is made where none is named. */
const collectionName = '示例模板'
/** Longer side of thumbnails, px. */
const thumbnailSide = 900

type Write = z.output<typeof schemas.starterWrite>

interface KeptFile {
  readonly id: number
  readonly url: string
  readonly bytes: Buffer
}

interface Phone extends Size {
  readonly previewPhoneModelId: number | null
  readonly previewMaterialColorId: number | null
}

/** Creates the templates one after another, so that a failure leaves whole ones. */
export async function addStarters(
  ctx: Ctx,
  { collectionId, starters: keys }: Write,
): Promise<{ collectionId: number; templateIds: number[] }> {
  if (collectionId !== null) await requireOwned(ctx, 'template_collection', collectionId, '分组')
  const phone = await readPhone(ctx)
  const font = await ensureFont(ctx)
  const collection = collectionId ?? (await ensureCollection(ctx))
  const templateIds: number[] = []
  for (const key of starterKeys.filter((one) => keys.includes(one)))
    templateIds.push((await addStarter(ctx, key, { phone, font, collection })).id)
  return { collectionId: collection, templateIds }
}

async function ensureCollection(ctx: Ctx): Promise<number> {
  const known = await ctx.db
    .selectFrom('template_collection')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', '=', collectionName)
    .executeTakeFirst()
  return known?.id ?? (await createCollection(ctx, { name: collectionName })).id
}

/** Returns the first case that is on sale and has a wireframe; a phone of the usual size where there is none. */
async function readPhone({ db, actor }: Ctx): Promise<Phone> {
  const row = await db
    .selectFrom('sku')
    .innerJoin('wireframe', 'wireframe.id', 'sku.wireframe_id')
    .innerJoin('phone_model as model', 'model.id', 'sku.phone_model_id')
    .innerJoin('phone_brand as brand', 'brand.id', 'model.phone_brand_id')
    .select(['model.id', 'sku.material_color_id as color', 'wireframe.width', 'wireframe.height'])
    .where('sku.account_id', '=', actor.accountId)
    .orderBy('sku.enabled', 'desc')
    .orderBy('brand.position')
    .orderBy('model.position')
    .orderBy('sku.id')
    .executeTakeFirst()
  if (!row) return { ...defaultWireframe, previewPhoneModelId: null, previewMaterialColorId: null }
  return { width: row.width, height: row.height, previewPhoneModelId: row.id, previewMaterialColorId: row.color }
}

interface Font {
  readonly id: number
  readonly bytes: Buffer
}

/** Returns the font of the texts, which becomes a font of the shop if it is none yet. */
async function ensureFont(ctx: Ctx): Promise<Font> {
  const own = await ctx.renderer.ownFont()
  if (own === null) throw new Failure('unavailable', '本站没有安装示例模板的字体，请联系客服')
  const { name, bytes } = own
  const known = await ctx.db
    .selectFrom('shop_font')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('name', '=', name)
    .orderBy('id')
    .executeTakeFirst()
  if (known) return { id: known.id, bytes }
  const preview = async (color: string) =>
    (await keep(ctx, fileKind.templateThumbnail, `${name}.png`, await drawName(ctx, { name, bytes, color }))).id
  const font = await createFont(ctx, {
    name,
    fontFileId: (await keep(ctx, fileKind.font, `${name}.ttf`, bytes)).id,
    previewImageFileId: await preview('#333333'),
    activePreviewImageFileId: await preview('#fd7455'),
  })
  return { id: font.id, bytes }
}

/** Draws a font's name with the font, 32 px high. */
async function drawName(
  ctx: Ctx,
  { name, bytes, color }: { readonly name: string; readonly bytes: Buffer; readonly color: string },
) {
  const { svg, width, height } = await outline(ctx, bytes, { text: name, color, letterSpacing: 0 })
  const canvas = { width: Math.ceil((width / height) * 40), height: 40 }
  const layer = pictureLayer({ name, id: 1, url: '', box: { left: 0, top: 0, ...canvas }, index: 0 })
  return draw(ctx, canvas, [layer], new Map([[1, Buffer.from(svg)]]))
}

async function outline(
  ctx: Ctx,
  font: Buffer,
  { text, color, letterSpacing }: Pick<StarterText, 'text' | 'color' | 'letterSpacing'>,
) {
  const drawn = await ctx.renderer.outlineText({
    owner: ctx.actor.accountId,
    readFont: async () => font,
    ...{ text, color, letterSpacing, lineHeight: 1.2, align: 'center', vertical: false, flow: null, weight: null },
  })
  if ('missing' in drawn) throw new Error(`the font of the starter templates lacks ${drawn.missing.join('')}`)
  return drawn
}

/** Draws layers at the size of the canvas, or smaller where that is larger than a thumbnail. */
function draw(ctx: Ctx, canvas: Size, layers: readonly TemplateLayer[], pictures: ReadonlyMap<number, Buffer>): Promise<Buffer> {
  const scale = Math.min(1, thumbnailSide / Math.max(canvas.width, canvas.height))
  const mmPerPx = 0.1
  return ctx.renderer.render({
    canvas,
    layers,
    print: { widthMm: canvas.width * mmPerPx, heightMm: canvas.height * mmPerPx, dpi: (mmPerInch / mmPerPx) * scale },
    owner: ctx.actor.accountId,
    readPicture: async ({ imageFileId }) => pictures.get(imageFileId) ?? Buffer.alloc(0),
  })
}

async function keep(ctx: Ctx, kind: FileKind, name: string, source: Buffer): Promise<KeptFile> {
  return { ...(await storeOwnFile(ctx, { kind, name, source })), bytes: source }
}

interface Placed {
  readonly name: string
  readonly id: number
  readonly url: string
  readonly box: Size & { readonly left: number; readonly top: number }
  readonly index: number
}

/** The fields of a picture's layer; `id` of the layer is that of its file until it is stored. */
const pictureLayer = ({ name, id, url, box, index }: Placed): TemplateLayer => ({
  ...{ id, uuid: randomUUID(), name, type: 'IMAGE', imageUrl: url, imageFileId: id, index, ...box },
  ...{ rotation: 0, originalWidth: box.width, originalHeight: box.height, horizontalFlip: false, verticalFlip: false },
  ...{ locked: true, isBackground: false, isUserUploadImage: false },
})

async function addStarter(
  ctx: Ctx,
  key: StarterKey,
  { phone, font, collection }: { readonly phone: Phone; readonly font: Font; readonly collection: number },
): Promise<Template> {
  const { width, height, ...preview } = phone
  const canvas = { width, height }
  const { name, layers: layersOf } = starters[key]
  const pictures = new Map<number, Buffer>()
  const layers: TemplateLayer[] = []
  for (const [index, layer] of layersOf(canvas).entries()) {
    const { file, ...made } = await makeLayer(ctx, layer, { index, font })
    pictures.set(file.id, file.bytes)
    layers.push(made.layer)
  }
  const thumbnail = await keep(ctx, fileKind.templateThumbnail, `${name}.png`, await draw(ctx, canvas, layers, pictures))
  const written = layers.map(({ id: _, ...layer }): TemplateLayerWrite => ({ id: null, ...layer }))
  return createTemplate(ctx, {
    collectionId: collection,
    name,
    ...canvas,
    thumbnailFileId: thumbnail.id,
    layers: written,
    ...preview,
  })
}

async function makeLayer(ctx: Ctx, of: StarterLayer, { index, font }: { readonly index: number; readonly font: Font }) {
  if (of.kind !== 'text') {
    const file = await keep(ctx, fileKind.templateLayer, `${of.name}.svg`, Buffer.from(of.svg))
    const isBackground = of.kind === 'background'
    const layer = pictureLayer({ name: of.name, id: file.id, url: file.url, box: of.box, index })
    return { file, layer: { ...layer, isBackground, isUserUploadImage: of.isAsked === true } }
  }
  const { text, color, em, letterSpacing, centre } = of
  const { svg, width, height } = await outline(ctx, font.bytes, of)
  const file = await keep(ctx, fileKind.templateLayer, 'text.svg', Buffer.from(svg))
  // Outlines are drawn with 100 px per em.
  const size = { width: (width * em) / 100, height: (height * em) / 100 }
  const box = { left: centre.x - size.width / 2, top: centre.y - size.height / 2, ...size }
  const layer: TemplateLayer = {
    ...pictureLayer({ name: of.name, id: file.id, url: file.url, box, index }),
    ...{ type: 'TEXT', text, fontId: font.id, fontColor: color, textAlign: 'center', letterSpacing, lineHeight: 1.2 },
    ...{ verticalText: false, fontFamilyUrl: null, locked: of.isAsked !== true, originalWidth: width, originalHeight: height },
  }
  return { file, layer }
}
