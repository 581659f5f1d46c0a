import { useEffect, useRef, useState } from 'react'
import { recolorDrawing } from '../../../../design/commands/recolor'
import { isDrawing, svgDataUrl } from '../../../../design/model/picture-url'
import { recolored, svgColors } from '../../../../design/model/svg-colors'
import type { ImageLayer, Layer } from '../../../../design/model/types'
import { ColorField } from '../color/color-field'
import { useDesigner } from '../context'
import { readSvg } from '../read-svg'

/** A drawing of more colours is a picture: its colours are not listed. */
const maxColors = 12

export function hasDrawing(chosen: readonly Layer[]): boolean {
  return chosen.length === 1 && drawingOf(chosen[0]) !== null
}

function drawingOf(layer: Layer | undefined): ImageLayer | null {
  return layer?.type === 'IMAGE' && layer.shape === null && isDrawing(layer.imageUrl) ? layer : null
}

/** The colours of a drawing, each to be changed. */
export function RecolorSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const layer = drawingOf(chosen[0])
  return layer && <Colors key={layer.uuid} layer={layer} />
}

/** The drawing whose colours are listed, and what they were changed to since. */
interface Drawing {
  readonly svg: string
  readonly colors: readonly string[]
  readonly changed: ReadonlyMap<string, string>
}

function Colors({ layer }: { readonly layer: ImageLayer }) {
  const { session } = useDesigner()
  const { uuid, imageUrl, locked } = layer
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [failed, setFailed] = useState(false)
  /** The changes behind the addresses that this section has written: the list stays while its colours are being changed. */
  const written = useRef(new Map<string, Drawing['changed']>())
  const sliding = useRef(false)
  useEffect(() => {
    const known = written.current.get(imageUrl)
    if (known) {
      setDrawing((now) => now && { ...now, changed: known })
      return
    }
    let wanted = true
    setFailed(false)
    readSvg(imageUrl).then(
      (svg) => {
        if (!wanted) return
        written.current.clear()
        setDrawing({ svg, colors: svgColors(svg), changed: new Map() })
      },
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [imageUrl])

  const end = () => {
    if (sliding.current) session.commit()
    sliding.current = false
  }
  const ending = useRef(end)
  ending.current = end
  useEffect(() => () => ending.current(), [])

  const write = (color: string, next: string, one: Drawing) => {
    const changed = new Map(one.changed).set(color, next)
    const url = svgDataUrl(recolored(one.svg, changed))
    written.current.set(url, changed)
    session.update(recolorDrawing, { uuid, url })
    setDrawing({ ...one, changed })
  }
  const slide = (color: string, next: string, one: Drawing) => {
    if (!sliding.current) session.begin(recolorDrawing.label)
    sliding.current = true
    write(color, next, one)
  }
  return (
    <section className="designer-section designer-shape-fields" aria-label="图案颜色">
      <h3 className="designer-section-title">图案颜色</h3>
      {failed && <p className="designer-hint">图案没有读取成功，请检查网络后重新选择这个图层</p>}
      {drawing && drawing.colors.length > maxColors && (
        <p className="designer-hint">图案有 {drawing.colors.length} 种颜色，可以用「调色」整体调整</p>
      )}
      {drawing &&
        drawing.colors.length <= maxColors &&
        drawing.colors.map((color, i) => (
          <ColorField
            key={color}
            label={`颜色 ${i + 1}`}
            value={drawing.changed.get(color) ?? color}
            disabled={locked}
            onSlide={(next) => slide(color, next, drawing)}
            onPick={(next) => {
              end()
              write(color, next, drawing)
            }}
            onEnd={end}
          />
        ))}
    </section>
  )
}
