/** Components: made, read, changed in all templates that show them, taken back, renamed and deleted. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { fileKind, maxComponents } from '../../../contract/constants'
import type * as schemas from '../../../contract/schemas/components'
import type { ComponentRow, ComponentVersion, DesignComponent } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { newLastPosition, requireLockedList } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { requireFile } from '../files/service'
import { checkLayerFiles, checkLayerFonts } from '../templates/references'
import { arrangeLayers } from '../templates/rules'
import { thumbnailQueue } from '../templates/thumbnails'
import { deleteItem } from '../trash/deletion'
import { fontsOfComponents, toStored } from './contents'
import { rewriteTemplates } from './instances'
import { componentScope } from './lists'

type Create = z.output<typeof schemas.componentCreate>
type Save = z.output<typeof schemas.componentSave>
type Drawn = Omit<Save, 'revision'>

interface Row extends Omit<ComponentRow, 'thumbnail' | 'updatedAt'> {
  readonly updatedAt: Date
  readonly thumbnailKey: string | null
  readonly thumbnailWidth: number | null
  readonly thumbnailHeight: number | null
}

async function selectRows({ db, actor }: Ctx, id: number | null): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with used as (
      select (layer.data -> 'component' ->> 'id')::bigint as component_id, count(distinct template.id)::int as templates,
        (count(distinct template.id) filter (where template.enabled))::int as enabled
      from template_layer layer join template on template.id = layer.template_id
      where layer.account_id = ${actor.accountId} and layer.data -> 'component' ->> 'id' is not null
        and (${id}::bigint is null or (layer.data -> 'component' ->> 'id')::bigint = ${id}::bigint)
      group by 1)
    select component.id, component.name, component.revision, version.width, version.height,
      jsonb_array_length(version.layers) as "layerCount", coalesce(used.templates, 0) as templates,
      coalesce(used.enabled, 0) as "enabledTemplates", component.updated_at as "updatedAt", file.storage_key as "thumbnailKey",
      file.width as "thumbnailWidth", file.height as "thumbnailHeight"
    from design_component component
    join design_component_version version on version.component_id = component.id and version.revision = component.revision
    left join file on file.id = version.thumbnail_file_id
    left join used on used.component_id = component.id
    where component.account_id = ${actor.accountId} and (${id}::bigint is null or component.id = ${id}::bigint)
    order by component.position`.execute(db)
  return rows
}

type Pictured = Pick<Row, 'thumbnailKey' | 'thumbnailWidth' | 'thumbnailHeight'>

const thumbnailOf = (ctx: Ctx, { thumbnailKey: key, thumbnailWidth: width, thumbnailHeight: height }: Pictured) =>
  key === null || width === null || height === null ? null : { url: fileAddress(ctx, key), width, height }

function toRow(ctx: Ctx, { thumbnailKey, thumbnailWidth, thumbnailHeight, updatedAt, ...row }: Row): ComponentRow {
  const thumbnail = thumbnailOf(ctx, { thumbnailKey, thumbnailWidth, thumbnailHeight })
  return { ...row, thumbnail, updatedAt: updatedAt.getTime() }
}

/** Returns all components of the account with how many templates show them, the oldest first. */
export async function listComponents(ctx: Ctx): Promise<ComponentRow[]> {
  return (await selectRows(ctx, null)).map((row) => toRow(ctx, row))
}

async function readRow(ctx: Ctx, id: number): Promise<ComponentRow> {
  const [row] = await selectRows(ctx, id)
  if (!row) throw notFound('组件')
  return toRow(ctx, row)
}

export async function getComponent(ctx: Ctx, id: number): Promise<DesignComponent> {
  const row = await readRow(ctx, id)
  const { layers, file_ids: fileIds } = await readVersion(ctx, id, row.revision)
  const files = await ctx.db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', 'in', fileIds)
    .execute()
  const keys = new Map(files.map((file) => [file.id, file.storage_key]))
  return {
    ...row,
    layers: layers.map((layer, at) => ({ ...layer, id: at + 1, imageUrl: fileAddress(ctx, keys.get(layer.imageFileId) ?? '') })),
  }
}

