import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import { resizeCanvas, setPreview } from '../../../../design/commands/settings'
import type { DesignDoc } from '../../../../design/model/types'
import type { ModelCase } from '../../../template-tools/batch/use-model-cases'
import { lazyScreen } from '../../../ui/lazy-screen'
import { useEverTrue } from '../../../ui/use-value-while-closing'
import { useDesigner } from '../context'

const ModelSheet = lazyScreen(() => import('../../../template-tools/batch/model-sheet'))

/** Opens the design on the cases of all models, and lays it out for one of them. */
export function AllModels() {
  const { session } = useDesigner()
  const [doc, setDoc] = useState<DesignDoc | null>(null)
  const needed = useEverTrue(doc !== null)
  const use = ({ model, wireframe, materialColorId }: ModelCase) => {
    session.run(resizeCanvas, { width: wireframe.width, height: wireframe.height, layers: 'arrange' })
    session.run(setPreview, { phoneModelId: model.id, materialColorId })
    setDoc(null)
  }
  return (
    <section className="designer-section" aria-label="各机型效果">
      <h3 className="designer-section-title">各机型效果</h3>
      <p className="designer-hint">看这个设计放到其他机型上，哪里会被镜头遮住或超出边缘</p>
      <Button long onClick={() => setDoc(session.getState().doc)}>
        查看各机型效果
      </Button>
      {needed && <ModelSheet doc={doc} onUse={use} onClose={() => setDoc(null)} />}
    </section>
  )
}
