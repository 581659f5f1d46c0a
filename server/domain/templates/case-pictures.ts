/**
 * Pictures of templates on the case of their preview phone, with light: their addresses, and drawing them. A picture is made when it
 * is first asked for and then stored; its name follows from everything that it shows, so the content of an address never changes.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { mmPerInch } from '../../../contract/rules/lengths'
import { guessLook, type Look, type Pose } from '../../../contract/rules/look'
import type { CasePicture } from '../../../contract/types'
import type { Db, Deps } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { readStored } from '../orders/picture-bytes'
import { readKeyedLayers } from './layers'

/** Folder of the addresses and of the storage. */
export const caseFolder = 'case'
/** Size of a picture, px: two for each of a card of the shelf. */
export const casePictureSize = { width: 480, height: 640 } as const
/** Counted up when cases are drawn otherwise, so that stored pictures are made anew. */
const pressVersion = 2
/** Assumed for a case without a size, mm: only the width of its edge and its grain depend on it. */
const assumedHeightMm = 155

/** Everything that a picture shows. */
export interface CaseSource {
  readonly accountId: number
  readonly templateId: number
  readonly revision: number
  /** Size of the design, px. */
  readonly width: number
  readonly height: number
  readonly thumbnailKey: string | null
  readonly frameWidth: number
  readonly frameHeight: number
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly backgroundKey: string | null
  readonly foregroundKey: string | null
  readonly paper: string | null
  readonly look: Look | null
  readonly materialName: string
  readonly pose: Pose
  /** Name of the picture that the storage has; null without one. */
  readonly madeName: string | null
}

/**
 * Returns what the pictures of these templates show. A template whose phone has no wireframe is left out; one without a phone lies on
 * the shop's first case on sale, its favourite models first.
 */
export async function readCaseSources(db: Db, accountId: number, templateIds: readonly number[]): Promise<readonly CaseSource[]> {
  if (templateIds.length === 0) return []
  const { rows } = await sql<CaseSource>`
    with first_case as (
      select sku.phone_model_id, sku.material_color_id from sku
      join phone_model model on model.id = sku.phone_model_id
      join phone_brand brand on brand.id = sku.phone_brand_id
      join material on material.id = sku.material_id
      join material_color color on color.id = sku.material_color_id
      where sku.account_id = ${accountId} and sku.wireframe_id is not null
      order by sku.enabled desc, model.favorited desc, brand.position, model.position, material.position, color.position limit 1)
    select template.account_id as "accountId", template.id as "templateId", template.revision, template.width, template.height,
      thumbnail.storage_key as "thumbnailKey", frame.width as "frameWidth", frame.height as "frameHeight",
      frame.width_mm as "widthMm", frame.height_mm as "heightMm", under.storage_key as "backgroundKey",
      over.storage_key as "foregroundKey", color.default_background_color as paper, material.look, material.name as "materialName",
      material.effect_pose as pose, made.name as "madeName"
    from template
    join lateral (
      select sku.wireframe_id, sku.material_id, sku.material_color_id from sku
      where sku.account_id = template.account_id and sku.wireframe_id is not null
        and sku.phone_model_id = coalesce(template.preview_phone_model_id, (select phone_model_id from first_case))
        and (template.preview_phone_model_id is null and sku.material_color_id = (select material_color_id from first_case)
          or template.preview_phone_model_id is not null
            and (template.preview_material_color_id is null or sku.material_color_id = template.preview_material_color_id))
      order by sku.enabled desc, sku.id limit 1) shown on true
    join wireframe frame on frame.id = shown.wireframe_id
    join material on material.id = shown.material_id
    join material_color color on color.id = shown.material_color_id
    left join file thumbnail on thumbnail.id = template.thumbnail_file_id
    left join file under on under.id = frame.background_file_id
    left join file over on over.id = frame.foreground_file_id
    left join case_picture made on made.template_id = template.id
    where template.account_id = ${accountId} and template.id = any(${[...templateIds]}::bigint[])
      and (frame.background_file_id is not null or frame.foreground_file_id is not null)`.execute(db)
  return rows
}