async function readVersion({ db, actor }: Ctx, id: number, revision: number) {
  const version = await db
    .selectFrom('design_component_version')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('component_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!version) throw notFound('组件的这个版本')
  return version
}

/** Refuses what a component cannot have: other components, a background, and layers that nobody sees. */
function checkContent({ layers }: Drawn): void {
  for (const [at, layer] of layers.entries()) {
    if (layer.component) throw invalid(`layers.${at}.component`, '组件里不能再放组件，请先脱离里面的组件')
    if (layer.isBackground) throw invalid(`layers.${at}.isBackground`, '背景图层不能放进组件')
    if (layer.hidden) throw invalid(`layers.${at}.hidden`, '组件里不能有隐藏的图层，请先显示或删除它们')
  }
}

/** Stores a content as the revision of a component. */
async function writeVersion(ctx: Ctx, id: number, revision: number, { width, height, thumbnailFileId, layers: sent }: Drawn) {
  const { db, actor, clock, jobs } = ctx
  checkContent({ width, height, thumbnailFileId, layers: sent })
  const layers = arrangeLayers(sent)
  if (thumbnailFileId !== null) await requireFile(ctx, thumbnailFileId, [fileKind.templateThumbnail], 'thumbnailFileId')
  await checkLayerFiles(ctx, sent)
  await checkLayerFonts(ctx, sent, () => fontsOfComponents(ctx, [id]))
  await db
    .insertInto('design_component_version')
    .values({
      ...{ account_id: actor.accountId, component_id: id, revision, width, height },
      ...{ thumbnail_file_id: thumbnailFileId, thumbnail_due: thumbnailFileId === null },
      layers: JSON.stringify(toStored(layers.map((layer) => ({ ...layer, locked: false, groupId: null, layoutRule: null })))),
      file_ids: JSON.stringify([...new Set(layers.map(({ imageFileId }) => imageFileId))]),
      created_by: actor.username,
      created_at: clock.now(),
    })
    .execute()
  if (thumbnailFileId === null) await jobs.send(db, { queue: thumbnailQueue, accountId: actor.accountId, data: {} })
}

/** Creates a component at the end of the list. */
export async function createComponent(ctx: Ctx, { name, ...drawn }: Create): Promise<DesignComponent> {
  const created = await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const scope = componentScope(inner)
    await requireLockedList(db, scope)
    const { total } = await db
      .selectFrom('design_component')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('account_id', '=', actor.accountId)
      .executeTakeFirstOrThrow()
    if (total >= maxComponents) throw new Failure('quota-exceeded', `最多有 ${maxComponents} 个组件，请先删除不用的`)
    const { id } = await db
      .insertInto('design_component')
      .values({
        account_id: actor.accountId,
        name,
        updated_at: clock.now(),
        position: await newLastPosition(db, scope),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeVersion(inner, id, 1, drawn)
    return getComponent(inner, id)
  })
  ctx.jobs.wake(thumbnailQueue)
  return created
}

/**
 * Changes a component and all its copies in templates, in one transaction. Designs that buyers began keep what they have. Rejects with
 * 'stale-revision' when somebody else changed it since, and with 'invalid' when a template would have too many layers.
 */
export const saveComponent = (ctx: Ctx, id: number, { revision, ...drawn }: Save): Promise<DesignComponent> =>
  change(ctx, id, revision, (inner, next) => writeVersion(inner, id, next, drawn))

/** Gives a component, and all its copies, the content of an earlier revision, as a new revision. */
export const revertComponent = (ctx: Ctx, id: number, { revision, to }: z.output<typeof schemas.componentRevert>) =>
  change(ctx, id, revision, async (inner, next) => {
    const { db, actor, clock } = inner
    const { id: _, layers, file_ids, ...version } = await readVersion(inner, id, to)
    await db
      .insertInto('design_component_version')
      .values({
        ...version,
        ...{ revision: next, layers: JSON.stringify(layers), file_ids: JSON.stringify(file_ids) },
        ...{ created_by: actor.username, created_at: clock.now() },
      })
      .execute()
  })

async function change(
  ctx: Ctx,
  id: number,
  seen: number,
  write: (inner: Ctx, revision: number) => Promise<void>,
): Promise<DesignComponent> {
  const changed = await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    // Saves of templates hold a weaker lock: what they store before this is found below, and later ones see the new revision.
    const stored = await requireOwned(inner, 'design_component', id, '组件', { lock: 'update' })
    if (stored.revision !== seen)
      throw new Failure(
        'stale-revision',
        `组件已在其他窗口或由其他人修改过（当前第 ${stored.revision} 版，您看到的是第 ${seen} 版），本次没有保存；请重新打开组件后再改`,
      )
    const revision = seen + 1
    await write(inner, revision)
    await db
      .updateTable('design_component')
      .set({ revision, updated_at: clock.now() })
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .execute()
    await rewriteTemplates(inner, new Map([[id, revision]]))
    return getComponent(inner, id)
  })
  ctx.jobs.wake(thumbnailQueue)
  return changed
}

export function renameComponent(ctx: Ctx, id: number, name: string): Promise<ComponentRow> {
  return transact(ctx, async (inner) => {
    await requireOwned(inner, 'design_component', id, '组件', { lock: 'no key update' })
    await inner.db
      .updateTable('design_component')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', inner.actor.accountId)
      .execute()
    return readRow(inner, id)
  })
}

/** Returns the contents that a component had, the present one first. */
export async function listVersions(ctx: Ctx, id: number): Promise<ComponentVersion[]> {
  await requireOwned(ctx, 'design_component', id, '组件')
  const rows = await ctx.db
    .selectFrom('design_component_version as version')
    .leftJoin('file', 'file.id', 'version.thumbnail_file_id')
    .select(['version.revision', 'version.created_by', 'version.created_at'])
    .select(['file.storage_key as thumbnailKey', 'file.width as thumbnailWidth', 'file.height as thumbnailHeight'])
    .select(sql<number>`jsonb_array_length(version.layers)`.as('layerCount'))
    .where('version.account_id', '=', ctx.actor.accountId)
    .where('version.component_id', '=', id)
    .orderBy('version.revision', 'desc')
    .execute()
  return rows.map(({ created_by, created_at, revision, layerCount, ...picture }) => ({
    ...{ revision, layerCount, createdBy: created_by, createdAt: created_at.getTime() },
    thumbnail: thumbnailOf(ctx, picture),
  }))
}

/** Deletes a component; it can be restored. Its copies in templates stay as they are. */
export function removeComponent(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = componentScope(inner)
    await requireLockedList(inner.db, scope)
    await deleteItem(inner, 'component', scope, id)
  })
}
