import './shapes.css'
import { addShape } from '../../../../design/commands/shape'
import { formPath } from '../../../../design/geometry/forms'
import { useDesigner } from '../context'
import { newShape, newShapeSize, type OfferedShape, offeredShapes } from './forms'

/** Adds a shape to the middle of the canvas. */
export function ShapePanel() {
  const { session } = useDesigner()
  const add = (offered: OfferedShape) => {
    const { doc } = session.getState()
    const size = newShapeSize(offered, doc)
    session.run(addShape, { uuid: session.uuid(), name: offered.name, shape: newShape(offered.form), ...size })
  }
  return (
    <section className="designer-shapes" aria-label="添加形状">
      <ul className="designer-shape-grid">
        {offeredShapes.map((offered) => (
          <li key={offered.name}>
            <button type="button" className="designer-shape" title={offered.name} onClick={() => add(offered)}>
              <ShapeIcon offered={offered} />
              <span className="designer-shape-name">{offered.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Width of a drawing's box, px of its own. */
const iconSide = 100

function ShapeIcon({ offered: { form, width, height } }: { readonly offered: OfferedShape }) {
  const scale = iconSide / Math.max(width, height)
  const size = { width: width * scale, height: Math.max(6, height * scale) }
  const viewBox = `${(size.width - iconSide) / 2} ${(size.height - iconSide) / 2} ${iconSide} ${iconSide}`
  return (
    <svg viewBox={viewBox} aria-hidden="true">
      <path fillRule="evenodd" d={formPath(form, size.width, size.height)} />
    </svg>
  )
}
