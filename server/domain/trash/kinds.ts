/** The kinds of items that can be restored, with their tables, permissions and lists. */
import type { Permission, TrashKind } from '../../../contract/constants'
import type { Ctx } from '../../kernel/context'
import type { Scope } from '../../kernel/ordering'
import { collectionScope as assetCollectionScope, assetScope } from '../assets/lists'
import { toAssetType } from '../assets/rules'
import { brandScope, colorScope, materialScope, modelScope } from '../catalogue/lists'
import { componentScope } from '../components/lists'
import { colorScope as fontColorScope, fontScope } from '../fonts/lists'
import { collectionScope as templateCollectionScope, templateScope } from '../templates/lists'

/** A deleted row, by columns. */
export type DeletedRow = Readonly<Record<string, unknown>>

interface Kind {
  readonly table: string
  /** The permission that deleting requires. */
  readonly permission: Permission
  /** Returns the list that a deleted row was in. */
  scopeOf(ctx: Ctx, row: DeletedRow): Scope
  /** A column whose value is unique in the list, and its name in messages. */
  readonly unique?: { readonly column: string; readonly label: string }
}

const uniqueName = { column: 'name', label: '同名的' }

export const kinds: Readonly<Record<TrashKind, Kind>> = {
  brand: { table: 'phone_brand', permission: 'catalogue', unique: uniqueName, scopeOf: brandScope },
  model: {
    table: 'phone_model',
    permission: 'catalogue',
    unique: uniqueName,
    scopeOf: (ctx, row) => modelScope(ctx, Number(row.phone_brand_id)),
  },
  material: { table: 'material', permission: 'catalogue', unique: uniqueName, scopeOf: materialScope },
  color: {
    table: 'material_color',
    permission: 'catalogue',
    unique: uniqueName,
    scopeOf: (ctx, row) => colorScope(ctx, Number(row.material_id)),
  },
  assetCollection: {
    table: 'asset_collection',
    permission: 'assets',
    scopeOf: (ctx, row) => assetCollectionScope(ctx, toAssetType(Number(row.type))),
  },
  asset: { table: 'asset', permission: 'assets', scopeOf: (ctx, row) => assetScope(ctx, Number(row.collection_id)) },
  templateCollection: { table: 'template_collection', permission: 'templates', scopeOf: templateCollectionScope },
  template: {
    table: 'template',
    permission: 'templates',
    scopeOf: (ctx, row) => templateScope(ctx, Number(row.collection_id)),
  },
  component: { table: 'design_component', permission: 'templates', scopeOf: componentScope },
  font: { table: 'shop_font', permission: 'fonts', scopeOf: fontScope },
  fontColor: {
    table: 'shop_font_color',
    permission: 'fonts',
    unique: { column: 'hex_code', label: '相同的' },
    scopeOf: fontColorScope,
  },
}