/** Returns the name of the picture that shows this: nobody can tell it who does not know the server's secret. */
export function casePictureName(fileSecret: string, { madeName, templateId, revision, ...shown }: CaseSource): string {
  // A new revision has a new thumbnail; without one the layers are drawn.
  const drawn = { ...shown, revision: shown.thumbnailKey === null ? revision : 0, templateId, pressVersion }
  const facts = JSON.stringify(Object.entries(drawn).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${templateId}-${createHmac('sha256', fileSecret).update(`case\n${facts}`).digest('hex').slice(0, 32)}`
}

/** Storage key of the picture of this name. */
export const casePictureKey = (name: string): string => `${caseFolder}/${name}.webp`

type Addressed = Pick<Deps, 'db' | 'fileSecret' | 'publicUrl' | 'filesUrl'> & { readonly actor: { readonly accountId: number } }

/** Returns the pictures of these templates on their cases by the templates' ids; without those that have none. */
export async function casePicturesOf(ctx: Addressed, templateIds: readonly number[]): Promise<ReadonlyMap<number, CasePicture>> {
  const { publicUrl, filesUrl = publicUrl, fileSecret } = ctx
  const sources = await readCaseSources(ctx.db, ctx.actor.accountId, templateIds)
  return new Map(
    sources.map((source) => {
      const name = casePictureName(fileSecret, source)
      const url = `${filesUrl}/files/${caseFolder}/${name}.webp`
      return [source.templateId, { url, ...casePictureSize, ready: source.madeName === name }]
    }),
  )
}

type DrawDeps = Pick<Deps, 'db' | 'storage' | 'renderer'>

/** Draws a picture as WebP. Rejects with a Failure when a picture that it needs is lost or cannot be drawn. */
export async function drawCasePicture(deps: DrawDeps, source: CaseSource): Promise<Buffer> {
  const { accountId, frameWidth, frameHeight, look, materialName, pose, paper } = source
  const read = (key: string | null) => (key === null ? null : readStored(deps, key))
  const [print, background, foreground] = await Promise.all([
    source.thumbnailKey === null ? drawFlat(deps, source) : readStored(deps, source.thumbnailKey),
    read(source.backgroundKey),
    read(source.foregroundKey),
  ])
  const heightMm = source.heightMm ?? (source.widthMm === null ? assumedHeightMm : (source.widthMm * frameHeight) / frameWidth)
  return deps.renderer.drawMockup({
    owner: accountId,
    print,
    fit: 'cover',
    background,
    foreground,
    paper,
    widthMm: source.widthMm ?? (heightMm * frameWidth) / frameHeight,
    heightMm,
    look: look ?? guessLook(materialName),
    pose,
    picture: casePictureSize,
  })
}

/** Draws the layers of a template that has no thumbnail, as high as the picture. */
async function drawFlat(deps: DrawDeps, { accountId, templateId, width, height }: CaseSource): Promise<Buffer> {
  const layers = await readKeyedLayers(deps.db, accountId, templateId)
  if (layers.length === 0) throw new Failure('not-found', '模板没有图层')
  // At this resolution a millimetre is a pixel.
  const scale = casePictureSize.height / height
  return deps.renderer.render({
    canvas: { width, height },
    layers,
    print: { widthMm: Math.max(1, width * scale), heightMm: casePictureSize.height, dpi: mmPerInch },
    owner: accountId,
    readPicture: ({ imageKey }) => readStored(deps, imageKey),
  })
}

/** Notes that the storage has the picture of this name, and removes the one that it replaces. */
export async function keepCasePicture(
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  { accountId, templateId }: CaseSource,
  name: string,
): Promise<void> {
  const { rows } = await sql<{ replaced: string | null }>`
    insert into case_picture (account_id, template_id, name, made_at) values (${accountId}, ${templateId}, ${name}, ${clock.now()})
    on conflict (template_id) do update set name = excluded.name, made_at = excluded.made_at
    returning (select old.name from case_picture old where old.template_id = ${templateId}) as replaced`.execute(db)
  const replaced = rows[0]?.replaced ?? null
  if (replaced !== null && replaced !== name) await storage.remove(casePictureKey(replaced))
}

/** Removes the pictures of templates that are gone. */
export async function sweepCasePictures({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    delete from case_picture where not exists (select from template where template.id = case_picture.template_id)
    returning name`.execute(db)
  for (const { name } of rows) await storage.remove(casePictureKey(name))
}
