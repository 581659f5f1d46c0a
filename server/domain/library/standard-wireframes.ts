/** Draws standard wireframes of one model for colours of materials, and stores them with their SKUs. */
import { createHash } from 'node:crypto'
import { fileKind } from '../../../contract/constants'
import { libraryName } from '../../../contract/library/library'
import type { LibraryPhone } from '../../../contract/library/types'
import { printDpi } from '../../../contract/rules/print-resolution'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { createSkus, listSkus, updateSku } from '../catalogue/skus'
import type { WireframeWrite } from '../catalogue/wireframes'
import { finalKey, newFileSecret } from '../files/names'
import { assertQuota } from '../files/quota'
import type { ExaminedFile } from '../files/service'
import { backArt, frontArt } from './case-art'
import { caseHex, finishOf } from './case-color'
import type { CaseColor, DrawnColor } from './colors'
import type { CatalogueModel } from './entries'
import { type Mould, standardCase } from './standard-case'

export interface WantedFrames {
  readonly model: Omit<CatalogueModel, 'created'>
  readonly phone: LibraryPhone
  readonly colors: readonly CaseColor[]
  /** The factory's mould that the case is drawn for; null: the case is drawn around the phone's body. */
  readonly mould: Mould | null
  /** Whether new SKUs are put on shelf. */
  readonly enabled: boolean
}

export interface MadeFrames {
  readonly made: number
  /** Colours of which the model had a wireframe already; those stay as they are. */
  readonly kept: number
}

/** Gives the model a wireframe in each of the colours that have none. */
export async function makeFrames(ctx: Ctx, wanted: WantedFrames): Promise<MadeFrames> {
  try {
    return await makeOnce(ctx, wanted)
  } catch (error) {
    // Another call made one of the SKUs meanwhile; what is left is made now.
    if (error instanceof Failure && error.code === 'conflict') return makeOnce(ctx, wanted)
    throw error
  }
}

async function makeOnce(ctx: Ctx, { model, phone, colors, mould, enabled }: WantedFrames): Promise<MadeFrames> {
  const { modelId } = model
  const skus = new Map((await listSkus(ctx, [modelId])).map((sku) => [sku.materialColorId, sku]))
  const missing = colors.filter(({ id }) => (skus.get(id)?.wireframeId ?? null) === null)
  const kept = colors.length - missing.length
  if (missing.length === 0) return { made: 0, kept }
  const pictures = await drawFrames(ctx, { phone, mould, colors: missing })
  await transact(ctx, async (inner) => {
    const unlisted = missing.filter(({ id }) => !skus.has(id))
    await createFrames(inner, { model, phone, mould, colors: unlisted, enabled }, pictures)
    const listed = missing.filter(({ id }) => skus.has(id))
    const frameOf = await insertFrames(inner, { phone, mould, colors: listed }, pictures)
    for (const color of listed) await updateSku(inner, `${modelId}-${color.id}`, { wireframe: frameOf(color) })
  })
  return { made: missing.length, kept }
}

/** Creates the SKUs of a model in colours of which it has none, with wireframes of pictures that `drawFrames` drew. */
export async function createFrames(
  ctx: Ctx,
  { model: { brandId, modelId }, phone, mould, colors, enabled }: WantedFrames,
  pictures: DrawnPictures,
): Promise<void> {
  if (colors.length === 0) return
  const frameOf = await insertFrames(ctx, { phone, mould, colors }, pictures)
  const writes = colors.map((color) => ({
    ...{ phoneBrandId: brandId, phoneModelId: modelId, materialId: color.materialId, materialColorId: color.id },
    ...{ wireframeId: null, wireframe: frameOf(color), enabled },
  }))
  await createSkus(ctx, writes)
}

interface Drawn<C extends DrawnColor> extends Pick<WantedFrames, 'phone' | 'mould'> {
  readonly colors: readonly C[]
}

