/**
 * Reads the vertical metrics of glyphs from the font tables vhea, vmtx and VORG (OpenType 1.9), which the HarfBuzz build in use
 * does not support. Variable fonts are read at their default instance.
 */

/** Vertical metrics in font units, y upwards. */
export interface VerticalMetrics {
  /** Returns how far a glyph moves the pen down; null when the font has no value. */
  advance(glyph: number): number | null
  /**
   * Height of the glyph's vertical origin above its baseline; null when the font has no value.
   *
   * @param top highest point of the glyph's outline.
   */
  origin(glyph: number, top: number): number | null
}

const viewOf = (bytes: Uint8Array | undefined, least: number): DataView | null =>
  bytes !== undefined && bytes.byteLength >= least ? new DataView(bytes.slice().buffer) : null

/** Reads vertical origins of the table VORG by glyph, and the default of all other glyphs; null for a font without the table. */
function readOrigins(table: DataView | null): { readonly rest: number; readonly own: ReadonlyMap<number, number> } | null {
  if (table === null) return null
  const count = Math.min(table.getUint16(6), Math.floor((table.byteLength - 8) / 4))
  const own = new Map<number, number>()
  for (let i = 0; i < count; i++) own.set(table.getUint16(8 + i * 4), table.getInt16(10 + i * 4))
  return { rest: table.getInt16(4), own }
}

/** @param tableOf returns the bytes of a table by its tag. */
export function readVerticalMetrics(tableOf: (tag: string) => Uint8Array | undefined): VerticalMetrics {
  const vhea = viewOf(tableOf('vhea'), 36)
  const vmtx = viewOf(tableOf('vmtx'), 4)
  const origins = readOrigins(viewOf(tableOf('VORG'), 8))
  // The first `full` glyphs have an advance and a bearing each; the glyphs after them have only a bearing and share the last
  // advance.
  const full = vhea && vmtx ? Math.min(vhea.getUint16(34), Math.floor(vmtx.byteLength / 4)) : 0
  const bearingAt = (glyph: number) => (glyph < full ? glyph * 4 + 2 : full * 4 + (glyph - full) * 2)
  return {
    advance: (glyph) => (vmtx && full > 0 ? vmtx.getUint16(Math.min(glyph, full - 1) * 4) : null),
    origin(glyph, top) {
      if (origins) return origins.own.get(glyph) ?? origins.rest
      const at = bearingAt(glyph)
      return vmtx && full > 0 && at + 2 <= vmtx.byteLength ? top + vmtx.getInt16(at) : null
    },
  }
}
