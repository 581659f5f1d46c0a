/** The tables whose rows a deletion takes, and their references. A test compares this with the database's own constraints. */

export interface TrashTable {
  readonly table: string
  /** Column → table: without the referenced row this row is deleted, too. */
  readonly requires: Readonly<Record<string, string>>
  /** Column → table: without the referenced row the column is cleared. */
  readonly clears?: Readonly<Record<string, string>>
  /** Columns that refer to a stored file. */
  readonly files?: readonly string[]
  /** Columns that together are unique, besides the id and the position in a list. */
  readonly unique?: readonly string[]
  /** False for a table without an id, whose rows are identified by what they refer to. */
  readonly hasId?: false
}

const binding = (column: string, table: string): Pick<TrashTable, 'requires' | 'unique' | 'hasId'> => ({
  requires: { factory_id: 'factory', [column]: table },
  unique: ['factory_id', column],
  hasId: false,
})

/** Ordered so that each table comes after those that it refers to. */
export const trashTables: readonly TrashTable[] = [
  { table: 'phone_brand', requires: {} },
  { table: 'phone_model', requires: { phone_brand_id: 'phone_brand' } },
  { table: 'material', requires: {} },
  { table: 'material_color', requires: { material_id: 'material' } },
  { table: 'wireframe', requires: {}, files: ['background_file_id', 'foreground_file_id'] },
  {
    table: 'sku',
    requires: {
      phone_brand_id: 'phone_brand',
      phone_model_id: 'phone_model',
      material_id: 'material',
      material_color_id: 'material_color',
    },
    clears: { wireframe_id: 'wireframe' },
    unique: ['phone_model_id', 'material_color_id'],
  },
  { table: 'factory_model_binding', ...binding('phone_model_id', 'phone_model') },
  { table: 'factory_material_binding', ...binding('material_id', 'material') },
  { table: 'factory_color_binding', ...binding('material_color_id', 'material_color') },
  {
    table: 'blank_stock',
    requires: { phone_model_id: 'phone_model', material_color_id: 'material_color' },
    unique: ['phone_model_id', 'material_color_id'],
    hasId: false,
  },
  { table: 'asset_collection', requires: {} },
  {
    table: 'asset',
    requires: { collection_id: 'asset_collection' },
    files: ['file_id'],
    unique: ['collection_id', 'file_id'],
  },
  { table: 'template_collection', requires: {} },
  {
    table: 'template',
    requires: { collection_id: 'template_collection' },
    clears: { preview_phone_model_id: 'phone_model', preview_material_color_id: 'material_color' },
    files: ['thumbnail_file_id'],
  },
  { table: 'template_cutout', requires: { template_id: 'template' }, unique: ['template_id', 'user_id', 'layer_uuid'] },
  { table: 'template_draft', requires: { template_id: 'template' }, unique: ['template_id', 'user_id'] },
  { table: 'template_layer', requires: { template_id: 'template' }, files: ['image_file_id'] },
  { table: 'design_component', requires: {} },
  {
    table: 'design_component_version',
    requires: { component_id: 'design_component' },
    files: ['thumbnail_file_id'],
    unique: ['component_id', 'revision'],
  },
  { table: 'shop_font', requires: {}, files: ['font_file_id', 'preview_file_id', 'active_preview_file_id'] },
  { table: 'shop_font_color', requires: {} },
]

/** A column of remaining rows from which a deletion removes values, and the table that the values refer to. */
export const boundCollectionColumn = {
  table: 'template',
  column: 'bound_collection_ids',
  references: 'asset_collection',
} as const
