/** Creates the demo shop on the first start, in one transaction; afterwards it is an account like any other. */
import { permissions } from '../../../contract/constants'
import { createCollection as createAssetCollection } from '../../domain/assets/collections'
import { createBrand } from '../../domain/catalogue/brands'
import { createColor } from '../../domain/catalogue/colors'
import { createMaterial, updateMaterial } from '../../domain/catalogue/materials'
import { createModel, updateModel } from '../../domain/catalogue/models'
import { createColor as createTextColor } from '../../domain/fonts/colors'
import { createFont } from '../../domain/fonts/fonts'
import { createCollection } from '../../domain/templates/collections'
import { createTemplate } from '../../domain/templates/service'
import { createAccount } from '../../domain/users/accounts'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { positionGap } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { caseSize } from './case-art'
import { addDemoCredits } from './credits'
import { demoCanvas, demoCollections } from './designs'
import { demoLibrary } from './library'
import { addDemoOrders } from './orders'
import { photoTemplate, textFields } from './photo-template'
import type { DemoPictureSource } from './picture-source'
import { backKey, type DemoPictures, fontKeys, frontKey, libraryKeys, thumbnailKey } from './pictures'
import { colorsFor, type DemoMaterial, type DemoModel, demoBrands, demoMaterials, textColors } from './shop-data'
import { addDemoShops, type DemoSeller } from './shops'

/** Name of the account and of its user. */
export const demoAccount = 'demo'

export interface DemoOptions {
  readonly password: string
  readonly pictures: DemoPictureSource
  /** The seller who authorizes the Taobao shop; without one there is no Taobao shop. */
  readonly seller?: DemoSeller | undefined
}

/**
 * Creates the account `demo` with its shop, also if another server does so at the same time. Each part is added unless it is there, so
 * that a start goes on where an earlier one ended. Resolves with a sentence for each thing that could not be included.
 */
export async function seedDemoShop(deps: Deps, options: DemoOptions): Promise<readonly string[]> {
  const notes = await makeAccount(deps, options)
  const ctx = await demoContext(deps)
  await addDemoShops(ctx, options.seller)
  await addDemoCredits(ctx)
  await addDemoOrders(ctx, options.pictures)
  return notes
}

/** Returns a context of the demo's main user. */
async function demoContext(deps: Deps): Promise<Ctx> {
  const user = await deps.db
    .selectFrom('account')
    .innerJoin('app_user', 'app_user.account_id', 'account.id')
    .select(['account.id as accountId', 'app_user.id as userId'])
    .where('account.name', '=', demoAccount)
    .where('app_user.is_main', '=', true)
    .executeTakeFirstOrThrow()
  return { ...deps, traceId: 'demo', actor: { ...user, username: demoAccount, permissions } }
}

async function makeAccount(deps: Deps, { password, pictures: source }: DemoOptions): Promise<readonly string[]> {
  const exists = await deps.db.selectFrom('account').select('id').where('name', '=', demoAccount).executeTakeFirst()
  if (exists) return []
  // Done before the transaction: storing takes a while, and rows must never refer to pictures that are not stored yet.
  const pictures = await source.ofShop(deps)
  try {
    await transact(deps, (inner) => openShop(inner, password, pictures))
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return []
    throw error
  }
  return pictures.notes
}

async function openShop(deps: Deps, password: string, pictures: DemoPictures): Promise<void> {
  const account = await createAccount(deps, { name: demoAccount, password })
  const ctx: Ctx = { ...deps, traceId: 'demo', actor: { ...account, username: demoAccount, permissions } }
  const files = await insertFiles(ctx, pictures)
  const preview = await fillCatalogue(ctx, files)
  const fontId = await fillFonts(ctx, pictures, files)
  await fillTemplates(ctx, pictures, files, preview, fontId)
  await fillLibrary(ctx, pictures, files)
}

/** Returns the row id of a file by the picture's key. */
type FileIds = (key: string) => number

async function insertFiles(ctx: Ctx, { files }: DemoPictures): Promise<FileIds> {
  const entries = [...files]
  const rows = await ctx.db
    .insertInto('file')
    .values(entries.map(([, file]) => ({ ...file, account_id: ctx.actor.accountId, status: 'ready' as const })))
    .returning(['id', 'storage_key'])
    .execute()
  const byStorageKey = new Map(rows.map((row) => [row.storage_key, row.id]))
  return (key) => {
    const id = byStorageKey.get(files.get(key)?.storage_key ?? '')
    if (id === undefined) throw new Error(`the demo shop has no picture ${key}`)
    return id
  }
}

interface Preview {
  readonly previewPhoneModelId: number
  readonly previewMaterialColorId: number
}
interface Material {
  readonly of: DemoMaterial
  readonly id: number
  /** Ids of its colours by name. */
  readonly colorIds: ReadonlyMap<string, number>
}
/** A phone of the shop with its ids; `index` counts over all brands. */
interface Phone {
  readonly model: DemoModel
  readonly index: number
  readonly brandId: number
  readonly modelId: number
}

/** Creates brands, models, materials, wireframes and SKUs; returns the model and colour with which templates are previewed. */
async function fillCatalogue(ctx: Ctx, files: FileIds): Promise<Preview> {
  const materials: Material[] = []
  for (const of of demoMaterials) materials.push(await addMaterial(ctx, of))
  const phones: Phone[] = []
  for (const brand of demoBrands) {
    const { id: brandId } = await createBrand(ctx, brand)
    for (const model of brand.models) {
      const { id: modelId } = await createModel(ctx, brandId, model)
      if (model.favorited) await updateModel(ctx, brandId, modelId, { favorited: true })
      phones.push({ model, index: phones.length, brandId, modelId })
    }
  }
  await addSkus(ctx, phones, materials, files)
  const [phone] = phones
  const [colorId] = materials[0]?.colorIds.values() ?? []
  if (!phone || colorId === undefined) throw new Error('the demo shop has no phone to preview its templates on')
  return { previewPhoneModelId: phone.modelId, previewMaterialColorId: colorId }
}