/** Stores the files of the wireframes of one phone, and returns what each colour's wireframe is. */
async function insertFrames(
  ctx: Ctx,
  { phone, mould, colors }: Drawn<CaseColor>,
  pictures: DrawnPictures,
): Promise<(color: CaseColor) => WireframeWrite> {
  const drawing = standardCase(phone, mould)
  const keys = colors.length === 0 ? [] : [frontKey(phone), ...new Set(colors.map((color) => backKey(phone, color)))]
  const fileIds = await insertFiles(ctx, keys, pictures)
  return (color) => ({
    width: drawing.width,
    height: drawing.height,
    widthMm: drawing.widthMm,
    heightMm: drawing.heightMm,
    foregroundImageFileId: fileIds.get(frontKey(phone)),
    backgroundImageFileId: fileIds.get(backKey(phone, color)),
    printAreaLeft: drawing.printArea.left,
    printAreaTop: drawing.printArea.top,
    printAreaRight: drawing.printArea.right,
    printAreaBottom: drawing.printArea.bottom,
    standard: mould ? 'factory' : 'library',
  })
}

const frontKey = (phone: LibraryPhone): string => `${libraryName(phone)} front`
const backKey = (phone: LibraryPhone, color: DrawnColor): string =>
  `${libraryName(phone)} ${finishOf(color.look)} ${caseHex(color)}`

interface Picture extends ExaminedFile {
  readonly name: string
}

/** Pictures of phones of the library, by phone and look; all of a phone for the same mould. */
export type DrawnPictures = ReadonlyMap<string, Picture>

/** How many pictures `drawFrames` draws: colours that look the same share one. */
export const pictureCount = (phone: LibraryPhone, colors: readonly DrawnColor[]): number =>
  1 + new Set(colors.map((color) => backKey(phone, color))).size

/** Draws the foreground, and a background for each different look and colour, and stores their bytes. */
export async function drawFrames(ctx: Ctx, { phone, mould, colors }: Drawn<DrawnColor>): Promise<DrawnPictures> {
  const drawing = standardCase(phone, mould)
  const backs = new Map(colors.map((color) => [backKey(phone, color), color]))
  const drawings: readonly (readonly [string, string, string])[] = [
    [frontKey(phone), '前景图', frontArt(drawing)],
    ...[...backs].map(
      ([key, color]) => [key, `${color.name}-背景图`, backArt(drawing, finishOf(color.look), caseHex(color))] as const,
    ),
  ]
  const pngs = await Promise.all(drawings.map(([, , svg]) => ctx.renderer.drawOwn(svg, printDpi.assumed, ctx.actor.accountId)))
  await assertQuota(
    ctx,
    pngs.reduce((sum, { length }) => sum + length, 0),
  )
  const pictures = new Map<string, Picture>()
  for (const [at, [key, layer]] of drawings.entries()) {
    const { width, height } = drawing
    pictures.set(key, { name: `${phone.name}-${layer}.png`, ...(await storePng(ctx, pngs[at] as Buffer, { width, height })) })
  }
  return pictures
}

/** Stores a picture that the server drew itself. Its row is not written yet: a crash leaves an object that nothing refers to. */
async function storePng(
  { storage }: Pick<Ctx, 'storage'>,
  png: Buffer,
  size: { readonly width: number; readonly height: number },
): Promise<ExaminedFile> {
  const sha256 = createHash('sha256').update(png).digest('hex')
  const storage_key = finalKey(newFileSecret(), sha256, 'png')
  await storage.put(storage_key, png, 'image/png')
  return { storage_key, content_type: 'image/png', size: png.length, sha256, ...size }
}

/** Rejects with 'conflict' where a picture was not drawn: the catalogue changed meanwhile. */
async function insertFiles(ctx: Ctx, keys: readonly string[], drawn: DrawnPictures): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map()
  const pictures = keys.map((key) => {
    const picture = drawn.get(key)
    if (!picture) throw new Failure('conflict', '机型或材质刚刚被修改，请重试')
    return [key, picture] as const
  })
  const file = {
    account_id: ctx.actor.accountId,
    kind: fileKind.wireframe,
    status: 'ready',
    created_at: ctx.clock.now(),
  } as const
  const rows = await ctx.db
    .insertInto('file')
    .values(pictures.map(([, picture]) => ({ ...file, ...picture })))
    .returning(['id', 'storage_key'])
    .execute()
  const byStorageKey = new Map(rows.map((row) => [row.storage_key, row.id]))
  return new Map(pictures.map(([key, { storage_key }]) => [key, byStorageKey.get(storage_key) as number]))
}
