/** The demo shop: made once, on the first start, in one transaction; afterwards it is an account like any other. */
import { permissions } from '../../../contract/constants'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import type { DemoArt } from '../../ports/demo-art'
import { createBrand } from '../catalogue/brands'
import { createColor } from '../catalogue/colors'
import { createMaterial, updateMaterial } from '../catalogue/materials'
import { createModel, updateModel } from '../catalogue/models'
import { createSku } from '../catalogue/skus'
import { createWireframe } from '../catalogue/wireframes'
import { createCollection } from '../templates/collections'
import { createTemplate } from '../templates/service'
import { createAccount } from '../users/accounts'
import { caseSize } from './case-art'
import { demoCanvas, demoGroups } from './designs'
import { backKey, type DemoPictures, drawPictures, frontKey, thumbnailKey } from './pictures'
import { type DemoMaterial, type DemoModel, demoBrands, demoMaterials } from './shop-data'

/** Name of the account and of its user. */
export const demoAccount = 'demo'

export interface DemoOptions {
  readonly password: string
  readonly art: DemoArt
}

/**
 * Makes the account `demo` with its shop unless the account exists, also when another server makes it at the same moment.
 * Resolves with a sentence for each thing that could not be included.
 */
export async function seedDemoShop(deps: Deps, { password, art }: DemoOptions): Promise<readonly string[]> {
  const exists = await deps.db.selectFrom('account').select('id').where('name', '=', demoAccount).executeTakeFirst()
  if (exists) return []
  // Before the transaction: drawing takes a second or two, and rows must never name pictures that are not there yet.
  const pictures = await drawPictures(deps, art)
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
  await fillTemplates(ctx, pictures, files, preview)
}

/** Row id by the picture's key. */
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

interface Ids {
  readonly phoneBrandId: number
  readonly phoneModelId: number
}
interface Preview {
  readonly previewPhoneModelId: number
  readonly previewMaterialColorId: number
}
type Material = { readonly of: DemoMaterial; readonly id: number; readonly colors: readonly { id: number; name: string }[] }

/** Brands, models, materials, wireframes and SKUs; answers the pair the templates are previewed on. */
async function fillCatalogue(ctx: Ctx, files: FileIds): Promise<Preview> {
  const materials: Material[] = []
  for (const of of demoMaterials) materials.push(await addMaterial(ctx, of))
  let index = 0
  let preview: Preview | undefined
  for (const brand of demoBrands) {
    const { id: phoneBrandId } = await createBrand(ctx, brand)
    for (const model of brand.models) {
      const { id: phoneModelId } = await createModel(ctx, phoneBrandId, model)
      if (model.favorited) await updateModel(ctx, phoneBrandId, phoneModelId, { favorited: true })
      await addSkus(ctx, { model, index, ids: { phoneBrandId, phoneModelId }, materials }, files)
      const color = materials[0]?.colors[0]
      if (!preview && color) preview = { previewPhoneModelId: phoneModelId, previewMaterialColorId: color.id }
      index++
    }
  }
  if (!preview) throw new Error('the demo shop has no phone to preview its templates on')
  return preview
}

async function addMaterial(ctx: Ctx, of: DemoMaterial): Promise<Material> {
  const { id } = await createMaterial(ctx, { name: of.name })
  const colors: { id: number; name: string }[] = []
  for (const { name, hex } of of.colors) colors.push(await createColor(ctx, id, { name, defaultBackgroundColor: hex }))
  if (of.needBackground) await updateMaterial(ctx, id, { needBackground: true })
  return { of, id, colors }
}

interface Entry {
  readonly model: DemoModel
  readonly index: number
  readonly ids: Ids
  readonly materials: readonly Material[]
}

/** A wireframe and a SKU for each colour on offer; every seventh is off shelf, as in a shop that is still being filled. */
async function addSkus(ctx: Ctx, { model, index, ids, materials }: Entry, files: FileIds): Promise<void> {
  const { width, height, widthMm, heightMm, margin } = caseSize(model)
  for (const { of, id: materialId, colors } of materials.filter((material) => material.of.offers(index))) {
    for (const [place, color] of colors.entries()) {
      const wireframe = await createWireframe(ctx, {
        width,
        height,
        widthMm,
        heightMm,
        foregroundImageFileId: files(frontKey(model)),
        backgroundImageFileId: files(backKey(model, of, color.name)),
        printAreaLeft: margin,
        printAreaTop: margin,
        printAreaRight: margin,
        printAreaBottom: margin,
      })
      const enabled = (index + place) % 7 !== 6
      await createSku(ctx, { ...ids, materialId, materialColorId: color.id, wireframeId: wireframe.id, enabled })
    }
  }
}

async function fillTemplates(ctx: Ctx, pictures: DemoPictures, files: FileIds, preview: Preview): Promise<void> {
  for (const group of demoGroups) {
    const { id: collectionId } = await createCollection(ctx, group)
    for (const design of group.designs) {
      const layers = pictures.layersOf(design).map(({ file, ...layer }, index) => ({
        ...layer,
        id: null,
        uuid: `demo-${index}`,
        type: 'IMAGE' as const,
        imageUrl: file,
        imageFileId: files(file),
        originalWidth: pictures.files.get(file)?.width ?? layer.width,
        originalHeight: pictures.files.get(file)?.height ?? layer.height,
        index,
        locked: false,
        isUserUploadImage: false,
      }))
      const thumbnailFileId = files(thumbnailKey(design))
      await createTemplate(ctx, { collectionId, name: design.name, ...demoCanvas, ...preview, layers, thumbnailFileId })
    }
  }
}
