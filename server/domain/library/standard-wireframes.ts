/** Draws standard wireframes of one model for colours of materials, and stores them with their SKUs. */
import { createHash } from 'node:crypto'
import { fileKind } from '../../../contract/constants'
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
import type { CaseColor } from './colors'
import type { CatalogueModel } from './entries'
import { type Mould, type StandardCase, standardCase } from './standard-case'

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
  const { brandId, modelId } = model
  const skus = new Map((await listSkus(ctx, [modelId])).map((sku) => [sku.materialColorId, sku]))
  const missing = colors.filter(({ id }) => (skus.get(id)?.wireframeId ?? null) === null)
  const kept = colors.length - missing.length
  if (missing.length === 0) return { made: 0, kept }
  const drawing = standardCase(phone, mould)
  const pictures = await drawPictures(ctx, phone, drawing, missing)
  await transact(ctx, async (inner) => {
    const fileIds = await insertFiles(inner, pictures)
    const frameOf = (color: CaseColor): WireframeWrite => ({
      width: drawing.width,
      height: drawing.height,
      widthMm: drawing.widthMm,
      heightMm: drawing.heightMm,
      foregroundImageFileId: fileIds.get(frontKey),
      backgroundImageFileId: fileIds.get(backKey(color)),
      printAreaLeft: drawing.printArea.left,
      printAreaTop: drawing.printArea.top,
      printAreaRight: drawing.printArea.right,
      printAreaBottom: drawing.printArea.bottom,
      standard: mould ? 'factory' : 'library',
    })
    const writes = missing
      .filter(({ id }) => !skus.has(id))
      .map((color) => ({
        ...{ phoneBrandId: brandId, phoneModelId: modelId, materialId: color.materialId, materialColorId: color.id },
        ...{ wireframeId: null, wireframe: frameOf(color), enabled },
      }))
    if (writes.length > 0) await createSkus(inner, writes)
    for (const color of missing) {
      if (skus.has(color.id)) await updateSku(inner, `${modelId}-${color.id}`, { wireframe: frameOf(color) })
    }
  })
  return { made: missing.length, kept }
}

const frontKey = 'front'
const backKey = (color: CaseColor): string => `${finishOf(color.look)} ${caseHex(color)}`

interface Picture extends ExaminedFile {
  readonly name: string
}

/** Draws the foreground, and a background for each different look and colour; stores their bytes, and returns them by key. */
async function drawPictures(
  ctx: Ctx,
  phone: LibraryPhone,
  drawing: StandardCase,
  colors: readonly CaseColor[],
): Promise<ReadonlyMap<string, Picture>> {
  const backs = new Map(colors.map((color) => [backKey(color), color]))
  const drawings: readonly (readonly [string, string, string])[] = [
    [frontKey, '前景图', frontArt(drawing)],
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

async function insertFiles(ctx: Ctx, pictures: ReadonlyMap<string, Picture>): Promise<ReadonlyMap<string, number>> {
  const file = {
    account_id: ctx.actor.accountId,
    kind: fileKind.wireframe,
    status: 'ready',
    created_at: ctx.clock.now(),
  } as const
  const rows = await ctx.db
    .insertInto('file')
    .values([...pictures.values()].map((picture) => ({ ...file, ...picture })))
    .returning(['id', 'storage_key'])
    .execute()
  const byStorageKey = new Map(rows.map((row) => [row.storage_key, row.id]))
  return new Map([...pictures].map(([key, { storage_key }]) => [key, byStorageKey.get(storage_key) as number]))
}
