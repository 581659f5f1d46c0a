import type { MaterialColor } from '../../../contract/types'

/** Shows a colour's background with its hex value, or that it has none. */
export function ColorSwatch({ color }: { readonly color: MaterialColor }) {
  const { defaultBackgroundColor: hex } = color
  if (hex === null) return <span className="materials-none">未设置</span>
  return (
    <span className="materials-swatch-text numeric">
      <span className="materials-swatch" style={{ background: hex }} />
      {hex.toUpperCase()}
    </span>
  )
}

const maxSwatches = 8

/** Shows the first few colours of a material and their number. */
export function ColorStrip({ colors }: { readonly colors: readonly MaterialColor[] }) {
  return (
    <span className="materials-strip">
      {colors.slice(0, maxSwatches).map(({ id, name, defaultBackgroundColor: hex, enabled }) => (
        <span
          key={id}
          className={`materials-swatch${hex === null ? ' is-empty' : ''}${enabled ? '' : ' is-off'}`}
          style={hex === null ? {} : { background: hex }}
          title={enabled ? name : `${name}（已停用）`}
        />
      ))}
      <span className="numeric">{colors.length} 种</span>
    </span>
  )
}
