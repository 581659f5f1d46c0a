/** Brings copies of components up to date: those of layers that are saved, and those of all templates after a change. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fileKind, maxLayers } from '../../../contract/constants'
import { templateName } from '../../../contract/rules/case-names'
import { type InstanceChange, instancesIn, withChangedInstances } from '../../../contract/rules/component'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { storeOwnFile } from '../files/service'
import { readLayers, writeLayers } from '../templates/layers'
import { thumbnailQueue } from '../templates/thumbnails'
import { readContents } from './contents'

type Layers = readonly TemplateLayerWrite[]
/** Present revisions of components by their ids. */
type Revisions = ReadonlyMap<number, number>
/** Ids of stored pictures by what they show. */
type DrawnShapes = Map<string, number>
/** Templates that are in memory at a time. */
const batchSize = 100

/** Returns a function that says what becomes of an instance: null for one that shows what its component has now, or has none any more. */
async function changesOf(ctx: Ctx, lists: readonly Layers[], revisions: Revisions) {
  const stale = lists.flatMap(instancesIn).flatMap(({ id, revision }) => {
    const now = revisions.get(id)
    return now === undefined || now === revision ? [] : [{ id, revision, now }]
  })
  const contentOf = await readContents(ctx, [...stale, ...stale.map(({ id, now }) => ({ id, revision: now }))])
  return ({ id, revision }: { id: number; revision: number }): InstanceChange<TemplateLayerWrite> | null => {
    const now = revisions.get(id)
    if (now === undefined || now === revision) return null
    const [from, to] = [contentOf({ id, revision }), contentOf({ id, revision: now })]
    return from && to ? { from, to } : null
  }
}

/** Refuses layers that name a revision which their component never had. */
export async function checkComponents(ctx: Ctx, layers: Layers, revisions: Revisions): Promise<void> {
  const contentOf = await readContents(
    ctx,
    instancesIn(layers).filter(({ id }) => revisions.has(id)),
  )
  const unknown = layers.findIndex(({ component }) => component && revisions.has(component.id) && !contentOf(component))
  if (unknown >= 0) throw invalid(`layers.${unknown}.component`, '组件没有这个版本，请刷新页面后重试')
}

/** Returns the layers from the bottom to the top with their copies of components up to date; the same list where all of them are. */
export async function currentLayers(ctx: Ctx, layers: Layers, revisions: Revisions): Promise<Layers> {
  const current = withChangedInstances(layers, await changesOf(ctx, [layers], revisions), () => randomUUID())
  if (current === layers) return layers
  if (current.length > maxLayers) throw invalid('layers', `组件更新后超过 ${maxLayers} 个图层，请先删除一些图层`)
  return withShapes(ctx, current, new Map())
}

/**
 * Brings the copies of these components in all templates of the account up to date, in the caller's transaction, which has locked the
 * components. Each template that changes gets a new revision, and its thumbnail is drawn by a job. Returns how many changed.
 */
export async function rewriteTemplates(ctx: Ctx, revisions: Revisions): Promise<number> {
  const { db, actor, clock, jobs } = ctx
  const { rows: templates } = await sql<{ id: number; name: string }>`
    select id, name from template where account_id = ${actor.accountId} and id in (
      select layer.template_id from template_layer layer join design_component component
        on component.id = (layer.data -> 'component' ->> 'id')::bigint and component.account_id = layer.account_id
      where layer.account_id = ${actor.accountId} and layer.data -> 'component' ->> 'id' is not null
        and (layer.data -> 'component' ->> 'id')::bigint = any(${[...revisions.keys()]}::bigint[])
        and (layer.data -> 'component' ->> 'revision')::int < component.revision)
    order by id for no key update`.execute(db)
  const shapes: DrawnShapes = new Map()
  const changed: number[] = []
  for (let at = 0; at < templates.length; at += batchSize) {
    const batch: { readonly of: (typeof templates)[number]; readonly layers: Layers }[] = []
    for (const of of templates.slice(at, at + batchSize)) batch.push({ of, layers: await readLayers(ctx, of.id) })
    const lists = batch.map(({ layers }) => layers)
    const changeOf = await changesOf(ctx, lists, revisions)
    for (const { of, layers } of batch) {
      const current = withChangedInstances(layers, changeOf, () => randomUUID())
      if (current === layers) continue
      if (current.length > maxLayers)
        throw invalid('layers', `模板「${templateName(of)}」会超过 ${maxLayers} 个图层，组件没有修改`)
      await writeLayers(ctx, of.id, await withShapes(ctx, current, shapes))
      changed.push(of.id)
    }
  }
  if (changed.length === 0) return 0
  await sql`
    update template set revision = revision + 1, rewritten_revision = revision + 1, updated_at = ${clock.now()}, thumbnail_due = true,
      drawn_revision = case when rewritten_revision = revision then drawn_revision else revision end
    where account_id = ${actor.accountId} and id = any(${changed}::bigint[])`.execute(db)
  await jobs.send(db, { queue: thumbnailQueue, accountId: actor.accountId, data: {} })
  return changed.length
}

/** Returns the layers with their indexes, and with pictures of the shapes that have another size than in their component. */
async function withShapes(ctx: Ctx, layers: Layers, drawn: DrawnShapes): Promise<Layers> {
  const placed: TemplateLayerWrite[] = []
  for (const [index, layer] of layers.entries()) {
    const { shape, width, height, originalWidth, originalHeight } = layer
    if (!shape || (width === originalWidth && height === originalHeight)) placed.push({ ...layer, index })
    else {
      const svg = ctx.renderer.drawShape(shape, { width, height })
      const name = `${layer.name ?? '形状'}.svg`
      const imageFileId =
        drawn.get(svg) ?? (await storeOwnFile(ctx, { kind: fileKind.templateLayer, name, source: Buffer.from(svg) })).id
      drawn.set(svg, imageFileId)
      placed.push({ ...layer, index, imageFileId, originalWidth: width, originalHeight: height })
    }
  }
  return placed
}
