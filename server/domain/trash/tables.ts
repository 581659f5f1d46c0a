/** The tables whose rows a deletion takes, and their references. A test compares this with the database's own constraints. */

export interface TrashTable {
  readonly table: string
  /** Column → table: without the referenced row this row is deleted, too. */
  readonly of: Readonly<Record<string, string>>
  /** Column → table: without the referenced row the column is cleared. */
  readonly names?: Readonly<Record<string, string>>
  /** Columns that refer to a stored file. */
  readonly files?: readonly string[]
  /** Columns that together are unique, besides the id and the position in a list. */
  readonly unique?: readonly string[]
  /** False for a table without an id, whose rows are identified by what they refer to. */
  readonly hasId?: false
}

const binding = (column: string, table: string): Pick<TrashTable, 'of' | 'unique' | 'hasId'> => ({
  of: { factory_id: 'factory', [column]: table },
  unique: ['factory_id', column],
  hasId: false,
})

/** Ordered so that each table comes after those that it refers to. */
export const keptTables: readonly TrashTable[] = [
  { table: 'phone_brand', of: {} },
  { table: 'phone_model', of: { phone_brand_id: 'phone_brand' } },
  { table: 'material', of: {} },
  { table: 'material_color', of: { material_id: 'material' } },
  { table: 'wireframe', of: {}, files: ['background_file_id', 'foreground_file_id'] },
  {
    table: 'sku',
    of: {
      phone_brand_id: 'phone_brand',
      phone_model_id: 'phone_model',
      material_id: 'material',
      material_color_id: 'material_color',
    },
    names: { wireframe_id: 'wireframe' },
    unique: ['phone_model_id', 'material_color_id'],
  },
  { table: 'factory_model_binding', ...binding('phone_model_id', 'phone_model') },
  { table: 'factory_material_binding', ...binding('material_id', 'material') },
  { table: 'factory_color_binding', ...binding('material_color_id', 'material_color') },
  { table: 'asset_collection', of: {} },
  {
    table: 'asset',
    of: { collection_id: 'asset_collection' },
    files: ['file_id'],
    unique: ['collection_id', 'file_id'],
  },
  { table: 'template_collection', of: {} },
  {
    table: 'template',
    of: { collection_id: 'template_collection' },
    names: { preview_phone_model_id: 'phone_model', preview_material_color_id: 'material_color' },
    files: ['thumbnail_file_id'],
  },
  { table: 'template_layer', of: { template_id: 'template' }, files: ['image_file_id'] },
  { table: 'shop_font', of: {}, files: ['font_file_id', 'preview_file_id', 'active_preview_file_id'] },
  { table: 'shop_font_color', of: {} },
]

/** A column of remaining rows from which a deletion removes values, and the table that the values refer to. */
export const boundCollections = { table: 'template', column: 'bound_collection_ids', names: 'asset_collection' } as const
