/** Reads what components contain and contained, and locks them against changes. */
import { sql } from 'kysely'
import type { ComponentContent, ComponentMark } from '../../../contract/rules/component'
import type { TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'

/** A stored layer: without its row id and the address of its picture, which is derived from the file. */
export type StoredComponentLayer = Omit<TemplateLayerWrite, 'id' | 'imageUrl'>

export const toStored = (layers: readonly TemplateLayerWrite[]): StoredComponentLayer[] =>
  layers.map(({ id: _, imageUrl: __, ...layer }) => layer)

type Marked = { readonly component?: ComponentMark | null | undefined }

/** Returns the ids of the components that layers are copies of. */
export const componentIdsIn = (layers: readonly Marked[]): number[] => [
  ...new Set(layers.flatMap(({ component }) => component?.id ?? [])),
]

/**
 * Returns the present revisions of those components that the account has. They do not change until the transaction ends: lock them before
 * templates, as a change of a component does.
 */
export async function lockComponents({ db, actor }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('design_component')
    .select(['id', 'revision'])
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Locks the components of a template's layers likewise. */
export async function lockComponentsOf(ctx: Ctx, templateId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct (data -> 'component' ->> 'id')::bigint as id from template_layer
    where account_id = ${ctx.actor.accountId} and template_id = ${templateId} and data -> 'component' ->> 'id' is not null`.execute(
    ctx.db,
  )
  await lockComponents(
    ctx,
    rows.map(({ id }) => id),
  )
}

type Content = ComponentContent<TemplateLayerWrite>
type Wanted = Pick<Content, 'id' | 'revision'>

const keyOf = ({ id, revision }: Wanted): string => `${id} ${revision}`

/** Returns a function that finds these contents; undefined for one that the account does not have. */
export async function readContents({ db, actor }: Ctx, wanted: readonly Wanted[]): Promise<(one: Wanted) => Content | undefined> {
  if (wanted.length === 0) return () => undefined
  const rows = await db
    .selectFrom('design_component_version')
    .select(['component_id as id', 'revision', 'layers'])
    .where('account_id', '=', actor.accountId)
    .where(
      sql<boolean>`(component_id, revision) in (select * from unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ revision }) => revision)}::int[]))`,
    )
    .execute()
  const contents = new Map(
    rows.map(({ layers, ...row }) => [
      keyOf(row),
      { ...row, layers: layers.map((layer) => ({ ...layer, id: null, imageUrl: '' })) } satisfies Content,
    ]),
  )
  return (one) => contents.get(keyOf(one))
}

/** Returns the fonts of these components' texts, now and before. */
export async function fontsOfComponents({ db, actor }: Ctx, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct (layer ->> 'fontId')::bigint as id
    from design_component_version version cross join lateral jsonb_array_elements(version.layers) as layer
    where version.account_id = ${actor.accountId} and version.component_id = any(${[...ids]}::bigint[])
      and layer ->> 'fontId' is not null`.execute(db)
  return rows.map(({ id }) => id)
}
