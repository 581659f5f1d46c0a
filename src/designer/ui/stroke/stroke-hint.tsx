import { strokeText } from '../../commands/stroke'
import { useSession } from '../context'

/** What to do for an outline while no layer is chosen. */
export function StrokeHint() {
  const some = useSession((state) => state.doc.layers.some((layer) => !layer.isBackground))
  return (
    <section className="designer-section" aria-label="描边">
      <h3 className="designer-section-title">描边</h3>
      <p className="designer-hint">{some ? strokeText.noneChosen : strokeText.noPicture}</p>
    </section>
  )
}