async function addMaterial(ctx: Ctx, of: DemoMaterial): Promise<Material> {
  const { id } = await createMaterial(ctx, { name: of.name })
  const colorIds = new Map<string, number>()
  for (const { name, hex } of of.colors) {
    colorIds.set(name, (await createColor(ctx, id, { name, defaultBackgroundColor: hex })).id)
  }
  if (of.needBackground) await updateMaterial(ctx, id, { needBackground: true })
  return { of, id, colorIds }
}

/**
 * Creates a wireframe and a SKU for each offered colour; every seventh is off shelf, as in a shop that is still being set up.
 * Uses two statements for all of them: one by one they would take most of the first start.
 */
async function addSkus(
  { db, actor }: Ctx,
  phones: readonly Phone[],
  materials: readonly Material[],
  files: FileIds,
): Promise<void> {
  const account_id = actor.accountId
  const offers = phones.flatMap((phone) =>
    materials.flatMap(({ of, id, colorIds }) =>
      colorsFor(of, phone.index).map(({ name }, index) => ({
        phone,
        of,
        materialId: id,
        color: name,
        colorId: colorIds.get(name),
        index,
      })),
    ),
  )
  const frames = await db
    .insertInto('wireframe')
    .values(
      offers.map(({ phone: { model }, of, color }) => {
        const { width, height, widthMm, heightMm, margin } = caseSize(model)
        return {
          account_id,
          width,
          height,
          width_mm: widthMm,
          height_mm: heightMm,
          foreground_file_id: files(frontKey(model)),
          background_file_id: files(backKey(model, of, color)),
          print_left: margin,
          print_top: margin,
          print_right: margin,
          print_bottom: margin,
        }
      }),
    )
    .returning(['id', 'background_file_id'])
    .execute()
  const frameOf = new Map(frames.map((frame) => [frame.background_file_id, frame.id]))
  const skus = offers.flatMap(({ phone, of, materialId, color, colorId, index }) =>
    colorId === undefined
      ? []
      : {
          account_id,
          phone_brand_id: phone.brandId,
          phone_model_id: phone.modelId,
          material_id: materialId,
          material_color_id: colorId,
          wireframe_id: frameOf.get(files(backKey(phone.model, of, color))) ?? null,
          enabled: (phone.index + index) % 7 !== 6,
        },
  )
  await db.insertInto('sku').values(skus).execute()
}

/**
 * Creates the asset library, without collections of which nothing could be drawn. All assets are written in one statement, like
 * the SKUs.
 */
async function fillLibrary(ctx: Ctx, pictures: DemoPictures, files: FileIds): Promise<void> {
  const assets = []
  for (const { type, name, keys } of demoLibrary(libraryKeys)) {
    const drawnKeys = keys.filter((key) => pictures.files.has(key))
    if (drawnKeys.length === 0) continue
    const { id } = await createAssetCollection(ctx, { type, name })
    for (const [index, key] of drawnKeys.entries()) {
      const position = (index + 1) * positionGap
      assets.push({ account_id: ctx.actor.accountId, collection_id: id, file_id: files(key), position })
    }
  }
  await ctx.db.insertInto('asset').values(assets).execute()
}

/** Creates the text colours and, if its package is installed, the font, whose id it returns. */
async function fillFonts(ctx: Ctx, pictures: DemoPictures, files: FileIds): Promise<number | null> {
  for (const hexCode of textColors) await createTextColor(ctx, { hexCode })
  if (!pictures.files.has(fontKeys.file)) return null
  const font = await createFont(ctx, {
    name: '站酷快乐体',
    fontFileId: files(fontKeys.file),
    previewImageFileId: files(fontKeys.preview),
    activePreviewImageFileId: files(fontKeys.activePreview),
  })
  return font.id
}

async function fillTemplates(
  ctx: Ctx,
  pictures: DemoPictures,
  files: FileIds,
  preview: Preview,
  fontId: number | null,
): Promise<void> {
  const stored = (file: string, layer: { readonly width: number; readonly height: number }) => ({
    id: null,
    imageUrl: file,
    imageFileId: files(file),
    originalWidth: pictures.files.get(file)?.width ?? layer.width,
    originalHeight: pictures.files.get(file)?.height ?? layer.height,
  })
  for (const [at, collection] of demoCollections.entries()) {
    const { id: collectionId } = await createCollection(ctx, collection)
    if (at === 0) {
      const layers = pictures.photoLayers.map(({ file, text, ...layer }, index) => ({
        ...layer,
        ...stored(file, layer),
        uuid: `demo-${index}`,
        index,
        ...(text === null ? { type: 'IMAGE' as const } : { type: 'TEXT' as const, text, fontId, ...textFields }),
      }))
      const { name, thumbnail } = photoTemplate
      await createTemplate(ctx, { collectionId, name, ...demoCanvas, ...preview, layers, thumbnailFileId: files(thumbnail) })
    }
    for (const design of collection.designs) {
      const layers = pictures.layersOf(design).map(({ file, ...layer }, index) => ({
        ...layer,
        ...stored(file, layer),
        uuid: `demo-${index}`,
        type: 'IMAGE' as const,
        index,
        locked: false,
        isUserUploadImage: false,
      }))
      const thumbnailFileId = files(thumbnailKey(design))
      await createTemplate(ctx, { collectionId, name: design.name, ...demoCanvas, ...preview, layers, thumbnailFileId })
    }
  }
}
