import './components.css'
import { Button } from '@arco-design/web-react'
import { detachComponent } from '../../../../design/commands/component'
import type { Layer } from '../../../../design/model/types'
import { chosenInstance } from '../../../../design/rules/component'
import { useDesigner, useSession } from '../context'
import { usageText } from './component-content'
import { useComponent } from './use-components'

/** The component whose copy is selected: where else it is, and the ways to change it. */
export function ComponentSection({ chosen }: { readonly chosen: readonly Layer[] }) {
  const { session, uiState } = useDesigner()
  const subject = useSession((state) => state.subject)
  const instance = chosenInstance(chosen)
  const component = useComponent(instance?.id ?? null)
  const detach = () => session.run(detachComponent, { uuids: chosen.map(({ uuid }) => uuid) })
  if (subject !== 'template') return null
  return (
    <section className="designer-section" aria-label="组件">
      <h3 className="designer-section-title">{component ? `组件「${component.name}」` : '组件'}</h3>
      <p className="designer-hint">
        {instance === null
          ? '所选图层里有组件，里面的图层只能一起改。'
          : component === null
            ? '这个组件已被删除，这里保持现在的样子。'
            : component && `${usageText(component)}。改一次，用到它的模板一起换。`}
      </p>
      <div className="designer-component-acts">
        {component && (
          <Button type="primary" onClick={() => uiState.component.set(component.id)}>
            编辑组件
          </Button>
        )}
        <Button onClick={detach}>脱离组件</Button>
      </div>
    </section>
  )
}
